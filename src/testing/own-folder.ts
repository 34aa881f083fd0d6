/**
 * Whether a suite runs where the config says. A link in the place of its folder would lead it to other tests, and those of
 * another suite would be counted under its name.
 *
 * @module
 */
import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A folder that is there, and neither it nor one around it up to the workspace is a link.
 *
 * @param folder - relative to the workspace; `''` for the workspace itself
 */
export const isOwnFolder = async (workspace: string, folder: string): Promise<boolean> => {
  const [root, place] = await Promise.all([realpath(workspace), realpath(join(workspace, folder)).catch(() => null)]);
  return place !== null && place === join(root, folder) && (await stat(place)).isDirectory();
};
