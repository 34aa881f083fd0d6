/**
 * The help of `dualgate inspect`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { CONFIG_OPTION, RUN_OPTION, PORT_OPTION, JSON_OPTION } from '../shared-options.ts';

export const inspectHelp: CommandHelp = {
  options: { ...CONFIG_OPTION, ...RUN_OPTION, ...PORT_OPTION, ...JSON_OPTION },
  notes: [
    'Prints the address of the page and serves it on 127.0.0.1 until Ctrl+C. Does not open a browser.',
    'Anyone with the address can watch the run and send it commands. The page also lists other runs.',
    'The page also shows the work items of the workspace, even before the first run.',
    'If you resume a run on the page, that run stops when this command stops.',
  ],
  examples: ['dualgate inspect', 'dualgate inspect --port 4000'],
  exits: { 0: 'stopped with Ctrl+C' },
};
