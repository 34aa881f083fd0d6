/** The commits of a run, found from its last one by their trailers alone, without a ledger. */
import { type CommitTrailers, readTrailers, ProofError } from '../commits/commit-trailers.ts';
import { BELIEVING, readBlobs, openRepository } from '../commits/repository.ts';
import { readGit, runGit } from '../project/sources/git.ts';
import type { CommitFile } from '../project/checkout/checkout.ts';
import { WorkspaceError } from '../project/sources/workspace-error.ts';
import type { Config } from '../project/config/config.ts';
import type { Baseline } from '../evidence/baseline.ts';
import type { Freeze } from '../evidence/integrity/freeze.ts';
import type { PlacedSuite } from '../runners/run-suites.ts';
import type { TestCase } from '../runners/test-run.ts';

// The files of a commit, byte by byte, without a checkout: no filter, hook or config of the repository changes them.

/** The full hash. @param revision a branch, a tag, `HEAD~2`, the beginning of a hash @throws {ProofError} for none */
export const resolveCommit = async (repository: string, revision: string): Promise<string> => {
  try {
    return decode(
      await ask(repository, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]),
    ).trim();
  } catch (error) {
    if (!(error instanceof WorkspaceError) || error.refusal === null) throw error;
    throw new ProofError(
      `Cannot prove ${revision}: there is no such commit in ${repository}. In a shallow clone, fetch the whole history first: git fetch --unshallow.`,
      { cause: error },
    );
  }
};

/** In the order of git. @throws {ProofError} when a name points outside of the target folder */
export const listCommit = async (repository: string, commit: string): Promise<readonly CommitFile[]> => {
  const listed = decode(await ask(repository, ['ls-tree', '-r', '-z', '--full-tree', commit]));
  return listed
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [, mode = '', object = '', path = ''] = /^(\d{6}) [a-z]+ ([0-9a-f]+)\t(.*)$/s.exec(entry) ?? [];
      if (path === '' || path.split('/').some((part) => UNSAFE.test(part)))
        throw new ProofError(
          `Cannot write the files of the commit ${commit}: it has a file name that no checkout would accept (got ${JSON.stringify(entry)}). Rebuild the commit without it.`,
        );
      return { path, mode, object };
    });
};

/** Git itself refuses them in a checkout. */
const UNSAFE = /^(?:|\.|\.\.|\.git)$/i;

/** By their ids, each verified against it. @throws {ProofError} when one is missing, or does not match its id */
export const readObjects = async (
  repository: string,
  objects: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> => {
  const found = new Map<string, Uint8Array>();
  for await (const [object, content] of readBlobs(await openRepository(repository), [...new Set(objects)]))
    found.set(object, content);
  return found;
};

/** No replaced or grafted object is accepted. */
const ask = (repository: string, args: readonly string[]): Promise<Uint8Array> =>
  runGit(repository, args, { env: BELIEVING });

const decode = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();

export interface RunCommit {
  readonly commit: string;
  readonly tree: string;
  readonly subject: string;
  readonly trailers: CommitTrailers;
}

/**
 * The commits of the run that the newest commit with trailers belongs to, oldest first, from its start on. Commits of
 * others between them (an agent, a person) are history, and are omitted.
 * @param tip full hash of the commit to begin at
 * @param run takes the commits of this run; by default of the newest
 * @throws {ProofError} when none of them is a run's, or a message has incomplete trailers
 */
export const readRunCommits = async (repository: string, tip: string, run?: string): Promise<readonly RunCommit[]> => {
  const found: RunCommit[] = [];
  const format = '--format=%H%x00%T%x00%s%x00%B%x01';
  const listed = await readGit(repository, ['log', '--first-parent', format, tip], {
    env: BELIEVING,
  });
  for (const entry of listed.split('\u0001')) {
    const [commit = '', tree = '', subject = '', message = ''] = entry.replace(/^\n/, '').split('\0');
    const wanted = found[0]?.trailers.run ?? run;
    const trailers = readTrailers(message);
    if (trailers === null || (wanted !== undefined && trailers.run !== wanted)) continue;
    found.unshift({ commit, tree, subject, trailers });
    if (trailers.phase === null) break;
  }
  if (found.length > 0) return found;
  throw new ProofError(
    `Cannot prove ${tip}: ${run === undefined ? 'no run' : `the run ${run}`} has a commit in its history. Name a branch of a run, or two commits: dualgate prove BASE..HEAD.`,
  );
};

/** For a commit; or a run's id, whose branch is searched among all. @throws {ProofError} when it is neither */
export const findTip = async (
  repository: string,
  named: string,
): Promise<{ readonly tip: string; readonly run?: string }> => {
  try {
    return { tip: await resolveCommit(repository, named) };
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    const search = ['--fixed-strings', '--all-match', `--grep=Dualgate-Run: ${named}`];
    const found = await readGit(repository, ['log', '--all', '--max-count=1', '--format=%H', ...search], {
      env: BELIEVING,
    });
    const tip = found.trim();
    if (tip === '') throw error;
    return { tip, run: named };
  }
};

/** Sources of a commit by their paths, relative to the workspace; only regular files. */
export type Sources = ReadonlyMap<string, Uint8Array>;

/** Empty for one that is not there. */
export const textIn = (sources: Sources, path: string): string => Buffer.from(sources.get(path) ?? []).toString('utf8');

export interface Known {
  readonly config: Config;
  readonly suites: readonly PlacedSuite[];
  baseline: Baseline;
  readonly criteria: readonly string[];
  /** Those that the spec names together; absent without any. */
  readonly together?: readonly (readonly string[])[];
  held: Freeze;
  tests: { readonly frozen: Freeze; readonly ids: readonly string[]; readonly commit: RunCommit } | null;
  /** The tests that are new, as the last commit whose tests must pass has them; absent before it. */
  latest?: readonly TestCase[];
  reported: readonly string[];
}

export interface SourcesOfRun {
  readonly start: Sources;
  readonly now: Sources;
}
