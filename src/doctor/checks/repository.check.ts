/** The repository: git, a commit, a clean tree, and whether exits can be committed. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Check, ofConfig, ok, problemOf, skipped, warning, type Look } from '../check.ts';
import { findSourceListing } from '../../project/sources/fingerprint.ts';
import { readHead } from '../../project/sources/list-sources.ts';
import { findOpenRun } from './workspace.check.ts';
import { WorkspaceError } from '../../project/sources/workspace-error.ts';
import { readGit } from '../../project/sources/git.ts';
import { disarmFilters } from '../../project/sources/disarm.ts';
import { askSettings } from '../../project/sources/git-answers.ts';

const STATUS = ['status', '--porcelain', '-z', '--untracked-files=all', '--ignore-submodules=dirty', '--'];

/**
 * For people. `git status` would run the filters that the repository's config names, and look into submodules, whose
 * configs name programs, too: neither happens. A file that needs its filter may be listed though it is committed.
 * @param paths - as git takes them @returns relative to the repository's root @throws {WorkspaceError} when git refuses
 */
export const listUncommitted = async (folder: string, paths: readonly string[]): Promise<readonly string[]> => {
  const env = disarmFilters(await askSettings(folder));
  return readStatus(await readGit(folder, [...STATUS, ...paths], { env }));
};

/** The paths of `git status --porcelain -z`; the old name follows a renamed path. */
const readStatus = (text: string): readonly string[] => {
  const paths: string[] = [];
  const entries = text.split('\0').values();
  for (const entry of entries) {
    if (entry === '') continue;
    paths.push(entry.slice(3));
    if (/^(?:[RC].|.[RC]) /.test(entry)) entries.next();
  }
  return paths;
};

/** Their changes in the tree are no problem: a run that is not over continues with them. */
const sayWhoseTree: Check['before'] = async ({ config }) => {
  const run = config === null ? null : await findOpenRun(config);
  return run === null ? null : skipped(`not checked: the tree has the work of ${run}, which is not over`);
};

/** Can the exits of a run be committed here: is the tree clean, and is a committer configured? */
export const commitsCheck: Check = {
  name: 'commits',
  needs: ['repository'],
  before: async (visit) => (visit.config?.commits === true ? sayWhoseTree(visit) : null),
  look: ofConfig(async ({ commits }) =>
    ok(commits ? 'each run commits to its own branch' : 'off: a run makes no commits'),
  ),
};

/** Is the tree clean? It need not be, but a clean tree shows what the agent changed. */
export const sourcesCheck: Check = {
  name: 'sources',
  needs: ['repository'],
  before: sayWhoseTree,
  look: async ({ folder }) => {
    if ((await findSourceListing(folder)).by !== 'git') return skipped('not checked: no git to show changes');
    const changed = await listUncommitted(folder, ['.', ':(exclude).dualgate']);
    if (changed.length === 0) return ok('all files are committed');
    return warning(
      changed.length === 1 ? '1 file is not committed' : `${changed.length} files are not committed`,
      `Commit ${changed.length === 1 ? 'it' : 'them'}, to separate your changes from those of the agent.`,
      changed,
    );
  },
};

/** Is there git, and a repository with a commit around the workspace? Git lists the sources then (rule 2.4). */
export const repositoryCheck: Check = {
  name: 'repository',
  needs: [],
  look: async ({ folder }) => {
    const seen = await lookAtGit(folder);
    const left = seen.state === 'problem' ? [] : await findLeavings(folder);
    if (left.length === 0) return seen;
    return warning(
      `empty folders lie here, as the sandbox of codex leaves them where it mounted over missing paths: ${left.join(', ')}`,
      `Remove them: rmdir ${left.join(' ')}. Git takes an empty .git for no repository.`,
    );
  },
};

const lookAtGit = async (folder: string): Promise<Look> => {
  try {
    const version = await readVersion(folder);
    const head = await readHead(folder);
    if (head !== null) return ok(`git ${version}, at commit ${head.slice(0, 10)}`);
    return warning(
      `git ${version}, no commit yet`,
      'Commit your files, to see what the agent changes: git add --all && git commit.',
    );
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error;
    return error.lacks === null ? problemOf(error.message) : warning(LACKS[error.lacks], FIX);
  }
};

/** Empty folders of these names are of no use to any program. */
const findLeavings = async (folder: string): Promise<readonly string[]> => {
  const names = ['.git', '.agents', '.codex', '.aws'];
  const found = await Promise.all(names.map((name) => readdir(join(folder, name)).catch(() => null)));
  return names.filter((_name, at) => found[at]?.length === 0);
};

const LACKS = {
  git: 'git was not found: every file counts as a source, except files of installed packages',
  repository: 'no git repository: every file counts as a source, except files of installed packages',
} as const;

const FIX =
  'In tests.writes, list the files that the suite writes. Or run git init: dualgate then uses .gitignore, and git shows what the agent changes.';

const readVersion = async (folder: string): Promise<string> => {
  const said = await readGit(folder, ['--version']);
  return /\d+(?:\.\d+)+/.exec(said)?.[0] ?? said;
};
