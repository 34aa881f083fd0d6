/**
 * Symbolic links among the sources whose target is no source. The fingerprint of a link is its target path, so the
 * content behind such a link could change during a measurement, and other checkouts would not have it.
 *
 * @module
 */
import { lstat, readlink } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { dirname, join as joinPath, normalize } from 'node:path/posix';

/**
 * Whether a link points to anything but a source, or a folder of sources.
 *
 * @param path of the link, relative to the workspace
 * @param target as written in the link
 */
const leadsOut = (path: string, target: string, sources: ReadonlySet<string>): boolean => {
  if (isAbsolute(target)) return true;
  const place = normalize(joinPath(dirname(path), target)).replace(/\/$/, '');
  if (place === '..' || place.startsWith('../')) return true;
  if (sources.has(place)) return false;
  // A link to the workspace itself or to a folder with a source in it.
  return place !== '.' && ![...sources].some((source) => source.startsWith(`${place}/`));
};

/** The links among the sources that point outside of them, in path order. */
export const findStrayLinks = async (
  workspace: string,
  links: Iterable<string>,
  sources: ReadonlySet<string>,
): Promise<readonly string[]> => {
  const stray: string[] = [];
  for (const path of links) {
    const absolute = join(workspace, path);
    const isLink = await lstat(absolute).then(
      (found) => found.isSymbolicLink(),
      () => false,
    );
    if (isLink && leadsOut(path, await readlink(absolute), sources)) stray.push(path);
  }
  return stray.sort();
};
