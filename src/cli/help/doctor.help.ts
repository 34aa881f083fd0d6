/**
 * The help of `dualgate doctor`: what it takes and what its exit codes mean.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { CONFIG_OPTION, JSON_OPTION, PROBE_TIMEOUT } from './shared-options.ts';

export const doctorHelp: CommandHelp = {
  options: {
    ...CONFIG_OPTION,
    probe: { type: 'boolean', help: 'ask the agent for one small turn in this workspace, too; it may cost a little' },
    timeout: {
      type: 'string',
      value: 'TIME',
      help: `with --probe: how long that turn may take; by default ${PROBE_TIMEOUT}`,
    },
    ...JSON_OPTION,
  },
  notes: [
    'Runs the suite once, and changes nothing of the workspace.',
    'With --probe the agent writes two files, which are removed again; what else it does there stays, and is named.',
  ],
  exits: { 0: 'no problem; there may be warnings', 1: 'at least one problem', 3: 'interrupted' },
};
