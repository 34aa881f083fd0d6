/**
 * The help of `dualgate stop`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { CONFIG_OPTION, RUN_OPTION } from '../shared-options.ts';

export const stopHelp: CommandHelp = {
  options: {
    ...CONFIG_OPTION,
    ...RUN_OPTION,
    now: { type: 'boolean', help: 'end the agent and the tests at once, and wait for their end' },
    wait: { type: 'boolean', help: 'wait until the iteration is recorded and the run has ended' },
  },
  notes: [
    'The same as Ctrl+C in the terminal of the run; with --now, as a second Ctrl+C.',
    'For operators, not for the agent.',
    'dualgate run resumes the run or the task list. To end a run for good, use dualgate abort.',
  ],
  examples: ['dualgate stop', 'dualgate stop --now'],
  exits: { 0: 'the run ends, or has ended', 1: 'no run is active' },
};
