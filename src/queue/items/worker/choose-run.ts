/** The run of an item: one that another worker began, resumed here or brought from the remote; or a new one. */
import { existsSync, readFileSync, cpSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readBytes } from '../../../base/files/open-plain.ts';
import { configOfTask } from '../../../project/config/tasks-of-list.ts';
import { anchorFolder, readAnchor, writeAnchor } from '../../../ledger/anchor.ts';
import type { LedgerHead } from '../../../ledger/check-chain.ts';
import { LockError, LedgerError } from '../../../ledger/ledger-error.ts';
import { hashBytes } from '../../../ledger/ledger-record.ts';
import { readLock } from '../../../ledger/lock-file.ts';
import { askGit, nameGitDir, openRepository } from '../../../commits/repository.ts';
import { RunError } from '../../../records/run-error.ts';
import { runFolders, createRunFolders } from '../../../records/run-folders.ts';
import { newRunId } from '../../../run/open-run.ts';
import { noteWorktree } from '../../../run/follow-worktree.ts';
import { openWorktree, addWorktree, setUp } from '../../../run/open-worktree.ts';
import { configThere } from '../../../read-config/parse-config.ts';
import { readRun } from '../../../view/read-run.ts';
import type { ItemState } from '../item-state.ts';
import { baseRef, type SavedRun, workRef } from '../item-store.ts';
import { type ChosenRun, howToContinue, type WorkerContext } from './worker-context.ts';
import { type Config, specsOf } from '../../../project/config/config.ts';
import { replaceFile } from '../../../ledger/write-view.ts';
import type { Freeze } from '../../../evidence/integrity/freeze.ts';
import { lookAtSources } from '../../../loop/run-context.ts';
import { findExit, keepExit, keepStart } from '../../../loop/turn/kept-exit.ts';
import { moveBranch, nameBranch } from '../../../commits/branch.ts';
import { asWorkRecord } from '../../../records/records.ts';
import { isOfMachine } from '../../../records/fold/exit-phase.ts';
import type { WorkState } from '../../../records/fold/work-state.ts';
import { isConfigOf } from '../../../records/hash-config.ts';
import type { RunBranch } from '../../../records/run-branch.ts';
import { freezeAtStart } from '../../../run/take-baseline.ts';
import { BY_GIT } from '../../../project/sources/fingerprint.ts';
import { moveCheckout } from '../../list/move-checkout.ts';
import { foldRun } from './save-run.ts';
import { bringCommit } from '../open-items.ts';

/**
 * @returns `null` when it was aborted, or its config differs here: then a new one begins
 * @throws {LedgerError} `broken` when ledger and anchor disagree
 */
const bringRun = async (
  context: WorkerContext,
  state: ItemState,
  { brought, spec }: { readonly brought: SavedRun; readonly spec: string },
): Promise<ChosenRun | null> => {
  const { config: own, items, env, notice, ask } = context;
  const { item } = state;
  const { saved, bytes, records } = brought;
  const { run, commit, work } = saved;
  const before = foldRun(records);
  const { branch } = before;
  const next = howToContinue(before, state);
  if (next === null) return null;
  if (before.run !== run || branch?.tip !== commit)
    throw new LedgerError(
      'broken',
      `Cannot continue the run ${run} of ${item}: its ledger is of ${before.run} at the commit ${branch?.tip ?? 'of no branch'}, and ${commit} is anchored. Restore refs/dualgate/ledger/${item} from a copy.`,
    );
  await ask(() => bringCommit(items.line, { ref: workRef(item), commit: work, folder: own.folder }));
  notice(`${item}: bringing the run ${run} to this machine, as it was on the remote. Work since then is lost.`);
  const opened = await openCheckout(context, { brought, before, spec });
  if (opened === null) return null;
  const { config } = opened;
  const folders = runFolders(config.folder, run);
  createRunFolders(folders);
  const frozen = await freezeAround(config, records, before);
  await keepExits(config, before);
  const name = await placeBranch(config, { branch, run });
  await moveCheckout(config, { commit, branch: name }, work);
  replaceFile(folders.ledger, [bytes], { durable: true });
  replaceFile(folders.current, `${run}\n`, { durable: true });
  if (!writeAnchor(anchorFolder(env), run, { seq: saved.seq, hash: saved.hash, at: context.now().toISOString() }))
    throw new LedgerError(
      'unwritable',
      `Cannot continue the run ${run}: its ledger cannot be anchored in ${anchorFolder(env)}. Check the permissions of that folder.`,
    );
  noteWorktree(own, config.folder);
  return {
    config,
    run,
    ...next,
    moved: { name, git_dir: nameGitDir(await openRepository(config.folder)), frozen },
  };
};

