/** The branch of a run, and HEAD. A branch is moved only from its last known commit. */
import { askGit, git, type Repository } from './repository.ts';

const BRANCHES = 'refs/heads/';

/** A spec whose folder names the feature: `specs/001-login/spec.md`. */
const NAMED_BY_FOLDER = /(?:^|\/)specs\/([^/]+)\/(?:spec|requirements)\.md$/;

/** The branch of the work on a spec: `dualgate/slugify` for `specs/slugify.md`; with `-2` and so on when it is taken. */
export const nameBranch = async (repository: Repository, spec: string): Promise<string> => {
  const name = `dualgate/${branchWord(spec)}`;
  const listed = await askGit(repository, ['for-each-ref', '--format=%(refname)', `${BRANCHES}dualgate`]);
  const taken = new Set(listed.toLowerCase().split('\n'));
  for (let n = 1; ; n += 1) {
    const wanted = n === 1 ? name : `${name}-${n}`;
    if (!taken.has(`${BRANCHES}${wanted}`)) return wanted;
  }
};

export const branchWord = (spec: string): string => {
  const folder = NAMED_BY_FOLDER.exec(spec)?.[1];
  const file = folder === undefined ? (spec.split('/').at(-1) ?? '') : `${folder}.md`;
  const word = file
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  return word === '' ? 'work' : word;
};

export const readTip = async (repository: Repository, branch: string): Promise<string | null> => {
  const tip = await askGit(repository, ['for-each-ref', '--format=%(objectname)', `${BRANCHES}${branch}`]);
  return tip === '' ? null : tip;
};

/** @param from - the last known tip; `null`: the branch is new @throws {ProofError} when it is elsewhere by now */
export const moveBranch = async (
  repository: Repository,
  branch: string,
  { to, from, why }: { readonly to: string; readonly from: string | null; readonly why: string },
): Promise<void> => {
  const old = from ?? '0'.repeat(to.length);
  await git(repository, ['update-ref', '-m', why, `${BRANCHES}${branch}`, to, old]);
};

/** Keeps commits from being garbage-collected, under a ref name of dualgate's own. */
export const keepAside = (repository: Repository, run: string, commit: string): Promise<string> => {
  const ref = `refs/dualgate/${run}/${commit.slice(0, 12)}`;
  return git(repository, ['update-ref', ref, commit]).then(() => ref);
};

export const readHeadBranch = async (repository: Repository): Promise<string | null> => {
  const ref = await askGit(repository, ['rev-parse', '--symbolic-full-name', 'HEAD']);
  return ref.startsWith(BRANCHES) ? ref.slice(BRANCHES.length) : null;
};

export const standOn = async (repository: Repository, branch: string, why: string): Promise<void> => {
  await git(repository, ['symbolic-ref', '-m', why, 'HEAD', `${BRANCHES}${branch}`]);
};

/** Whether `old` is an ancestor of `young`, or the same. */
export const isAncestor = async (repository: Repository, old: string, young: string): Promise<boolean> => {
  const between = await askGit(repository, ['rev-list', '--max-count=1', old, `^${young}`]);
  return between === '';
};

const OF_RUNS = /^refs\/(?:heads|remotes\/[^/]+)\/dualgate\//;

/** Whether a branch that is not of a run has the commit, here or as last seen on a remote. */
export const isMerged = async (repository: Repository, commit: string): Promise<boolean> => {
  // `origin/HEAD` is the name of another branch.
  const format = '--format=%(if)%(symref)%(then)%(else)%(refname)%(end)';
  const listed = await askGit(repository, ['for-each-ref', format, '--contains', commit, BRANCHES, 'refs/remotes/']);
  return listed.split('\n').some((ref) => ref !== '' && !OF_RUNS.test(ref));
};
