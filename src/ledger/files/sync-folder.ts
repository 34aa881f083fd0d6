/**
 * Syncs a folder to the disk. Separate from the ledger's file, so that a writer of a view does not load the chain of
 * hashes.
 *
 * @module
 */
import { closeSync, fsyncSync, openSync } from 'node:fs';

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
