/**
 * The help of `dualgate conformance`: what it takes and what its exit codes mean.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { JSON_OPTION } from './shared-options.ts';

export const conformanceHelp: CommandHelp = {
  operands: 'FILE',
  maxOperands: 1,
  options: { json: { ...JSON_OPTION['json'], type: 'boolean', help: 'print the summary as one JSON object, too' } },
  notes: [
    "FILE holds one case a line; '-' reads them from stdin. docs/reference/conformance.md says what a case is.",
    'Stdout: one JSON object a case, in the order of the file. Stderr: what differs from what was expected.',
  ],
  exits: {
    0: 'every expectation that was given is met',
    1: 'an answer differs from what was expected',
    65: 'a line is no case, the others are answered; or there is no case at all',
  },
};
