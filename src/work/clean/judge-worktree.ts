/**
 * Why a worktree is kept: its work is not finished, a process has it, or something in it would be lost.
 *
 * @module
 */
import type { Config } from '../../config/shape-config.ts';
import { readLock } from '../../ledger/lock.ts';
import { processTable } from '../../processes/find-processes.ts';
import { isWithin } from '../../processes/is-within.ts';
import { askGit, type Repository } from '../../proof/repository.ts';
import { runFolders } from '../../records/run-folders.ts';
import { listRuns } from '../../view/list-runs.ts';
import { describeLeft, findLeftRunning, type LeftRunning } from '../../run/left-running.ts';
import { findWorkInHand } from '../checkout/move-checkout.ts';
import type { KnownRun } from './known-runs.ts';

/** A worktree of git under the folder of dualgate's. */
export interface Worktree {
  /** Absolute: its root. */
  readonly place: string;
  /** Absolute: the workspace in it. */
  readonly folder: string;
  /** Its last one; `null`: it has none. */
  readonly run: string | null;
  /** Why git keeps it (`git worktree lock`); `null`: it does not. */
  readonly locked: string | null;
}

/**
 * In a sentence with the way out; `null`: it can be removed.
 *
 * @param of.config - for its workspace
 * @param of.ours - the lock of the workspace is our own
 * @throws {LockError} when its lock cannot be read @throws {ProofError} when git refuses
 */
export const judgeWorktree = async (
  { place, folder, run, locked }: Worktree,
  {
    config,
    known,
    repository,
    ours,
  }: {
    readonly config: Config;
    readonly known: ReadonlyMap<string, KnownRun>;
    readonly repository: Repository;
    readonly ours: boolean;
  },
): Promise<string | null> => {
  if (locked !== null)
    return `git locked it${locked === '' ? '' : ` (${locked})`}: git worktree unlock ${place} unlocks it`;
  if (run === null) return `it has no run. git worktree remove ${place} removes it`;
  // An agent can write there which run is its last.
  for (const id of new Set([run, ...listRuns(folder)])) {
    const owner = known.get(id);
    if (owner?.unfinished !== null) return owner?.unfinished ?? `its run ${id} is not known in this checkout`;
  }
  const holder = readLock(runFolders(folder, run).lock);
  if (!ours && holder?.live === true) return `the run ${holder.run} is active in it`;
  const [first, ...others] = findProcesses(place, run);
  if (first !== undefined)
    return `a process works in it: ${first.pid} ${first.command}${others.length === 0 ? '' : ` and ${others.length} more`}. End it first`;
  const there = { ...config, folder };
  const hand = await findWorkInHand(there);
  if (hand !== null) return `${hand}. Commit or remove that first`;
  const head = await askGit(there, ['rev-parse', 'HEAD']);
  const names = await askGit(repository, ['for-each-ref', '--count=1', '--contains', head, ...NAMED]);
  return names === ''
    ? `no branch has its commit ${head.slice(0, 12)}: git branch NAME ${head.slice(0, 12)} names it`
    : null;
};

const NAMED = ['refs/heads', 'refs/remotes', 'refs/tags'];

const findProcesses = (place: string, run: string): readonly LeftRunning[] => {
  const inside = processTable.list().filter((each) => {
    const at = each.cwd();
    return at !== null && isWithin(place, at);
  });
  return [...describeLeft(inside), ...findLeftRunning(run)];
};
