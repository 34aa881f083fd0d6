/**
 * The runs of a checkout that `work clean` knows: those of its lists, of its work items, and single ones; each with what its
 * work is, and why that is not finished.
 *
 * @module
 */
import { LedgerError } from '../../ledger/ledger-error.ts';
import { listNames } from '../../files/folders.ts';
import { readLock } from '../../ledger/lock.ts';
import { RunError } from '../../records/run-error.ts';
import { listRuns } from '../../view/list-runs.ts';
import { readSoundState } from '../../view/read-state.ts';
import { listFolders } from '../list-folders.ts';
import { readWorkList } from '../read-work-list.ts';

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
  /** Absolute: the workspace of the checkout. */
  readonly folder: string;
  /** Runs of work items. */
  readonly owned: readonly KnownRun[];
  /** Owners that cannot be read: a run without an owner may be theirs. */
  readonly broken: readonly string[];
  /** Absolute: the workspaces of the worktrees. */
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

/** The list that a process works on. @throws {LockError} when its lock cannot be read */
const readActive = (lock: string): string | null => {
  const holder = readLock(lock);
  return holder?.live === true ? holder.run : null;
};
