/**
 * The deadlocks of a case: its earlier iterations and its own, counted as the loop counts them.
 *
 * @module
 */
import type { CompiledGate } from '../../gates/compile-gates.ts';
import { continueRow, countDeadlocks } from '../../gates/deadlocks.ts';
import type { IterationRecord } from '../../gates/iteration.ts';
import { measureApproach } from '../../gates/measure-approach.ts';
import type { Metrics } from '../../gates/metrics.ts';
import type { ConformanceCase } from './case-schema.ts';
import { measureCase } from './measure-case.ts';

/** An earlier iteration measured what the case measured, where it does not say otherwise: then nothing moved. */
export const continueCase = (
  asked: ConformanceCase,
  record: IterationRecord,
  gate: CompiledGate,
): Pick<IterationRecord, 'deadlocks' | 'nearest'> => {
  const { phase, history, context } = asked;
  const standingOf = (metrics: Metrics) => ({
    failing: failingOf(metrics),
    nearest: measureApproach(gate, { ...record, metrics }),
  });
  const before = history.reduce<Parameters<typeof continueRow>[0]>((row, earlier, i) => {
    if ((earlier.phase ?? phase) !== phase || earlier.can_exit === true) return null;
    const iteration = Math.max(1, record.iteration - history.length + i);
    const metrics = { ...asked.metrics, ...earlier.metrics };
    const standing = standingOf(measureCase({ metrics, history: [], context: { ...context, iteration } }));
    const { deadlocks, nearest } = continueRow(row, standing);
    const counted = countDeadlocks(
      {
        signal: { ...record.signal, value: earlier.gate_2 ?? null },
        turn: ENDED_WELL,
        ...(deadlocks && { deadlocks }),
      },
      { measured: earlier.gate_1 === true, signalled: earlier.gate_2 === true },
    );
    return { ...standing, nearest, deadlocks: counted };
  }, null);
  return continueRow(before, standingOf(record.metrics));
};

const ENDED_WELL = { outcome: 'ok', exit_code: 0, ms: 0 } as const;

/** A case does not name its tests: whatever fails is the same. */
const failingOf = ({ tests_failing, suite_load_failures, unhandled_errors, ...checks }: Metrics): string | null => {
  const counts = [tests_failing, suite_load_failures, unhandled_errors];
  const isRed = counts.some((count) => (count ?? 0) > 0);
  return isRed || [checks.build_ok, checks.types_ok, checks.lint_ok].includes(false) ? 'something' : null;
};
