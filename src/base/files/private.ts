/**
 * Only this user can read and write dualgate's files, whatever the umask is: transcripts and ledgers contain what an
 * agent saw. It loads nothing else, for `status`.
 */
import { mkdirSync } from 'node:fs';

/** Mode of a file. */
export const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/** Makes a folder and its missing parents. An existing one is unchanged. */
export const makePrivateFolder = (path: string): void =>
  void mkdirSync(path, { recursive: true, mode: PRIVATE_FOLDER });
