/** Finds what prevents a run that commits its exits, before any cost (rule 2.6). */
import { relative, dirname, isAbsolute, join, resolve } from 'node:path';
import { type Config, specsOf } from '../../project/config/config.ts';
import { readHead } from '../../project/sources/list-sources.ts';
import { WorkspaceError } from '../../project/sources/workspace-error.ts';
import { nameBranch, readHeadBranch } from '../../commits/branch.ts';
import { openRepository, type Repository } from '../../commits/repository.ts';
import { ProofError } from '../../commits/commit-trailers.ts';
import { findGitOperation, findLeftOutOfCheckout, findUncommittedPaths } from '../../commits/draft-tree.ts';
import { showPath } from '../../commits/restore-files.ts';
import { readAuthor } from '../../commits/write-commit.ts';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { makeTemporaryFolder } from '../../base/temporary-folder.ts';
import { readGit } from '../../project/sources/git.ts';

/** An ignore setting on two branches: a config may include files on one alone (`includeIf "onbranch:…"`). Empty where it is not set. */
interface BranchSetting {
  readonly key: string;
  readonly here: string;
  readonly there: string;
}

const KEYS = ['core.excludesFile', 'core.ignoreCase'];

/** @param top - absolute: the root of the work tree @param branches - `null`: HEAD is detached */
const compareBranchSettings = async (
  top: string,
  { here, there }: { readonly here: string | null; readonly there: string | null },
): Promise<readonly BranchSetting[]> => {
  const includes = await listBranchIncludes(top);
  if (includes.length === 0) return [];
  const home = await makeTemporaryFolder('git');
  try {
    await Promise.all(['objects', 'refs'].map((name) => mkdir(join(home, name))));
    const config = join(home, 'includes');
    await writeFile(config, includes.join(''), 'latin1');
    const ask = async (branch: string | null, key: string): Promise<string> => {
      await writeFile(join(home, 'HEAD'), branch === null ? `${'0'.repeat(40)}\n` : `ref: refs/heads/${branch}\n`);
      const question = ['config', '--includes', '--file', config, '--default', '', '--get', key];
      return readGit(home, [`--git-dir=${home}`, ...question]);
    };
    const settings: BranchSetting[] = [];
    for (const key of KEYS) settings.push({ key, here: await ask(here, key), there: await ask(there, key) });
    return settings.filter((each) => each.here !== each.there);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
};

/** The conditional includes as sections of a config of their own, in Latin-1. */
const listBranchIncludes = async (top: string): Promise<readonly string[]> => {
  const listed = (await readGit(top, ['config', '-z', '--show-origin', '--list'], { encoding: 'latin1' })).split('\0');
  return listed.flatMap((origin, at) => {
    const [, condition, path] = /^includeif\.(onbranch:.*)\.path\n(.*)$/is.exec(listed[at + 1] ?? '') ?? [];
    if (at % 2 === 1 || condition === undefined || path === undefined) return [];
    return [`[includeIf ${quote(condition)}]\n\tpath = ${quote(locate(path, origin.replace(/^file:/, ''), top))}\n`];
  });
};

/** Git says a path of its own file relative to the root. */
const locate = (path: string, file: string, top: string): string => {
  if (path.startsWith('~/')) return join(homedir(), path.slice(2));
  if (isAbsolute(path) || /^[~%]/.test(path)) return path;
  return resolve(top, dirname(file), path);
};

const quote = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

/** Each with the way out; none where the config asks for no commits. */
export const findCommitProblems = async (config: Config): Promise<readonly string[]> => {
  if (!config.commits) return [];
  try {
    const repository = await openRepository(config.folder);
    const head = await readHead(config.folder);
    if (head === null)
      return ['The repository has no commit to start a branch from. Commit the files: git add --all && git commit.'];
    const [author, operation] = [await readAuthor(repository, process.env), findGitOperation(repository)];
    // Changes in the checkout do not matter there.
    const isDeferred = config.workspace === 'worktree' && !repository.isLinked;
    return [
      ...(author === null
        ? [
            'Git has no user to commit as. Run git config --global user.name "…" and git config --global user.email "…".',
          ]
        : []),
      ...(operation === null || isDeferred
        ? []
        : [`Git is in the middle of ${operation}. Finish it first: git status shows how.`]),
      ...(await describeBranchSettings(config, repository, isDeferred ? null : await readHeadBranch(repository))),
      ...(isDeferred ? [] : await describeUncommitted(config, repository, head)),
    ];
  } catch (error) {
    if (error instanceof ProofError) return [error.message];
    if (!(error instanceof WorkspaceError)) throw error;
    // If git refuses the repository, the problems of the sources say so.
    return error.lacks === null ? [] : [LACKS[error.lacks]];
  }
};

const LACKS = {
  git: 'With commits: true, each exit of a phase is a commit, but git was not found. Install git, or set commits: false.',
  repository:
    'With commits: true, each exit of a phase is a commit, but the workspace is in no git repository. Create one and commit the files (git init && git add --all && git commit), or set commits: false.',
} as const;

/** Frozen before the run stands on its branch, they would change without anybody's doing. */
const describeBranchSettings = async (
  { work }: Config,
  repository: Repository,
  here: string | null,
): Promise<readonly string[]> => {
  const there = await nameBranch(repository, work.spec);
  const settings = await compareBranchSettings(repository.top, { here, there });
  return settings.map(
    ({ key, here: before, there: after }) =>
      `A config of git includes a file by the branch (includeIf "onbranch:…"): ${key} is ${before || 'not set'} on ${here ?? 'no branch'} and ${after || 'not set'} on ${there}, where the run works. Set ${key} for both, or set commits: false.`,
  );
};

const describeUncommitted = async (
  config: Config,
  repository: Repository,
  head: string,
): Promise<readonly string[]> => {
  const [outside, ...others] = await findLeftOutOfCheckout(repository, head);
  if (outside !== undefined)
    return [
      `The checkout is sparse, and a commit of the measured files would delete ${outside}${others.length === 0 ? '' : ` and ${others.length} more`}. Run git sparse-checkout disable, or set commits: false.`,
    ];
  const changed = await findUncommittedPaths(repository, { head, writes: config.tests.writes });
  const own = listOwn(config, repository);
  const foreign = changed.filter((path) => !own.includes(path));
  if (foreign.length === 0) return [];
  const named = foreign.slice(0, MAX_NAMED).join(', ');
  const rest = foreign.length > MAX_NAMED ? ` and ${foreign.length - MAX_NAMED} more` : '';
  return [
    `The working tree is not clean: ${named}${rest}. Commit the changes, put them away (git stash --include-untracked), or set commits: false. Where git status shows none: files that git converts (Git LFS, a filter, core.autocrlf) and checked-out submodules count as changed.`,
  ];
};

/** The files that a run begins with go into its first commit: the config and the spec. */
const listOwn = ({ files, folder, work }: Config, { prefix }: Repository): readonly string[] =>
  [...files.map((path) => relative(folder, path).replaceAll('\\', '/')), ...specsOf(work)].map(
    (path) => `${showPath(prefix)}${path}`,
  );

const MAX_NAMED = 10;
