/**
 * Writes views of the ledger (`status.json`, `phase-status.log`) completely or not at all, so that a reader never
 * sees half of one. A deleted view is made again; nothing is ever decided from it. Only this user can read it.
 *
 * @module
 */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { nameDraft } from './draft-name.ts';
import { LedgerError } from '../ledger-error.ts';
import { makePrivateFolder, PRIVATE_FILE } from './private.ts';
import { syncFolder } from './sync-folder.ts';
import { describeCause } from '../../text/describe-cause.ts';

/**
 * Replaces a file with a text, or the pieces of a long one, in one step, and makes its folder.
 *
 * @throws {LedgerError} `unwritable` when it cannot; the old file is then unchanged.
 */
export const writeView = (path: string, text: string | Iterable<string>): void =>
  replaceFile(path, text, { durable: false });

/**
 * Like `writeView`; `durable` waits until the new content would survive a power cut.
 *
 * @throws {LedgerError} `unwritable` when it cannot; the old file is then unchanged.
 */
export const replaceFile = (
  path: string,
  text: string | Iterable<string | Buffer>,
  { durable }: { readonly durable: boolean },
): void => {
  const folder = dirname(path);
  const draft = join(folder, nameDraft(basename(path)));
  try {
    makePrivateFolder(folder);
    writeDraft(draft, text, durable);
    renameSync(draft, path);
    if (durable) syncFolder(folder);
  } catch (cause) {
    rmSync(draft, { force: true });
    const message = `Cannot write ${path}: ${describeCause(cause)}. Check the disk and its permissions.`;
    throw new LedgerError('unwritable', message, { path, cause });
  }
};

const writeDraft = (draft: string, text: string | Iterable<string | Buffer>, durable: boolean): void => {
  const descriptor = openSync(draft, 'wx', PRIVATE_FILE);
  try {
    for (const piece of typeof text === 'string' ? [text] : text) writeFileSync(descriptor, piece);
    if (durable) fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};
