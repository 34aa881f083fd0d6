/**
 * The tests that others merged while a task was worked on, in the files of its merge: each is there as it was, with its
 * helpers and tables (rule 2.7), but for the files in which the task's own criteria changed a test.
 *
 * @module
 */
import type { Config } from '../../../config/shape-config.ts';
import { judgeSources } from '../../../integrity/earlier/judge-sources.ts';
import { BELIEVING } from '../../repository.ts';
import { readGit } from '../../../sources/git.ts';
import type { CommitFile } from '../../../checkout/checkout.ts';
import { listCommit } from '../commit-files.ts';
import { readSources } from '../mutate-checkout.ts';
import { readRunCommits } from '../run-commits.ts';

interface MergeQuestion {
  /** Absolute, with the objects of all commits. */
  readonly repository: string;
  /** Path of the workspace in it, with `/`; `''` for the root. */
  readonly place: string;
  readonly suites: Config['tests']['suites'];
  /** The target before the merge. */
  readonly onto: string;
  /** The last commit of the task. */
  readonly commit: string;
  /** Git's id of the files of the merge. */
  readonly tree: string;
  /** Files in which a criterion of the task changed a test. */
  readonly named: ReadonlySet<string>;
}

/** Those that the commits of a task's run name. @throws {ProofError} when there is no run */
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
  const read = (sources: ReadonlyMap<string, Uint8Array>) => async (path: string) =>
    Buffer.from(sources.get(path) ?? []).toString('utf8');
  const found = await judgeSources({
    suites,
    before: { paths: new Set(before.keys()), read: read(before) },
    now: { paths: new Set(now.keys()), read: read(now) },
    moved,
    named,
    reported: [],
  });
  return found.map(
    ({ path, why }) => `the tests of ${path}, which were merged meanwhile, are no longer as they were: ${why}`,
  );
};
