/**
 * How near an iteration came to satisfying gate 1. Distinguishes a premature signal while the work moves from one
 * while it does not (rule 4.5).
 *
 * @module
 */
import type { CompiledGate } from './compile-gates.ts';
import type { IterationRecord, Nearest } from './iteration.ts';
import { decide } from './decide.ts';

/**
 * Comparisons over the agent's own statements have no distance here. `iteration` counts up by itself: its distance
 * counts only when its clause is the only unmet one, so that the phase does end at its bound. A gate that is a
 * function has none.
 */
export const measureApproach = (gate: CompiledGate, record: IterationRecord): Nearest => {
  const { unmet } = decide(gate, record).gate_1;
  const [only, ...others] = unmet.map(({ clause }) => clause);
  const waitsFor = others.length === 0 ? only : undefined;
  const nearest = new Map<string, number>();
  const judges = [gate.gate_1, ...gate.floor.map(({ condition }) => condition)];
  for (const { clause, distances } of judges.flatMap((judge) => judge.measure?.(record.metrics) ?? []))
    for (const { comparison, metrics, distance } of distances)
      if (
        metrics.every((name) => gate.metrics[name]?.progress === true || (name === 'iteration' && clause === waitsFor))
      )
        nearest.set(comparison, Math.max(distance, nearest.get(comparison) ?? 0));
  return Object.fromEntries(nearest);
};
