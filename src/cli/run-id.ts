/** `--run RUN`: the id of a run, or the start of one. */
import type { CommandIo } from './terminal/io.ts';
import { text, type Values, UsageError } from './command.ts';

const WHOLE = /^(?:list-)?\d{8}-\d{6}-[0-9a-f]{6}$/;

/** Whether an argument looks like the id of a run or of a list. */
export const isLikeRun = (word: string): boolean => /^(?:list-)?\d{8}(?:-|$)/.test(word);

/** Absent: the current run. @throws {UsageError} for what is no id: a path would name a ledger elsewhere */
export const parseRunId = (given: string | undefined): string | undefined => {
  if (given === undefined || /^[A-Za-z0-9-]+$/.test(given)) return given;
  throw new UsageError(`RUN must be the id of a run, as dualgate status shows it (got ${given})`);
};

/**
 * The run that `--run` names. The start of an id is completed from the ledgers; one that fits none stays as it is.
 * @throws {UsageError} for anything that is no id, and for the start of more than one
 */
export const readRunOption = async (values: Values, io: CommandIo): Promise<string | undefined> => {
  const given = parseRunId(text(values, 'run'));
  if (given === undefined || WHOLE.test(given)) return given;
  return (await import('./find-run.ts')).findRun(given, values, io);
};
