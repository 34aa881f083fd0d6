/**
 * The help of `dualgate worker`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../../command.ts';
import { INGRESS_OPTION } from '../../shared-options.ts';

export const workerHelp: CommandHelp = {
  options: {
    ...INGRESS_OPTION,
    checkouts: {
      type: 'string',
      value: 'FOLDER',
      help: 'folder of its checkouts; workers on one machine may share it',
    },
    drain: { type: 'boolean', help: 'end when no item of the fleet is open' },
    json: { type: 'boolean', help: 'print events as NDJSON' },
  },
  notes: [
    'Takes one item after another: clones its commit, and runs it as dualgate run does.',
    'An item that has begun stays in its folder: another worker of this folder continues it.',
    'Ctrl+C finishes the iteration and gives the item back. A second Ctrl+C ends it at once.',
  ],
  examples: ['dualgate worker --checkouts ../checkouts', 'dualgate worker --checkouts ../checkouts --drain'],
  exits: { 0: 'ended by Ctrl+C, or --drain: no item is open' },
};
