/**
 * The files that are not committed, for people. `git status` would run the filters that the repository's config names,
 * and look into submodules, whose configs name programs of their own: neither happens. A file that needs its filter may
 * be listed though it is committed.
 */
import { disarmFilters } from './disarm.ts';
import { askSettings } from './git-answers.ts';
import { readGit } from './git.ts';

const STATUS = ['status', '--porcelain', '-z', '--untracked-files=all', '--ignore-submodules=dirty', '--'];

/** @param paths - as git takes them @returns relative to the root of the repository @throws {WorkspaceError} when git refuses */
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
