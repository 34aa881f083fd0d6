/** Why a decision held its phase: the one shape for events, status, report, page and prompt. */
import { countFailing, sayUnmet } from '../../gates/say-unmet.ts';
import type { Decision } from '../../gates/decide.ts';
import type { FailingTest, Finding, IterationRecord } from '../../gates/iteration.ts';

export interface Hold {
  /** The result of the two gates, in one sentence. */
  readonly reason: string;
  /** Why the run stopped over it; absent where it did not. */
  readonly halt?: NonNullable<Decision['halt']>;
  /** Facts with what to do. */
  readonly findings: readonly Finding[];
  /** Tests that fail and must pass: 50 at most. */
  readonly failing: readonly FailingTest[];
  /** How many there are. */
  readonly failing_count: number;
  /** Of how many tests that must pass; absent where that is unknown. */
  readonly failing_of?: number;
  /** The clauses that are not met, with their values: what counts one failure again in one line, what was not measured in another. */
  readonly unmet: readonly string[];
}

type Measured = Pick<IterationRecord, 'failing' | 'findings' | 'metrics'>;

interface DecidedHold<R extends Measured> {
  readonly record: R;
  readonly decision: Decision;
}

export const holdOf = ({ record, decision }: DecidedHold<Measured>): Hold => ({
  reason: decision.reason,
  ...(decision.halt === undefined ? {} : { halt: decision.halt }),
  findings: record.findings,
  ...mustPass(record),
  unmet: sayUnmet(decision),
});

/** Where new tests must fail, `tests_failing` counts those, and only old ones must pass. */
const mustPass = (record: Measured): Pick<Hold, 'failing' | 'failing_count' | 'failing_of'> => {
  const { existing_failing = 0, existing_total, tests_total } = record.metrics;
  const failing = record.failing.filter(({ wanted }) => wanted !== true);
  const some = failing.length < record.failing.length;
  const failing_count = some ? Math.max(existing_failing, failing.length) : countFailing(record);
  const failing_of = some ? existing_total : tests_total;
  return { failing, failing_count, ...(failing_of === undefined ? {} : { failing_of }) };
};

/**
 * Why the current phase was last held. A phase that was exited, skipped or rolled back since, and finished work, have
 * no such reason. @param phase - the current one; null when the work is over
 */
export const lastHold = <R extends Measured>(
  { held }: { readonly held: DecidedHold<R> | null },
  phase: string | null,
): { readonly hold: Hold; readonly record: R } | null =>
  held === null || held.decision.can_exit || phase === null ? null : { hold: holdOf(held), record: held.record };
