/** `dualgate work`: work items of spec 003, their leases and their workers. */
import { hostname } from 'node:os';
import { cleanWork, type CleanedWork } from '../../queue/list/clean-work.ts';
import type { KnownRun } from '../../queue/list/judge-worktree.ts';
import { type ItemReading, describeItem, refuse } from '../../queue/items/item-store.ts';
import { type Values, text, type Command, UsageError } from '../command.ts';
import { joinPlain, plain } from '../render/paint.ts';
import { type CommandIo, EXIT } from '../terminal/io.ts';
import {
  openForChange,
  openItemContext,
  readItem,
  tellRefused,
  renderItem,
  renderItems,
  renderVerifiedItem,
  readLease,
} from '../item-context.ts';
import { verifyItems } from '../../queue/items/create-items.ts';
import { createWorker } from '../../queue/items/worker/create-worker.ts';
import { watchRun } from '../watch/watch-run.ts';
import { addItem, claimItem, releaseItem, signalItem, startItem, unblockItem } from '../change-items.ts';

/** `dualgate work clean`: removes the worktrees and branches of finished work. */
const cleanItems = async (values: Values, _operands: readonly string[], io: CommandIo): Promise<number> => {
  const { config, store } = await openForChange(values, io);
  const { items, broken } = await store.list();
  const dryRun = values['dry-run'] === true;
  const cleaned = await cleanWork({
    config,
    owned: items.flatMap((each) => runsOf(each, store.isRemote)),
    broken: broken.map(({ item }) => `the item ${item}`),
    dryRun,
  });
  io.print(
    values['json'] === true
      ? JSON.stringify({ ok: true, dry_run: dryRun, ...cleaned })
      : renderCleaned(cleaned, dryRun),
  );
  return EXIT.ok;
};

/** Every run that a worker began for it. */
const runsOf = ({ state: { item, phase }, ledger }: ItemReading, isRemote: boolean): readonly KnownRun[] => {
  const unfinished = phase === 'COMPLETED' ? null : `the item is in ${phase}`;
  const runs = ledger.records.flatMap((record) => (record.type === 'item.worked_on' ? [record.data.run] : []));
  const exits = ledger.records.flatMap((record) => (record.type === 'item.exited' ? [record.data] : []));
  return runs.map((run) => ({
    run,
    of: item,
    unfinished,
    // On a remote, its branch has another name.
    branch: isRemote ? null : (exits.find((exit) => exit.run === run)?.branch ?? null),
  }));
};

const LEDGER = ' Its ledger is in .dualgate/runs.';

/** A line each, for people; pure. */
const renderCleaned = ({ removed, kept }: CleanedWork, dryRun: boolean): string => {
  if (removed.length + kept.length === 0) return 'There is no worktree and no branch of a run.';
  const did = dryRun ? 'Would remove' : 'Removed';
  const nameOf = ({ what, name, of }: CleanedWork['removed'][number]): string =>
    `the ${what} ${name}${of === null ? '' : ` of ${of}`}`;
  return joinPlain([
    ...removed.map((each) => `${did} ${nameOf(each)}.${each.what === 'worktree' && !dryRun ? LEDGER : ''}`),
    ...kept.map((each) => `Kept ${nameOf(each)}: ${each.why}.`),
  ]);
};

/** `dualgate work list`, `show` and `verify`: they change nothing. */
const listItems = async (values: Values, _operands: readonly string[], io: CommandIo): Promise<number> => {
  const { store } = await openItemContext(values, io);
  const { items: found, broken } = await store.list();
  const items = found.map(describeItem);
  const ok = broken.length === 0;
  if (values['json'] === true) io.print(JSON.stringify({ ok, items, ...(ok ? {} : { broken }) }));
  else {
    if (ok || items.length > 0) io.print(renderItems(items));
    for (const { item, problem } of broken) io.complain(plain(`✗ ${item}: ${problem}`));
  }
  return ok ? EXIT.ok : EXIT.no;
};

