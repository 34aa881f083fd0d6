/**
 * What a folder holds, on the disk. Apart from the ledger's file: who only writes a view loads no chain of hashes with it.
 *
 * @module
 */
import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes a folder remember a file that was created or renamed in it; where folders cannot be synced there is nothing to do. */
export const syncFolder = (folder: string): void => {
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Windows opens no folders, some network disks sync none: neither is a reason not to record.
  }
};
