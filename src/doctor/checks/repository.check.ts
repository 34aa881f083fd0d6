/**
 * Is git installed, and is the workspace in a repository with a commit? Git lists the sources, if there is a repository (rule 2.4).
 *
 * @module
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readHead } from '../../sources/list-sources.ts';
import { WorkspaceError } from '../../sources/workspace-error.ts';
import type { Check } from '../check.ts';
import { type Look, ok, problemOf, warning } from '../finding.ts';
import { readGit } from '../../sources/git.ts';

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
