/**
 * The help of `dualgate work`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { CONFIG_OPTION, JSON_OPTION } from '../shared-options.ts';

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
