/**
 * The help of `dualgate demo`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { INSPECT_OPTIONS, EVENTS_OPTION, RUN_EXITS } from '../shared-options.ts';

export const demoHelp: CommandHelp = {
  options: {
    folder: { type: 'string', value: 'FOLDER', help: 'folder of the demo; default: a new temporary folder' },
    ...INSPECT_OPTIONS,
    ...EVENTS_OPTION,
  },
  notes: ['The demo is a real git repository with a real test runner. It is kept for you to look at.'],
  examples: ['dualgate demo', 'dualgate demo --inspect'],
  exits: { ...RUN_EXITS, 0: 'completed' },
};
