/** The words of a caught error, and the code that the system gives it. */

/** Its message; anything else that was thrown, as text. */
export const describeCause = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The code of a failed system call (`ENOENT`), or `''`. */
export const readErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Whether it is an error of the system with one of these codes. */
export const hasCode = (error: unknown, ...codes: readonly string[]): boolean => codes.includes(readErrorCode(error));

/** Nothing is there, or something that cannot have anything in it. */
export const isGone = (error: unknown): boolean => hasCode(error, 'ENOENT', 'ENOTDIR');
