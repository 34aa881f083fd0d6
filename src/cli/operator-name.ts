/**
 * The name of the operator, recorded with every operator command.
 *
 * @module
 */
import { userInfo } from 'node:os';

/** The user's name; `uid N` where the system knows none. */
export const operatorName = (): string => {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
};
