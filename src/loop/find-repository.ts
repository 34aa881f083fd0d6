/**
 * The folders of the repository around a workspace, for a sandbox. Git's answer is not enough: if the workspace has
 * no `.git` of its own, an agent can put one there that names any other repository of the user.
 *
 * @module
 */
import { dirname, join } from 'node:path';
import { askRepository, toUtf8 } from '../sources/git-answers.ts';
import { WorkspaceError } from '../sources/workspace-error.ts';
import { isWithin } from '../processes/is-within.ts';
import { readText } from '../files/open-plain.ts';

interface Repository {
  /** Absolute: git's own folders, and `.git` of the workspace. */
  readonly git: readonly string[];
  /** Absolute: the folder that contains `.git`; `null` without a repository. */
  readonly root: string | null;
}

/** @param workspace - absolute */
export const findRepository = async (workspace: string): Promise<Repository> => {
  const none: Repository = { git: [join(workspace, '.git')], root: null };
  try {
    const { gitDir, commonDir } = await askRepository(workspace);
    const [own, common] = [toUtf8(gitDir), toUtf8(commonDir)];
    const root = await findRoot(own, workspace);
    if (root === null) return none;
    return { git: [own, ...(isWithin(common, own) ? [common] : []), ...none.git], root };
  } catch (error) {
    // Without a repository no run begins; another check reports that.
    if (error instanceof WorkspaceError) return none;
    throw error;
  }
};

/** It is around the workspace, or names its own work tree (`git worktree`). */
const findRoot = async (folder: string, workspace: string): Promise<string | null> => {
  const [around = ''] = folder.split('/.git', 1);
  if (isWithin(around, workspace)) return around;
  const back = dirname((readText(join(folder, 'gitdir')) ?? '').trim());
  return back !== '.' && isWithin(back, workspace) ? back : null;
};
