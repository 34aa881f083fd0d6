/** Places of our own: the folder of a run, the reporters, the home folder of a user. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { realpath, stat } from 'node:fs/promises';

/** The value of the variable, else a folder in the home of the user. */
export const placeInHome = (variable: string, usual: string): string => process.env[variable] || join(homedir(), usual);

/** @param path - relative to this folder, as `mocha/mocha.mjs` */
export const placeReporter = (path: string): URL =>
  new URL(`${import.meta.url.endsWith('.ts') ? './' : './reporters/'}${path}`, import.meta.url);

// Whether a suite runs where the config says. A link in the place of its folder would lead it to other tests, and those of
// another suite would be counted under its name.

/**
 * A folder that is there, and neither it nor one around it up to the workspace is a link.
 *
 * @param folder - relative to the workspace; `''` for the workspace itself
 */
export const isOwnFolder = async (workspace: string, folder: string): Promise<boolean> => {
  const [root, place] = await Promise.all([realpath(workspace), realpath(join(workspace, folder)).catch(() => null)]);
  return place !== null && place === join(root, folder) && (await stat(place)).isDirectory();
};
