/** Compares the ledger of a list with its merges, if available: each merge names the record that measured its files. */
import type { Config } from '../project/config/config.ts';
import { judgeSources } from '../evidence/integrity/earlier/judge-earlier.ts';
import { BELIEVING, type MergeTrailers, readMergeTrailers } from '../commits/repository.ts';
import { ProofError } from '../commits/commit-trailers.ts';
import { readGit } from '../project/sources/git.ts';
import type { CommitFile } from '../project/checkout/checkout.ts';
import { listCommit, resolveCommit, readRunCommits, textIn } from './run-commits.ts';
import { readSources } from './measure-checkout.ts';

interface MergeQuestion {
  readonly repository: string;
  /** Path of the workspace in it, with `/`; `''` for the root. */
  readonly place: string;
  readonly suites: Config['tests']['suites'];
  readonly onto: string;
  readonly commit: string;
  readonly tree: string;
  /** Files in which a criterion of the task changed a test. */
  readonly named: ReadonlySet<string>;
}

export const filesWithChangedTests = async (repository: string, commit: string): Promise<ReadonlySet<string>> => {
  const commits = await readRunCommits(repository, commit);
  return new Set(commits.flatMap(({ trailers: { changed = [] } }) => changed.map(({ file }) => file)));
};

/** One sentence about each file, without a full stop. */
export const judgeMergedTests = async (question: MergeQuestion): Promise<readonly string[]> => {
  const { repository, place, suites, onto, commit, tree, named } = question;
  const start = place === '' ? '' : `${place}/`;
  const list = async (of: string): Promise<ReadonlyMap<string, CommitFile>> =>
    new Map(
      (await listCommit(repository, of)).flatMap((file) =>
        file.path.startsWith(start)
          ? [[file.path.slice(start.length), { ...file, path: file.path.slice(start.length) }]]
          : [],
      ),
    );
  const base = (await readGit(repository, ['merge-base', onto, commit], { env: BELIEVING })).trim();
  const [common, target, merged] = [await list(base), await list(onto), await list(tree)];
  const isOther = (one: CommitFile | undefined, other: CommitFile | undefined): boolean =>
    one?.object !== other?.object;
  const moved = new Set(
    [...target].flatMap(([path, file]) =>
      isOther(common.get(path), file) && isOther(file, merged.get(path)) ? [path] : [],
    ),
  );
  if (moved.size === 0) return [];
  const [before, now] = [
    await readSources(repository, [...target.values()]),
    await readSources(repository, [...merged.values()]),
  ];
  const found = await judgeSources({
    suites,
    before: { paths: new Set(before.keys()), read: async (path) => textIn(before, path) },
    now: { paths: new Set(now.keys()), read: async (path) => textIn(now, path) },
    moved,
    named,
    reported: [],
  });
  return found.map(
    ({ path, why }) => `the tests of ${path}, which were merged meanwhile, are no longer as they were: ${why}`,
  );
};

/** The merges of a task list, found from a commit by their trailers alone, without a ledger. */
export interface ListMerge {
  readonly commit: string;
  readonly tree: string;
  /** The target before it, and the last commit of the task. */
  readonly parents: readonly [onto: string, merged: string];
  readonly trailers: MergeTrailers;
}

/**
 * The last merge of a list, if it is nearer in the history than the last commit of a run.
 * @param named - a commit by any name, or the id of a list
 * @returns `null` for a run
 */
export const findLastMerge = async (repository: string, named: string): Promise<ListMerge | null> => {
  const isList = /^list-[A-Za-z0-9-]+$/.test(named);
  const from = isList ? ['--all'] : await nameCommit(repository, named);
  if (from === null) return null;
  const words = isList ? [`--grep=^Task-List: ${named}$`] : ['--grep=^Dualgate-Run: ', '--grep=^Task-Record: '];
  const [last] = await readLog(repository, ['--max-count=1', ...words, ...from]);
  return last ?? null;
};

const nameCommit = async (repository: string, named: string): Promise<readonly string[] | null> => {
  try {
    return ['--first-parent', await resolveCommit(repository, named)];
  } catch (error) {
    // It may be the id of a run.
    if (error instanceof ProofError) return null;
    throw error;
  }
};

/** Those of the same list, oldest first, the given one last. */
export const readListMerges = async (repository: string, last: ListMerge): Promise<readonly ListMerge[]> => {
  const { list } = last.trailers;
  const found = await readLog(repository, ['--first-parent', `--grep=^Task-List: ${list}$`, last.commit]);
  return found.filter(({ trailers }) => trailers.list === list).toReversed();
};

const readLog = async (repository: string, args: readonly string[]): Promise<readonly ListMerge[]> => {
  const format = '--format=%H%x00%T%x00%P%x00%B%x01';
  const listed = await readGit(repository, ['log', format, ...args], { env: BELIEVING });
  return listed.split('\u0001').flatMap((entry) => {
    const [commit = '', tree = '', parents = '', message = ''] = entry.replace(/^\n/, '').split('\0');
    const [onto, merged, ...others] = parents.split(' ');
    const trailers = readMergeTrailers(message);
    if (trailers === null || onto === undefined || merged === undefined || others.length > 0) return [];
    return [{ commit, tree, parents: [onto, merged] as const, trailers }];
  });
};
