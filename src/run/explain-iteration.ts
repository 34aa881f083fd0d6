/**
 * One decided iteration, found in the ledger's records.
 *
 * @module
 */
import type { Decision } from '../../gates/decide.ts';
import type { IterationRecord } from '../../gates/iteration.ts';
import type { RunReading } from './read-run.ts';
import { RunError } from './run-error.ts';

export interface Explained {
  readonly record: IterationRecord;
  readonly decision: Decision;
  /** Where the agent's words are, relative to the folder of the run; null when they were never in one. */
  readonly transcript: string | null;
}

/**
 * @param which - number within its phase, null for the last; phase, null for that of the last decision
 * @throws {RunError} when nothing fits
 */
export const explainIteration = (
  { run, records }: Pick<RunReading, 'run' | 'records'>,
  which: { readonly iteration: number | null; readonly phase: string | null },
): Explained => {
  const decided = records.flatMap((each) => (each.type === 'iteration.decided' ? [each.data] : []));
  const phase = which.phase ?? decided.at(-1)?.record.phase ?? null;
  const found = decided.findLast(
    ({ record }) => record.phase === phase && (which.iteration === null || record.iteration === which.iteration),
  );
  if (found === undefined) {
    const there = decided.map(({ record }) => `${record.phase} ${record.iteration}`).join(', ');
    throw new RunError(
      `Cannot explain ${phase ?? 'an iteration'} ${which.iteration ?? ''} of the run ${run}: there is none. Decided were: ${there === '' ? 'none' : there}.`,
    );
  }
  const { record, decision } = found;
  const turn = records.findLast(
    (each) =>
      each.type === 'turn.ended' &&
      each.data.phase === record.phase &&
      each.data.iteration === record.iteration &&
      each.data.attempt === record.attempt,
  );
  return { record, decision, transcript: turn?.type === 'turn.ended' ? turn.data.transcript : null };
};
