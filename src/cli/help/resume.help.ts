/**
 * The help of `dualgate resume`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import {
  CONFIG_OPTION,
  RUN_OPTION,
  WATCH_OPTIONS,
  THRESHOLD_OPTION,
  THRESHOLD_NOTE,
  INSPECT_OPTIONS,
  INSPECT_NOTE,
  STATELY_OPTION,
  ASK_OPTION,
  DETACH_OPTION,
  UNTIL_OPTION,
  RUN_EXITS,
} from '../shared-options.ts';

export const resumeHelp: CommandHelp = {
  operands: '[TASK]',
  maxOperands: 1,
  options: {
    'accept-config': { type: 'boolean', help: 'continue under the changed config; needs --reason' },
    reason: { type: 'string', short: 'm', value: 'TEXT', help: 'with --accept-config: why; recorded with the run' },
    ...CONFIG_OPTION,
    ...RUN_OPTION,
    ...THRESHOLD_OPTION,
    ...UNTIL_OPTION,
    ...DETACH_OPTION,
    ...ASK_OPTION,
    ...INSPECT_OPTIONS,
    ...STATELY_OPTION,
    ...WATCH_OPTIONS,
  },
  notes: [
    'Resets the counters of iterations, minutes, cost, tokens and consecutive green runs to 0.',
    'With a task list, resumes the list. With TASK (a spec, name or run id), resumes only this task.',
    THRESHOLD_NOTE,
    INSPECT_NOTE,
  ],
  examples: ['dualgate resume', 'dualgate resume --accept-config -m "more time"', 'dualgate resume --until GREEN'],
  exits: RUN_EXITS,
};