const openCheckout = async (
  { config: own, notice }: WorkerContext,
  {
    brought: { saved },
    before,
    spec,
  }: { readonly brought: SavedRun; readonly before: WorkState; readonly spec: string },
): Promise<{ readonly config: Config } | null> => {
  const task = configOfTask(own, spec);
  const { place, folder, remove } = await addWorktree({ ...task, workspace: 'worktree' }, saved.commit, notice);
  // Those that git ignores are in no commit.
  for (const path of [...own.files.map((file) => relative(own.folder, file)), ...specsOf(task.work)])
    if (!existsSync(join(folder, path)) && existsSync(join(own.folder, path)))
      cpSync(join(own.folder, path), join(folder, path));
  const there = configThere(own, folder);
  const config = configOfTask(there, spec);
  if (!isConfigOf(before.configHash, config)) {
    notice(
      `The run ${saved.run} cannot continue on this machine: its config is another one here. Values of agent.env are comparable on one machine only: put them into the environment of the workers.`,
    );
    await remove();
    return null;
  }
  await setUp(there, place, notice);
  return { config };
};

/** Under a name that is free here: other runs of this machine keep theirs. */
const placeBranch = async (
  { folder, work }: Config,
  { branch, run }: { readonly branch: RunBranch; readonly run: string },
): Promise<string> => {
  const repository = await openRepository(folder);
  const name = await nameBranch(repository, work.spec);
  const why = `dualgate: the run ${run} continues here`;
  await moveBranch(repository, name, { to: branch.tip ?? branch.base, from: null, why });
  return name;
};

/** As if the run began here, but only around its workspace: its files are frozen as they were. */
const freezeAround = async (config: Config, records: SavedRun['records'], state: WorkState): Promise<Freeze> => {
  const first = records.map(asWorkRecord).find(({ type }) => type === 'work.committed');
  if (first?.type === 'work.committed') await moveCheckout(config, { commit: first.data.commit, branch: null });
  const fingerprint = await lookAtSources(config, state);
  const sources = state.sources ?? BY_GIT;
  const frozen = await freezeAtStart(config, { fingerprint, sources, reported: [] });
  return Object.fromEntries(Object.entries(frozen).filter(([name]) => isOfMachine(name)));
};

/** The sources that later phases are judged on, from the commits of the run. */
const keepExits = async (config: Config, state: WorkState): Promise<void> => {
  const { branch } = state;
  if (branch === null) return;
  const next = config.phases.findIndex(({ phase }) => phase === state.lastExit?.phase) + 1;
  const exit = findExit(config, state, config.phases[next]?.phase ?? '');
  const ofExit = exit === null ? undefined : branch.exits[exit.phase];
  for (const [commit, keep] of [
    [ofExit, keepExit],
    [branch.tip ?? undefined, keepStart],
  ] as const) {
    if (commit === undefined) continue;
    await moveCheckout(config, { commit, branch: null });
    await keep(config, state, await lookAtSources(config, state));
  }
};

export const chooseRun = async (context: WorkerContext, state: ItemState, spec: string): Promise<ChosenRun> => {
  const { items, notice, ask } = context;
  const { run, refused } = state;
  if (run === null || refused?.run === run.run) return beginNew(context, state, spec);
  const brought = state.saved?.run === run.run ? await ask(() => items.store.readRun(state.item)) : null;
  if (brought !== null) await waitUntilFree(context, run);
  const there = await findBegun(context, state, { spec, anchor: brought?.saved ?? null });
  if (there !== null) return there;
  if (brought !== null) {
    const moved = await bringRun(context, state, { brought, spec });
    if (moved !== null) return moved;
  }
  notice(`${state.item}: the run ${run.run} is not on this machine, or cannot resume. A new one begins.`);
  return beginNew(context, state, spec);
};

