/**
 * Freezes files of one checkout so that they can be looked for in another: what lies above the workspace, within the
 * repository, is named from the workspace too, and not by a folder that is gone by then.
 *
 * @module
 */
import { isAbsolute, relative } from 'node:path';
import { type Freeze, freezeFiles } from '../../integrity/freeze.ts';
import { isWithin } from '../../processes/is-within.ts';
import type { Checkout } from './measure-checkout.ts';

/** @throws {WorkspaceError} when one of them cannot be read */
export const freezeCheckout = async (
  { root, workspace }: Pick<Checkout, 'root' | 'workspace'>,
  paths: readonly string[],
): Promise<Freeze> => {
  const named = Object.entries(await freezeFiles(workspace, paths)).map(([path, state]) => [
    isAbsolute(path) && isWithin(root, path) ? relative(workspace, path).replaceAll('\\', '/') : path,
    state,
  ]);
  return Object.assign(Object.create(null), Object.fromEntries(named));
};
