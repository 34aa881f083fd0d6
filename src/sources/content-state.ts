/**
 * The parts of the states of a freeze: a hash of some content, and whether an error means a missing file.
 *
 * @module
 */
import { createHash } from 'node:crypto';

export const hashContent = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Nothing is there, or something that cannot have anything in it. */
export const isGone = (error: unknown): boolean => hasCode(error, 'ENOENT', 'ENOTDIR');

/** Whether it is an error of the system with one of these codes. */
export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));
