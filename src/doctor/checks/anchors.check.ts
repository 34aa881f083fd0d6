/**
 * Can the heads of ledgers be anchored outside the workspace? A run continues without anchors, but then anyone who can write
 * the ledger can replace it.
 *
 * @module
 */
import { constants, statSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { anchorFolder } from '../../ledger/anchor.ts';
import type { Check } from '../check.ts';
import { ok, warning } from '../finding.ts';

export const anchorsCheck: Check = {
  name: 'anchors',
  needs: [],
  look: async ({ folder }) => {
    const anchors = anchorFolder(process.env);
    if (!relative(folder, anchors).startsWith('..'))
      return warning(`${anchors} is in the workspace, where the agent can write`, FIX);
    const there = findThere(anchors);
    const isFine = await access(there.path, constants.W_OK | constants.X_OK).then(
      () => there.isFolder,
      () => false,
    );
    return isFine
      ? ok(`${anchors} is writable, so a replaced ledger can be detected`)
      : warning(`${anchors} is not writable`, FIX);
  },
};

const FIX = 'Set XDG_STATE_HOME to a folder of your own, outside the workspace.';

/** The existing part of the path. */
const findThere = (path: string): { readonly path: string; readonly isFolder: boolean } => {
  try {
    return { path, isFolder: statSync(path).isDirectory() };
  } catch {
    return dirname(path) === path ? { path, isFolder: false } : findThere(dirname(path));
  }
};
