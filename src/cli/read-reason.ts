/**
 * The reason of an operator's order, as it is given on the command line.
 *
 * @module
 */
import { text, type Values } from './command.ts';
import { UsageError } from './usage-error.ts';

/** @throws {UsageError} when none is given; whether it says anything is asked where orders are read */
export const readReason = (values: Values): string => {
  const reason = text(values, 'reason');
  if (reason === undefined) throw new UsageError('Missing --reason');
  return reason;
};
