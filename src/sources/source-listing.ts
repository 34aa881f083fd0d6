/**
 * Which files are sources: by git if there is git, else by a walk through the folder. It is decided once, when a run
 * starts, and recorded: making or removing a repository does not change it.
 *
 * @module
 */
import { readHead } from './list-sources.ts';
import { findLeftOut } from './walk-folder.ts';
import { WorkspaceError } from './workspace-error.ts';

/** How the sources are listed. */
export type SourceListing =
  | {
      /** `git`: by git. `walk`: by a walk through the folder. */
      readonly by: 'git';
    }
  | {
      readonly by: 'walk';
      /** Folders of installed packages and repositories that were there at that time; relative, with `/`. */
      readonly left_out: readonly string[];
    };

export const BY_GIT: SourceListing = { by: 'git' };

/**
 * How the sources of a folder can be listed on this machine, now.
 *
 * @throws {WorkspaceError} when the folder is not there, or git refuses its repository: a walk would see other sources than git
 */
export const findSourceListing = async (folder: string): Promise<SourceListing> => {
  try {
    await readHead(folder);
    return BY_GIT;
  } catch (error) {
    if (error instanceof WorkspaceError && error.lacks !== null)
      return { by: 'walk', left_out: await findLeftOut(folder) };
    throw error;
  }
};