const showItem = async (values: Values, [operand]: readonly string[], io: CommandIo): Promise<number> => {
  const item = readItem(operand);
  const { store } = await openItemContext(values, io);
  const reading = await store.read(item);
  if (reading === null)
    return tellRefused(
      refuse('unknown_item', `Cannot show ${item}: there is no such work item. dualgate work list shows the names.`),
      { values, io },
    );
  const status = describeItem(reading);
  io.print(values['json'] === true ? JSON.stringify({ ok: true, item: status }) : renderItem(status));
  return EXIT.ok;
};

/** Chain, anchor and order of every ledger, and of the saved runs. */
const showVerification = async (values: Values, _operands: readonly string[], io: CommandIo): Promise<number> => {
  const { store } = await openItemContext(values, io);
  const verified = await verifyItems(store);
  const isSound = verified.every(({ ok }) => ok);
  if (values['json'] === true) io.print(JSON.stringify({ ok: isSound, items: verified }));
  else io.print(verified.length === 0 ? 'There is no work item.' : joinPlain(verified.map(renderVerifiedItem)));
  return isSound ? EXIT.ok : EXIT.no;
};

/** `dualgate work run`: a worker, on the screen of a run. */
const runItems = async (values: Values, _operands: readonly string[], io: CommandIo): Promise<number> => {
  const context = await openForChange(values, io);
  const { config, store, line, witness } = context;
  return watchRun(
    (onEvent) =>
      createWorker({
        config,
        items: { store, line, witness },
        name: text(values, 'worker') ?? `${hostname()}-${process.pid}`,
        env: io.env,
        ttlMs: readLease(context),
        once: values['once'] === true,
        waits: values['no-wait'] !== true,
        stays: values['stay'] === true,
        onEvent,
      }),
    values,
    io,
  );
};

export const workCommand: Command = {
  run: async (values, [name, ...operands], io) => {
    const action = name === undefined ? undefined : ACTIONS.get(name);
    const names = [...ACTIONS.keys()].join(', ');
    if (action === undefined)
      throw new UsageError(name === undefined ? `Missing ACTION: ${names}` : `Unknown action '${name}': ${names}`);
    checkOptions(name ?? '', values, action);
    const unexpected = operands[action.operands];
    if (unexpected !== undefined) throw new UsageError(`Unexpected argument '${unexpected}'`);
    return action.run(values, operands, io);
  },
};

interface Action {
  readonly run: (values: Values, operands: readonly string[], io: CommandIo) => Promise<number>;
  /** How many it takes at most. */
  readonly operands: number;
  /** Beyond those of every action. */
  readonly options: readonly string[];
}

const ACTIONS: ReadonlyMap<string, Action> = new Map([
  ['add', { run: addItem, operands: 1, options: ['spec', 'title', 'draft'] }],
  ['list', { run: listItems, operands: 0, options: [] }],
  ['show', { run: showItem, operands: 1, options: [] }],
  ['start', { run: startItem, operands: 1, options: [] }],
  ['claim', { run: claimItem, operands: 1, options: ['session', 'secret', 'lease'] }],
  ['release', { run: releaseItem, operands: 1, options: ['session', 'secret'] }],
  ['signal', { run: signalItem, operands: 2, options: ['session', 'secret', 'actor', 'commit'] }],
  ['unblock', { run: unblockItem, operands: 1, options: ['reason'] }],
  ['run', { run: runItems, operands: 0, options: ['worker', 'lease', 'once', 'no-wait', 'stay'] }],
  ['verify', { run: showVerification, operands: 0, options: [] }],
  ['clean', { run: cleanItems, operands: 0, options: ['dry-run'] }],
]);

const OF_ALL: ReadonlySet<string> = new Set(['config', 'json', 'remote', 'engine']);

/** @throws {UsageError} for an option of another action */
const checkOptions = (name: string, values: Values, { options }: Action): void => {
  const other = Object.keys(values).find((each) => !OF_ALL.has(each) && !options.includes(each));
  if (other === undefined) return;
  const owners = [...ACTIONS].filter(([, action]) => action.options.includes(other)).map(([each]) => each);
  throw new UsageError(`Option '--${other}' goes with dualgate work ${owners.join(' or ')}, not with ${name}`);
};
