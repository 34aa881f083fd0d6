/**
 * Brings the run of an item to this machine: its commits and files into a work tree and a branch of its own, then its
 * ledger, with the anchor that the ledger of the item holds. The freeze and the baseline are in the ledger.
 */
import { cpSync, existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { git, nameGitDir, openRepository } from '../../../commits/repository.ts';
import { runGit } from '../../../project/sources/git.ts';
import { WorkspaceError } from '../../../project/sources/workspace-error.ts';
import { gitOfLeases } from '../../leases/lease-repository.ts';
import type { OpenedItems } from '../open-items.ts';
import { type Config, specsOf } from '../../../project/config/config.ts';
import { configOfTask } from '../../../project/config/tasks-of-list.ts';
import { anchorFolder, writeAnchor } from '../../../ledger/anchor.ts';
import { replaceFile } from '../../../ledger/files/write-view.ts';
import type { Freeze } from '../../../evidence/integrity/freeze.ts';
import { LedgerError } from '../../../ledger/ledger-error.ts';
import { lookAtSources } from '../../../loop/look-at-sources.ts';
import { findExit, keepExit, keepStart } from '../../../loop/turn/kept-exit.ts';
import { moveBranch, nameBranch } from '../../../commits/branch.ts';
import { asWorkRecord } from '../../../records/records.ts';
import { isOfMachine } from '../../../records/fold/exit-phase.ts';
import { configThere } from '../../../read-config/parse-config.ts';
import type { WorkState } from '../../../records/fold/work-state.ts';
import { isConfigOf } from '../../../records/hash-config.ts';
import type { RunBranch } from '../../../records/run-branch.ts';
import { createRunFolders, runFolders } from '../../../records/run-folders.ts';
import { freezeAtStart } from '../../../run/freeze-at-start.ts';
import { addWorktree, setUp } from '../../../run/open-worktree.ts';
import { noteWorktree } from '../../../run/follow-worktree.ts';
import { BY_GIT } from '../../../project/sources/fingerprint.ts';
import { moveCheckout } from '../../list/move-checkout.ts';
import type { ItemState } from '../item-state.ts';
import { type SavedRun, workRef } from '../item-store.ts';
import { foldRun } from './save-run.ts';
import { type ChosenRun, howToContinue, type WorkerContext } from './worker-context.ts';

interface Wanted {
  /** The ref of the remote that names it. */
  readonly ref: string;
  readonly commit: string;
  /** Absolute: the workspace. */
  readonly folder: string;
}

/** @throws {LeaseError} when the remote has it no more @throws {ProofError} when git cannot store it */
export const bringCommit = async (line: OpenedItems['line'], { ref, commit, folder }: Wanted): Promise<void> => {
  if (line === null || (await hasCommit(folder, commit))) return;
  const { remote, repository } = line;
  const run = gitOfLeases(repository, `fetch ${ref} of ${remote}`);
  const options = ['--quiet', '--no-write-fetch-head', '--no-tags', '--no-recurse-submodules'];
  await run(['fetch', ...options, '--', remote, ref]);
  const pack = await run(['pack-objects', '--quiet', '--revs', '--stdout'], { input: `${commit}\n` });
  await git({ folder }, ['index-pack', '--stdin'], { input: pack });
};

const hasCommit = async (folder: string, commit: string): Promise<boolean> => {
  try {
    await runGit(folder, ['cat-file', '-e', `${commit}^{commit}`]);
    return true;
  } catch (error) {
    if (error instanceof WorkspaceError && error.refusal !== null) return false;
    throw error;
  }
};

/**
 * @returns `null` when it was aborted, or its config differs here: then a new one begins
 * @throws {LedgerError} `broken` when ledger and anchor disagree
 */
export const bringRun = async (
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

/** Its config is the one that the run began with, before any command of it runs. */
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
