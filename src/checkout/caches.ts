/**
 * Files of a workspace that are no sources, and those of them that are caches.
 *
 * @module
 */
import { findLeftOut } from '../sources/walk-folder.ts';
import { readGit } from '../sources/git.ts';
import { WorkspaceError } from '../sources/workspace-error.ts';
import { CACHING_TOOLS } from '../testing/replays/caching-tools.ts';

const RESULT_CACHES = CACHING_TOOLS.flatMap(({ folders = [] }) => folders);

export const isResultCache = (path: string): boolean => RESULT_CACHES.some((each) => `/${path}`.endsWith(`/${each}`));

/** Caches are made again: their facts about the workspace are not true of a copy. */
export const isCache = (path: string): boolean =>
  isResultCache(path) || /(?:^|\/)(?:\.dualgate|__pycache__|\.[\w-]*cache|\.(?:git|hg|svn|jj))$/.test(path);

/** Ignored by git or, without git, omitted by a walk; a folder that is ignored as a whole is one name. */
export const listIgnored = async (workspace: string): Promise<readonly string[]> => {
  const question = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];
  try {
    const names = (await readGit(workspace, question)).split('\0');
    return names.flatMap((name) => (name === '' ? [] : [name.replace(/\/$/, '')]));
  } catch (error) {
    if (error instanceof WorkspaceError && error.lacks !== null) return findLeftOut(workspace);
    throw error;
  }
};
