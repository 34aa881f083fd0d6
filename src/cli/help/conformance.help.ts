/**
 * The help of `dualgate conformance`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { GATES_NOTE, JSON_OPTION } from '../shared-options.ts';

export const conformanceHelp: CommandHelp = {
  operands: 'FILE',
  maxOperands: 1,
  options: { json: { ...JSON_OPTION['json'], type: 'boolean', help: 'also print a summary as one JSON object' } },
  notes: [
    GATES_NOTE,
    "FILE has one case per line; '-' reads stdin. The format is in docs/reference/conformance.md.",
    'Stdout: one JSON object per case, in the order of FILE. Stderr: answers that were not expected.',
  ],
  examples: ['dualgate conformance cases.jsonl'],
  exits: {
    0: 'every expectation is met',
    1: 'an answer differs from its expectation',
    65: 'a line is not a case, or FILE has no case; the other lines are answered',
  },
};
