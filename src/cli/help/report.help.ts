/**
 * The help of `dualgate report`: what it takes and what its exit codes mean.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { CONFIG_OPTION } from './shared-options.ts';

export const reportHelp: CommandHelp = {
  operands: '[RUN]',
  maxOperands: 1,
  options: {
    ...CONFIG_OPTION,
    since: { type: 'string', value: 'DURATION', help: 'every run of the last 12h, say, in place of one' },
    format: {
      type: 'string',
      value: 'md|json|html',
      help: 'Markdown, one JSON object, or a page in one file; default: what FILE is named, else md',
    },
    json: { type: 'boolean', help: 'the same as --format json' },
    out: { type: 'string', short: 'o', value: 'FILE', help: 'write it there; only of a page it is then said where' },
  },
  notes: [
    'Without RUN, where the config names a list of work: how the list stands, then the last run of each task.',
    'With --format html: one file with everything in it, which needs no network and no dualgate.',
    'It is made from the ledger alone. What an operator forced stands at its top, for ever.',
    'A ledger that is broken is not reported: of several it is named, the others are told, and the exit code is 1.',
  ],
  exits: { 0: 'said', 1: 'of several: not every run could be reported' },
};
