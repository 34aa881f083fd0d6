/**
 * Appends to a view: to a file of that very name, and to nothing else that somebody may have put there. A link would lead the
 * loop's own words elsewhere, and a pipe would hold it for ever.
 *
 * @module
 */
import { closeSync, constants, fstatSync, openSync, writeFileSync } from 'node:fs';
import { describeCause, LedgerError } from '../ledger-error.ts';
import { PRIVATE_FILE } from './private.ts';

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants;

/** @throws {LedgerError} `unwritable` when it cannot, or when it is no file */
export const appendView = (path: string, text: string): void => {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, PRIVATE_FILE);
    if (!fstatSync(descriptor).isFile()) throw new Error('it is no file');
    writeFileSync(descriptor, text);
  } catch (cause) {
    const message = `Cannot write ${path}: ${describeCause(cause)}. Check the disk and its permissions.`;
    throw new LedgerError('unwritable', message, { path, cause });
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
};
