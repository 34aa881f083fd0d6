/** The help of the commands that start, continue and end work. */
import {
  type CommandHelp,
  CONFIG_OPTION,
  RUN_OPTION,
  JSON_OPTION,
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
  GATES_NOTE,
} from '../command.ts';

/** The help of `dualgate stop`: its options, examples and exit codes. */
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

/** The help of `dualgate work`: its options, examples and exit codes. */
export const workHelp: CommandHelp = {
  operands: 'ACTION [ITEM [SIGNAL]]',
  maxOperands: 3,
  options: {
    ...CONFIG_OPTION,
    ...JSON_OPTION,
    remote: { type: 'string', value: 'URL', help: 'a Git remote that holds the items; default: work_items.remote' },
    engine: { type: 'string', value: 'URL', help: 'a Restate engine for the leases; default: work_items.engine' },
    spec: { type: 'string', value: 'FILE', help: 'with add: the spec that a worker implements' },
    title: { type: 'string', value: 'TEXT', help: 'with add: a line for people' },
    draft: { type: 'boolean', help: 'with add: stay in DRAFT until dualgate work start' },
    session: { type: 'string', value: 'NAME', help: 'with claim, release and signal: the session of the agent' },
    secret: { type: 'string', value: 'FILE', help: 'with claim, release and signal: the file of its secret' },
    lease: { type: 'string', value: 'TIME', help: 'with claim and run: such as 10m; default: work_items.lease' },
    actor: { type: 'string', value: 'NAME', help: 'with signal: who worked in the session; default: your user name' },
    commit: { type: 'string', value: 'REV', help: 'with signal: the commit of the result; default: HEAD' },
    worker: { type: 'string', value: 'NAME', help: 'with run: unique among workers; default: host and process' },
    once: { type: 'boolean', help: 'with run: end after one item' },
    'no-wait': { type: 'boolean', help: 'with run: do not wait for items that other sessions hold' },
    stay: { type: 'boolean', help: 'with run: wait for new items, until Ctrl+C' },
    'dry-run': { type: 'boolean', help: 'with clean: say what it would remove' },
    reason: { type: 'string', short: 'm', value: 'TEXT', help: 'with unblock: why; required, and recorded' },
  },
  notes: [
    'ACTION: add, list, show, start, claim, release, signal, unblock, run, verify, clean.',
    'A work item goes from DRAFT to COMPLETED, as specification 003 says (docs/how-to/fleet.md).',
    'add without ITEM adds an item for each spec of the config that has none.',
    'claim gives its lease to a session; again, it renews the lease. signal takes the exit signal of',
    'the session as JSON, from SIGNAL or stdin: the item moves, and a fresh session may claim it.',
    'claim prints a secret: release, signal and a second claim need it, in DUALGATE_SESSION_SECRET.',
    'With --secret FILE, claim keeps it in that file instead, outside of the workspace, for you alone.',
    'run is a worker: it claims free items, runs each in a checkout of its own, and renews its lease.',
    'clean removes the worktrees and branches of finished tasks, items and runs, and says what it keeps.',
    'AGENT_EXIT_PROTOCOL_ENABLED=true switches exit signals on. Otherwise, none is accepted.',
    'An agent cannot change an item from inside a turn of a run.',
  ],
  examples: [
    'dualgate work add login --spec specs/login.md',
    'dualgate work add',
    'dualgate work claim login --session ann-1',
    'dualgate work signal login --session ann-1 < exit-signal.json',
    'dualgate work run --worker ann-laptop',
  ],
  exits: {
    0: 'done; with verify: every ledger is unchanged',
    1: 'refused, and nothing changed; with list and verify: an item is broken',
    3: 'with run: interrupted, for example with Ctrl+C',
    4: 'with run: an item is blocked or broken',
  },
};

/** The help of `dualgate resume`: its options, examples and exit codes. */
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

/** The help of `dualgate run`: its options, examples and exit codes. */
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
