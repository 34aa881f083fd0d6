/**
 * The help of `dualgate run`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import {
  CONFIG_OPTION,
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
} from './shared-options.ts';

export const runHelp: CommandHelp = {
  options: {
    ...CONFIG_OPTION,
    ...THRESHOLD_OPTION,
    'force-complete': { type: 'boolean', help: 'force the exit of every remaining phase; needs --reason' },
    reason: { type: 'string', short: 'm', value: 'TEXT', help: 'with --force-complete: the reason, which is recorded' },
    ...UNTIL_OPTION,
    only: { type: 'string', value: 'TASK', help: 'run one task of the list again, by spec, name or run id' },
    new: { type: 'boolean', help: 'start a new run or list, even if the last one has not ended' },
    ...DETACH_OPTION,
    'dry-run': { type: 'boolean', help: 'show commands, gates and the first prompt; run nothing' },
    ...ASK_OPTION,
    ...INSPECT_OPTIONS,
    ...STATELY_OPTION,
    ...WATCH_OPTIONS,
  },
  notes: [
    'Continues the last run if it was killed, interrupted or paused. If stuck, use dualgate resume.',
    'Ctrl+C ends the run after this iteration; a second Ctrl+C or SIGTERM ends it at once.',
    'With a task list, starts the first task or continues the list (docs/how-to/a-night.md).',
    THRESHOLD_NOTE,
    INSPECT_NOTE,
    'With --dry-run, the exit code is 0 if a run could start, else 1.',
  ],
  examples: ['dualgate run --dry-run', 'dualgate run --inspect'],
  exits: RUN_EXITS,
};
