/**
 * The help of `dualgate run`: what it takes and what its exit codes mean.
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
  RUN_EXITS,
} from './shared-options.ts';

export const runHelp: CommandHelp = {
  options: {
    ...CONFIG_OPTION,
    ...THRESHOLD_OPTION,
    'force-complete': {
      type: 'boolean',
      help: 'leave every phase of the current run by a forced exit; needs --reason',
    },
    reason: { type: 'string', short: 'm', value: 'TEXT', help: 'with --force-complete: why; recorded for ever' },
    until: { type: 'string', value: 'PHASE', help: 'pause when this phase has been left' },
    only: { type: 'string', value: 'TASK', help: 'of a list: this task alone, once more; by its spec, name or run' },
    new: { type: 'boolean', help: 'begin a new run or list, although the last one is not over' },
    'dry-run': { type: 'boolean', help: 'show commands, gates and the first prompt; spend nothing' },
    ...ASK_OPTION,
    ...INSPECT_OPTIONS,
    ...STATELY_OPTION,
    ...WATCH_OPTIONS,
  },
  notes: [
    'A run that was killed, interrupted or paused goes on; one that is stuck or needs a person waits for dualgate resume.',
    'Ctrl+C lets the iteration finish and be recorded; a second one, or SIGTERM, ends it at once. Both can be resumed.',
    'Of a list of work it begins the first task, or goes on with the list that is not all done (docs/how-to/a-night.md).',
    THRESHOLD_NOTE,
    INSPECT_NOTE,
    'With --dry-run it runs nothing: exit code 0 when a run could begin, 1 when it could not.',
  ],
  exits: RUN_EXITS,
};
