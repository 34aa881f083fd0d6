/**
 * Runs of the suite that were not started, because the phase is held whatever they would show. They satisfy nothing;
 * an agent that never signals has to be told all the same (rule 4.5). Pure.
 */
import type { IterationRecord } from './iteration.ts';
import { countIn, type Metrics } from './metrics.ts';
import type { Unmet, Verdict } from './verdict.ts';

type Counted = Pick<IterationRecord, 'metrics' | 'not_started'>;

/** The metrics as they would be if the runs that were not started were green; `null` where all were started. */
export const hopeFor = ({ metrics, not_started }: Counted): Metrics | null =>
  not_started === undefined
    ? null
    : { ...metrics, consecutive_green_runs: countIn(metrics, 'consecutive_green_runs') + not_started.runs };

/** An unmet clause, marked and in other words if it waits for nothing but such runs. @param hoped - those that are unmet even with them */
export const nameWaiting = (each: Unmet, hoped: readonly Unmet[], { metrics, not_started }: Counted): Unmet => {
  if (not_started === undefined || hoped.some(({ clause }) => clause === each.clause)) return each;
  const green = countIn(metrics, 'consecutive_green_runs');
  const { runs, because } = not_started;
  const others = runs > 1 ? `the other ${runs} were` : `the ${green === 1 ? 'second' : 'last'} was`;
  return { ...each, because: `${green} of ${green + runs}; ${others} not started: ${because}`, waits: true };
};

/** No test ran in the iteration (rule 1.1). */
export const sayNothingRan = ({ not_started }: Pick<IterationRecord, 'not_started'>): Unmet => ({
  clause: 'the suite ran',
  because: `the tests were not run: ${not_started?.because ?? 'the record does not say why'}`,
  metrics: [],
  rule: '1.1',
  waits: true,
});

/** Whether gate 1 is satisfied as far as it was measured: it waits for nothing but runs that were not started. */
export const isSatisfiedSoFar = ({ satisfied, unmet }: Verdict): boolean =>
  satisfied || (unmet.length > 0 && unmet.every(({ waits }) => waits === true));