const PATIENCE_MS = 60_000;
const PAUSE_MS = 500;

/** Its worker lost the lease, and ends at once: two processes of one run would end each other's children. */
const waitUntilFree = async (
  { signal }: WorkerContext,
  { run, folder }: NonNullable<ItemState['run']>,
): Promise<void> => {
  const { lock } = runFolders(folder, run);
  const until = performance.now() + PATIENCE_MS;
  while (existsSync(lock) && readLock(lock)?.live === true) {
    if (signal.aborted || performance.now() >= until)
      throw new LockError(`The run ${run} is still active in ${folder}. End that worker.`, { path: lock });
    await wait(PAUSE_MS);
  }
};

interface Wanted {
  readonly spec: string;
  /** The last save: a ledger without it was continued elsewhere, or is older. */
  readonly anchor: LedgerHead | null;
}

/** `null` when it is elsewhere, still active, or aborted. */
const findBegun = async (
  { env, config: own }: WorkerContext,
  item: ItemState,
  { spec, anchor }: Wanted,
): Promise<ChosenRun | null> => {
  if (item.run === null) return null;
  const { run, folder } = item.run;
  const { ledger, lock } = runFolders(folder, run);
  if (!existsSync(ledger) || readAnchor(anchorFolder(env), run) === null) return null;
  if (anchor !== null && !hasRecord(readFileSync(ledger, 'utf8'), anchor)) return null;
  // Commits are pushed from this clone.
  if ((await findClone(folder)) !== (await findClone(own.folder))) return null;
  // Its worker lost the lease, and has not ended yet.
  if (readLock(lock)?.live === true) return null;
  const config = configOfTask(configThere(own, folder), spec);
  const { state } = await readRun(config, run);
  const next = howToContinue(state, item);
  // A worker died after it had brought the run here, and before it resumed it.
  const isHere = anchor === null || nameGitDir(await openRepository(folder)) === state.branch?.git_dir;
  return next === null || !isHere ? null : { config, run, ...next };
};

/** For the agent, which begins from the same commit again. */
const describeRefusal = ({ commit, why }: NonNullable<ItemState['refused']>, branch: string | null): string =>
  `CI refused the result before (${[commit, branch].filter((each) => each !== null).join(' on ')}), and runs again on the next: ${why}`;

/** Git's folder that all work trees of a clone share; `null` for none. */
const findClone = (folder: string): Promise<string | null> =>
  askGit({ folder }, ['rev-parse', '--path-format=absolute', '--git-common-dir']).catch(() => null);

const hasRecord = (text: string, { seq, hash }: LedgerHead): boolean =>
  text.split('\n')[seq]?.endsWith(`"hash":"${hash}"}`) === true;

const beginNew = async (context: WorkerContext, state: ItemState, spec: string): Promise<ChosenRun> => {
  const { config: own, items, notice, now, ask } = context;
  const { item, base, specHash } = state;
  if (base !== null) await ask(() => bringCommit(items.line, { ref: baseRef(item), commit: base, folder: own.folder }));
  const config = await openWorktree(
    { ...configOfTask(own, spec), workspace: 'worktree' },
    { onProgress: notice, ...(base === null ? {} : { from: base }) },
  );
  const found = readBytes(join(config.folder, spec));
  if (found === null || hashBytes(found) !== specHash)
    throw new RunError(
      `${spec} is not the file that ${item} was added with. Restore it, or add another item for the changed spec.`,
    );
  return {
    config: configOfTask(config, spec),
    run: newRunId(now()),
    how: 'new',
    wasCutOff: false,
    ...(state.refused === null ? {} : { guidance: describeRefusal(state.refused, state.result?.branch ?? null) }),
  };
};
