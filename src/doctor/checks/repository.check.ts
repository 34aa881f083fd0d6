/**
 * Is there git, and is the workspace in a repository with a commit? Sources are told by git, where there is one (RULES 2.4).
 *
 * @module
 */
import { runGit } from '../../sources/git.ts';
import { readHead } from '../../sources/list-sources.ts';
import { WorkspaceError } from '../../sources/workspace-error.ts';
import type { Check } from '../check.ts';
import { ok, problemOf, warning } from '../finding.ts';

export const repositoryCheck: Check = {
  name: 'repository',
  needs: [],
  look: async ({ folder }) => {
    try {
      const version = await readVersion(folder);
      const head = await readHead(folder);
      if (head !== null) return ok(`git ${version}, at commit ${head.slice(0, 10)}`);
      return warning(
        `git ${version}, without any commit`,
        'Commit what is there, so that what the agent changes can be told from it: git add --all && git commit.',
      );
    } catch (error) {
      if (!(error instanceof WorkspaceError)) throw error;
      return error.lacks === null ? problemOf(error.message) : warning(LACKS[error.lacks], MEND);
    }
  },
};

const LACKS = {
  git: 'git was not found: every file is a source, but those of installed packages',
  repository: 'no git repository: every file is a source, but those of installed packages',
} as const;

const MEND =
  'What the suite writes for itself belongs into tests.writes. In a repository (git init) .gitignore would count, and what the agent changes could be looked at.';

const readVersion = async (folder: string): Promise<string> => {
  const said = Buffer.from(await runGit(folder, ['--version'])).toString('utf8');
  return /\d+(?:\.\d+)+/.exec(said)?.[0] ?? said.trim();
};
