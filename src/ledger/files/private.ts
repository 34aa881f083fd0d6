/**
 * What dualgate keeps for itself is read and written by this user alone, whatever the umask says: transcripts and ledgers hold
 * what an agent saw. It loads nothing else: `status` does.
 *
 * @module
 */
import { mkdirSync } from 'node:fs';

/** Mode of a file. */
export const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/** Makes a folder and those around it that are not there yet. One that is there stays as it is. */
export const makePrivateFolder = (path: string): void =>
  void mkdirSync(path, { recursive: true, mode: PRIVATE_FOLDER });
