/**
 * A sparse checkout: files of the commit that are not on the disk because they lie outside of its cone. Not asked of
 * the index, whose flags an agent can set; the cone is frozen when the run begins.
 */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { dirname } from 'node:path/posix';
import { WITHOUT_WAITING } from '../../base/files/open-plain.ts';
import { askFlag } from './git-answers.ts';
import { readGit } from './git.ts';

/** `true` or `false`. */
export const askSparse = (folder: string): Promise<string> => askFlag(folder, 'core.sparseCheckout');

/** The file of the cone, absolute; `null` where the checkout is whole. */
export const findCone = async (workspace: string): Promise<string | null> => {
  if ((await askSparse(workspace)) !== 'true') return null;
  return resolve(workspace, await readGit(workspace, ['rev-parse', '--git-path', 'info/sparse-checkout']));
};

/** Whether a path of the commit, relative to the workspace, lies outside of the cone of `findCone`; `null` for other patterns. */
export const readCone = async (workspace: string, cone: string): Promise<((path: string) => boolean) | null> => {
  const [prefix, text] = await Promise.all([
    readGit(workspace, ['rev-parse', '--show-prefix']),
    readFile(cone, { encoding: 'utf8', flag: WITHOUT_WAITING }),
  ]);
  const isInside = parseCone(text);
  return isInside === null ? null : (path) => !isInside(`${prefix}${path}`);
};

/** `/*`, `!/*` + `/`, then `/folder/` for all of it, with `!/folder/*` + `/` behind it for its own files alone. */
const parseCone = (text: string): ((path: string) => boolean) | null => {
  const [root, noFolder, ...rest] = text.split('\n').filter((line) => line !== '');
  if (root !== '/*' || noFolder !== '!/*/') return null;
  const [whole, flat] = [new Set<string>(), new Set<string>()];
  for (const line of rest) {
    const [, open, all] = /^(?:!\/(.+)\/\*\/|\/(.+)\/)$/.exec(line) ?? [];
    if (all !== undefined) whole.add(unescape(all));
    else if (open === undefined || !whole.delete(unescape(open))) return null;
    else flat.add(unescape(open));
  }
  return (path) => {
    const folder = dirname(path);
    if (folder === '.' || flat.has(folder)) return true;
    for (let at = folder; at !== '.'; at = dirname(at)) if (whole.has(at)) return true;
    return false;
  };
};

const unescape = (pattern: string): string => pattern.replaceAll(/\\(.)/g, '$1');
