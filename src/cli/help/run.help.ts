/**
 * The help of `dualgate run`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import {
  CONFIG_OPTION,
  GATES_NOTE,
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

export const runHelp: CommandHelp = {
  operands: '[SPEC]',
  // A second one gets an answer of its own.
  maxOperands: Infinity,
  options: {
    ...CONFIG_OPTION,
    quick: { type: 'boolean', help: 'run RED and GREEN only: no REFACTOR, no DOCUMENT' },
    ...THRESHOLD_OPTION,
    'force-complete': {
      type: 'boolean',
      help: 'end all remaining phases without checking their gates; needs --reason',
    },
    reason: { type: 'string', short: 'm', value: 'TEXT', help: 'with --force-complete: the reason, which is recorded' },
    ...UNTIL_OPTION,
    only: {
      type: 'string',
      value: 'TASK',
      help: 'run one task of the task list again; TASK is its spec, name or run id',
    },
    workers: {
      type: 'string',
      value: 'N',
      help: 'run N tasks at once, and merge each into this branch when it is done',
    },
    new: { type: 'boolean', help: 'start a new run or task list, even if the last one has not ended' },
    issue: {
      type: 'string',
      value: 'ISSUE',
      help: 'write an issue into specs/, and work on it instead of work.spec',
    },
    pr: { type: 'boolean', help: 'when the run completes, push its branch and open a draft with gh' },
    ...DETACH_OPTION,
    'dry-run': { type: 'boolean', help: 'show the commands, the gates and the first prompt; run nothing' },
    ...ASK_OPTION,
    ...INSPECT_OPTIONS,
    ...STATELY_OPTION,
    ...WATCH_OPTIONS,
  },
  notes: [
    GATES_NOTE,
    'With SPEC, a file with acceptance criteria, the run works on it instead of work.spec.',
    'If the last run was killed, interrupted or paused, dualgate continues it.',
    'To continue a run that is stuck or needs human input, use dualgate resume.',
    'Ctrl+C stops the run after the turn and its tests. A second Ctrl+C or SIGTERM stops it at once.',
    'If the config has a task list, dualgate starts or continues it (docs/how-to/a-night.md).',
    THRESHOLD_NOTE,
    INSPECT_NOTE,
    'With --dry-run, the exit code is 0 if a run could start, else 1.',
  ],
  examples: [
    'dualgate run specs/login.md',
    'dualgate run --quick',
    'dualgate run --dry-run',
    'dualgate run --issue 42 --pr',
    'dualgate run --inspect',
  ],
  exits: RUN_EXITS,
};
