/** Why a worktree is kept: its work is not finished, a process has it, or something in it would be lost. */
import { LedgerError } from '../../ledger/ledger-error.ts';
import { listNames, isWithin } from '../../base/files/folders.ts';
import { readLock } from '../../ledger/lock-file.ts';
import { RunError } from '../../records/run-error.ts';
import { readSoundState } from '../../view/read-run.ts';
import { listRuns } from '../../view/locate-run.ts';
import { listFolders } from './list-folders.ts';
import { readWorkList } from './read-work-list.ts';
import { runFolders } from '../../records/run-folders.ts';
import type { Config } from '../../project/config/config.ts';
import { processTable } from '../../base/processes/find-processes.ts';
import { askGit, type Repository } from '../../commits/repository.ts';
import { describeLeft, findLeftRunning, type LeftRunning } from '../../run/end-killed-run.ts';
import { findWorkInHand } from './move-checkout.ts';

/** A run that `work clean` knows, of a list, of an item, or single: what its work is, and why that is not finished. */
export interface KnownRun {
  readonly run: string;
  /** For people: the task, the item or the run. */
  readonly of: string;
  /** Why that is not finished; `null`: it is. */
  readonly unfinished: string | null;
  /** `null`: it has no commit, or its name is not known. */
  readonly branch: string | null;
}

interface Question {
  readonly folder: string;
  readonly owned: readonly KnownRun[];
  /** Owners that cannot be read: a run without an owner may be theirs. */
  readonly broken: readonly string[];
  readonly places: readonly string[];
}

/** The later run of a branch's name comes later. */
export const findKnownRuns = async ({
  folder,
  owned,
  broken: others,
  places,
}: Question): Promise<ReadonlyMap<string, KnownRun>> => {
  const lists = await readLists(folder);
  const broken = [...others, ...lists.broken];
  const owners = new Map([...lists.owned, ...owned].map((each) => [each.run, each]));
  const found = new Map(owners);
  for (const place of [folder, ...places])
    for (const run of listRuns(place)) {
      const { branch, unfinished } = await readEnd(place, run);
      const alone = broken.length === 0 ? unfinished : `it may be of ${broken.join(', ')}, which cannot be read`;
      const owner = owners.get(run) ?? { run, of: `the run ${run}`, unfinished: alone, branch: null };
      found.set(run, { ...owner, branch: branch ?? owner.branch });
    }
  return new Map([...found].toSorted(([one], [other]) => (one < other ? -1 : 1)));
};

const readEnd = async (
  place: string,
  run: string,
): Promise<{ readonly branch: string | null; readonly unfinished: string | null }> => {
  const state = await readSoundState(place, run);
  if (state === null)
    return { branch: null, unfinished: `its ledger cannot be read; dualgate verify --run ${run} says why` };
  const { branch, ending } = state;
  const name = branch === null || branch.tip === null ? null : branch.name;
  return { branch: name, unfinished: ending?.status === 'completed' ? null : 'it is not completed' };
};

interface Lists {
  readonly owned: readonly KnownRun[];
  readonly broken: readonly string[];
}

const readLists = async (folder: string): Promise<Lists> => {
  const { lists, lock } = listFolders(folder, 'none');
  const active = readActive(lock);
  const [owned, broken]: readonly [KnownRun[], string[]] = [[], []];
  for (const list of listNames(lists).filter((name) => name.startsWith('list-'))) {
    try {
      const { records, state } = (await readWorkList({ folder }, list)) ?? { records: [], state: null };
      for (const { type, data } of records) {
        if (type !== 'task.started') continue;
        const task = state?.tasks.find(({ spec }) => spec === data.task);
        const open = task?.is === 'done' ? null : 'its task is not done';
        owned.push({
          run: data.run,
          of: task?.name ?? data.task,
          unfinished: active === list ? `the list ${list} is active` : open,
          branch: task?.run === data.run ? task.branch : null,
        });
      }
    } catch (error) {
      if (!(error instanceof LedgerError || error instanceof RunError)) throw error;
      broken.push(`the list ${list}`);
    }
  }
  return { owned, broken };
};

const readActive = (lock: string): string | null => {
  const holder = readLock(lock);
  return holder?.live === true ? holder.run : null;
};

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
