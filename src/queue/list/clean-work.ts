/** Removes worktrees and branches of finished work: runs move to the checkout, and another branch has the commits. */
import { existsSync, rmSync, cpSync, realpathSync, renameSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { readText, readBytes, readPlainBytes } from '../../base/files/open-plain.ts';
import { DualgateError } from '../../../gates/errors.ts';
import type { Config } from '../../project/config/config.ts';
import { LockError } from '../../ledger/ledger-error.ts';
import { writeView } from '../../ledger/write-view.ts';
import { takeLock } from '../../ledger/lock.ts';
import { worktreeNote } from '../../ledger/state-folder.ts';
import { isMerged } from '../../commits/branch.ts';
import { askGit, git, openRepository, type Repository } from '../../commits/repository.ts';
import { showPath } from '../../commits/restore-files.ts';
import { readCurrentRun, runFolders, createStateFolder } from '../../records/run-folders.ts';
import { setUpLogs, worktreesOf } from '../../run/open-worktree.ts';
import { createListFolders, listFolders } from './list-folders.ts';
import { judgeWorktree, type Worktree, findKnownRuns, type KnownRun } from './judge-worktree.ts';
import { listRuns } from '../../view/locate-run.ts';
import { makePrivateFolder } from '../../base/files/folders.ts';
import { readErrorCode } from '../../base/text/describe-cause.ts';

interface Cleaned {
  readonly what: 'worktree' | 'branch';
  /** A path, or a name without `refs/heads/`. */
  readonly name: string;
  readonly of: string | null;
  readonly run: string | null;
}

interface Kept extends Cleaned {
  readonly why: string;
}

export interface CleanedWork {
  readonly removed: readonly Cleaned[];
  readonly kept: readonly Kept[];
}

interface CleanOptions {
  readonly config: Config;
  readonly owned: readonly KnownRun[];
  readonly broken: readonly string[];
  /** Nothing is removed. */
  readonly dryRun: boolean;
  readonly now?: () => Date;
}

/** @throws {ProofError} when git refuses @throws {LockError} when a lock cannot be read */
export const cleanWork = async (options: CleanOptions): Promise<CleanedWork> => {
  const lock = options.dryRun ? null : holdLists(options);
  try {
    const repository = await openRepository(options.config.folder);
    const worktrees = await findWorktrees(repository);
    const { folder } = options.config;
    const places = worktrees.map((each) => each.folder);
    const known = await findKnownRuns({ ...options, folder, places });
    const trees = await cleanWorktrees(options, { repository, worktrees, known });
    const branches = await cleanBranches(options, { repository, known, gone: trees.removed });
    return {
      removed: [...trees.removed, ...branches.removed],
      kept: [...trees.kept, ...branches.kept],
    };
  } finally {
    lock?.release();
  }
};

/** No list begins meanwhile; one that is active keeps its work. */
const holdLists = ({ config: { folder }, now = () => new Date() }: CleanOptions) => {
  const folders = listFolders(folder, 'none');
  createListFolders(folders);
  return tryLock(folders.lock, now);
};

const tryLock = (path: string, now: () => Date): ReturnType<typeof takeLock> | null => {
  try {
    return takeLock(path, { run: 'work-clean', now });
  } catch (error) {
    if (error instanceof LockError) return null;
    throw error;
  }
};

/** Those of dualgate; a place that a person removed is not one. */
const findWorktrees = async (repository: Repository): Promise<readonly Worktree[]> => {
  const listed = await askGit(repository, ['worktree', 'list', '--porcelain']);
  return listed.split(/\n\n+/).flatMap((entry) => {
    const [first = '', ...lines] = entry.split('\n');
    const place = first.replace(/^worktree /, '');
    if (dirname(place) !== worktreesOf(repository) || !existsSync(place)) return [];
    const folder = join(place, showPath(repository.prefix));
    const locked = lines.find((line) => /^locked\b/.test(line))?.replace(/^locked ?/, '') ?? null;
    return [{ place, folder, run: readCurrentRun(folder), locked }];
  });
};

interface Trees {
  readonly repository: Repository;
  readonly worktrees: readonly Worktree[];
  readonly known: ReadonlyMap<string, KnownRun>;
}

const cleanWorktrees = (
  { config, dryRun, now = () => new Date() }: CleanOptions,
  { repository, worktrees, known }: Trees,
): Promise<CleanedWork> =>
  cleanEach(
    worktrees.map((worktree) => {
      const { place, folder, run } = worktree;
      const of = run === null ? null : (known.get(run)?.of ?? null);
      const judge = (ours: boolean) => judgeWorktree(worktree, { config, known, repository, ours });
      const clean = async (): Promise<string | null> => {
        const why = await judge(false);
        if (why !== null || dryRun) return why;
        // From here on, no run begins in it.
        const lock = tryLock(runFolders(folder, 'none').lock, now);
        try {
          return lock === null ? 'a run is active in it' : ((await judge(true)) ?? (await remove(config, worktree)));
        } finally {
          lock?.release();
        }
      };
      return { named: { what: 'worktree', name: place, of, run }, clean };
    }),
  );

interface Candidate {
  readonly named: Cleaned;
  readonly clean: () => Promise<string | null>;
}

const cleanEach = async (candidates: readonly Candidate[]): Promise<CleanedWork> => {
  const [removed, kept]: readonly [Cleaned[], Kept[]] = [[], []];
  for (const { named, clean } of candidates) {
    const why = await clean().catch(wordProblem);
    if (why === null) removed.push(named);
    else kept.push({ ...named, why });
  }
  return { removed, kept };
};

/** One that cannot be judged or removed keeps no other. */
const wordProblem = (error: unknown): string => {
  if (error instanceof DualgateError) return error.message.replace(/\.$/, '');
  throw error;
};

/** Both absolute: workspaces. @returns why one cannot be moved; `null`: all are in `to` */
const moveRuns = (from: string, to: string): string | null => {
  createStateFolder(runFolders(to, 'none'));
  makePrivateFolder(runFolders(to, 'none').runs);
  for (const id of listRuns(from)) {
    const [old, there] = [runFolders(from, id), runFolders(to, id)];
    // An agent can write there.
    if (realpathSync(old.ledger) !== join(realpathSync(from), relative(from, old.ledger)))
      return `its run ${id} is behind a link: ${old.run}. Check who made it`;
    if (!existsSync(there.ledger)) moveFolder(old.run, there.run);
    // A kill between the copy and the removal of the worktree.
    else if (readBytes(old.ledger)?.equals(readPlainBytes(there.ledger)) !== true)
      return `its run ${id} is in ${there.run} too, with another ledger. Move one of them away`;
  }
  return null;
};

/** The complete folder, or none, is there at any time, also on another disk. */
const moveFolder = (from: string, to: string): void => {
  try {
    renameSync(from, to);
  } catch (error) {
    if (readErrorCode(error) !== 'EXDEV') throw error;
    const draft = join(to, '..', `.${process.pid}.draft`);
    rmSync(draft, { recursive: true, force: true });
    cpSync(from, draft, { recursive: true, preserveTimestamps: true });
    renameSync(draft, to);
  }
};

const remove = async (config: Config, { place, folder, run }: Worktree): Promise<string | null> => {
  const why = moveRuns(folder, config.folder);
  if (why !== null) return why;
  await git(config, ['worktree', 'remove', '--force', place]);
  for (const log of Object.values(setUpLogs(place))) rmSync(log, { force: true });
  // Commands without --run were about the run of the last worktree.
  const note = worktreeNote(config.folder, process.env);
  if (readText(note)?.trim() === folder) writeView(runFolders(config.folder, 'none').current, `${run ?? ''}\n`);
  return null;
};

interface Branches {
  readonly repository: Repository;
  readonly known: ReadonlyMap<string, KnownRun>;
  readonly gone: readonly Cleaned[];
}

const cleanBranches = async ({ dryRun }: CleanOptions, { repository, known, gone }: Branches): Promise<CleanedWork> => {
  const owners = new Map([...known.values()].map((each) => [each.branch, each]));
  const branches = await listBranches(repository);
  return cleanEach(
    branches.map(({ name, tip, at }) => {
      const owner = owners.get(name);
      const isFree = at === '' || gone.some((each) => each.name === at);
      const judge = async (): Promise<string | null> => {
        if (owner === undefined) return `no run of this checkout is known for it. git branch -D ${name} removes it`;
        if (owner.unfinished !== null) return owner.unfinished;
        if (!(await isMerged(repository, tip)))
          return `no other branch has its commits. Merge it, or remove it with git branch -D ${name}`;
        return isFree ? null : `it is checked out in ${at}`;
      };
      const clean = async (): Promise<string | null> => {
        const why = await judge();
        // Only if nobody moved it meanwhile.
        if (why === null && !dryRun) await git(repository, ['update-ref', '-d', `refs/heads/${name}`, tip]);
        return why;
      };
      return { named: { what: 'branch', name, of: owner?.of ?? null, run: owner?.run ?? null }, clean };
    }),
  );
};

const listBranches = async (repository: Repository) => {
  const format = '--format=%(refname:lstrip=2)%00%(objectname)%00%(worktreepath)';
  const listed = await askGit(repository, ['for-each-ref', format, 'refs/heads/dualgate/']);
  return listed
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\0'))
    .map(([name = '', tip = '', at = '']) => ({ name, tip, at }));
};
