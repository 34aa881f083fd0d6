/**
 * Advice for a person when the system refuses.
 *
 * @module
 */

const ADVICE: Readonly<Record<string, string>> = {
  ENOSPC: 'Free disk space',
  EDQUOT: 'Free disk space',
  EFBIG: 'Raise the limit of file sizes (ulimit -f)',
  EMFILE: 'Raise the limit of open files (ulimit -n)',
  ENFILE: 'Raise the limit of open files (ulimit -n)',
  EAGAIN: 'Raise the limit of processes (ulimit -u)',
  EACCES: 'Fix the permissions',
  EPERM: 'Fix the permissions',
  EROFS: 'Make it writable',
  ENOTDIR: 'Set the path, such as HOME, to a folder',
};

/** The beginning of a sentence, by the code of the refusal; `null` where only its own words help. */
export const adviseSystem = (code: unknown): string | null =>
  typeof code === 'string' && Object.hasOwn(ADVICE, code) ? (ADVICE[code] ?? null) : null;
