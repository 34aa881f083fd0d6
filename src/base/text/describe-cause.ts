/** The words of a caught error, the code that the system gives it, and advice; the cause of an error in the output of a runner. */

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

/** The name of an error and its message; pytest marks it, and node adds a code. */
export const ERROR_LINE = /^(?:E +)?((?:\w+\.)*\w*(?:Error|Exception)\b(?: \[\w+\])?: .*)$/;

const MAX_LINES = 4;

const NAMES_ERROR = /(?:^|: )(?:\w+\.)*\w*(?:Error|Exception)\b(?: \[\w+\])?: /;

/** The error, if the first line is one; else the first lines without frames of a stack. */
export const sayCause = (message: string): string => {
  const lines = message.split('\n').filter((line) => line.trim() !== '' && !/^\s*at /.test(line));
  const [first = ''] = lines;
  if (NAMES_ERROR.test(first)) return first;
  return lines
    .slice(0, MAX_LINES)
    .map((line) => line.trim())
    .join(' | ');
};

/** Its message; anything else that was thrown, as text. */
export const describeCause = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The code of a failed system call (`ENOENT`), or `''`. */
export const readErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

export const hasCode = (error: unknown, ...codes: readonly string[]): boolean => codes.includes(readErrorCode(error));

/** Nothing is there, or something that cannot have anything in it. */
export const isGone = (error: unknown): boolean => hasCode(error, 'ENOENT', 'ENOTDIR');
