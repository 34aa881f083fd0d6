/**
 * Names of records and of their fields up to ledger format 3, each with its name in format 4.
 *
 * @module
 */

const RECORDS = {
  'turn.begun': 'turn.started',
  'phase.left': 'phase.exited',
  'attempt.void': 'turn.discarded',
  'run.settled': 'run.ended',
};

const FIELDS = {
  inventory: 'baseline',
  unasked: 'automatic',
  spent: 'exhausted',
  allowance_used: 'iterations_used',
};

const FIELDS_OF_THE_STATE = {
  voids: 'discarded',
  configHash: 'commitHash',
  allowanceUsed: 'iterationsUsed',
  runAllowanceUsed: 'runIterationsUsed',
  probed: 'mutationChecked',
  settled: 'ending',
  probing: 'onTrial',
  probes: 'trials',
  begun: 'startedTurn',
  leaving: 'pendingExit',
};

/** A line of a ledger with the names of format 4. */
export const inNamesOfToday = (line: string): string =>
  Object.entries({ ...RECORDS, ...FIELDS }).reduce(
    (text, [before, today]) => text.replaceAll(`"${before}"`, `"${today}"`),
    line,
  );

const BEFORE = new Map(Object.entries({ ...FIELDS, ...FIELDS_OF_THE_STATE }).map(([before, today]) => [today, before]));

/** The name that a field of a record or of the folded state had. */
export const nameInFormat3 = (field: string): string => BEFORE.get(field) ?? field;
