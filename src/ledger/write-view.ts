/**
 * Writes views of the ledger (`status.json`, `phase-status.log`) completely or not at all, so that a reader never sees
 * half of one. A deleted view is made again; nothing is ever decided from it. Only this user can read it.
 */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { LedgerError } from './ledger-error.ts';
import { makePrivateFolder, PRIVATE_FILE } from '../base/files/folders.ts';
import { describeCause } from '../base/text/describe-cause.ts';

// The name of a draft, which replaces a file when it is complete. A process that finds one after a kill must recognise it.

/** A new one. Not secret: an existing name is refused. `node:crypto` would take half the time of `status`. */
const nameDraft = (file: string): string => `.${file}.${process.pid}-${Math.random().toString(36).slice(2)}.tmp`;

/** Source of a pattern: the end of a draft's name, after a dot and the name of its file. */
export const DRAFT_END = String.raw`\.\d+-[a-z\d]*\.tmp`;

// Syncs a folder to the disk. Separate from the ledger's file, so that a writer of a view does not load the chain of hashes.

/** Makes the creation or renaming of a file in a folder durable; where folders cannot be synced it does nothing. */
export const syncFolder = (folder: string): void => {
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Windows opens no folders, and some network disks sync none: recording continues.
  }
};

/**
 * Replaces a file with a text, or the pieces of a long one, in one step, and makes its folder.
 * @throws {LedgerError} `unwritable` when it cannot; the old file is then unchanged.
 */
export const writeView = (path: string, text: string | Iterable<string>): void =>
  replaceFile(path, text, { durable: false });

/** Like `writeView`, with its error; `durable` waits until the new content would survive a power cut. */
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
