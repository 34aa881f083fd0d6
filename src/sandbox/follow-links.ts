/**
 * Follows a path link by link, so that it can be built again where the folders that hold the links are not there.
 *
 * @module
 */
import { lstatSync, readlinkSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';

export interface FollowedPath {
  /** Without any link. */
  readonly real: string;
  readonly isFolder: boolean;
  /** The links on the way, in order: where each lies, without links itself, and what it says. */
  readonly links: readonly { readonly at: string; readonly to: string }[];
}

/** As many as the system itself follows. */
const MOST_LINKS = 40;

/** @param path - absolute. @returns `null` when nothing is there */
export const followLinks = (path: string): FollowedPath | null => {
  const links: { at: string; to: string }[] = [];
  let real: string = sep;
  let rest = stepsOf(path);
  let isFolder = true;
  try {
    for (let [step] = rest; step !== undefined; [step] = rest) {
      rest = rest.slice(1);
      const at = join(real, step);
      const found = lstatSync(at);
      isFolder = found.isDirectory();
      if (!found.isSymbolicLink()) {
        real = at;
        continue;
      }
      const to = readlinkSync(at);
      links.push({ at, to });
      if (links.length > MOST_LINKS) return null;
      rest = [...stepsOf(resolve(dirname(at), to)), ...rest];
      real = sep;
    }
    return { real, isFolder, links };
  } catch {
    return null;
  }
};

const stepsOf = (path: string): readonly string[] =>
  resolve(path)
    .split(sep)
    .filter((step) => step !== '');
