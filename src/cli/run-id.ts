/**
 * The id of a run as it is given on the command line.
 *
 * @module
 */
import { UsageError } from './usage-error.ts';

/**
 * Absent stays absent: then it is the current run.
 *
 * @throws {UsageError} for anything that is no id, a path say: it would name a ledger of somewhere else
 */
export const parseRunId = (given: string | undefined): string | undefined => {
  if (given === undefined || /^[A-Za-z0-9-]+$/.test(given)) return given;
  throw new UsageError(`RUN must be the id of a run, as dualgate status shows it (got ${given})`);
};
