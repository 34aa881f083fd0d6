/**
 * The reason of an operator command on the command line.
 *
 * @module
 */
import { text, type Values } from './command.ts';
import { UsageError } from './usage-error.ts';

/** @throws {UsageError} if it is missing; an empty one is refused later, with the command */
export const readReason = (values: Values): string => {
  const reason = text(values, 'reason');
  if (reason === undefined) throw new UsageError('Missing --reason. Give one with -m "TEXT"');
  return reason;
};
