/**
 * The metrics that another config needs and this run did not measure, or not in that way: their values are unknown.
 * Pure.
 *
 * @module
 */
import { listUnmet, looksAt } from '../../gates/verdict.ts';
import type { CompiledGate } from '../../gates/compile-gates.ts';
import type { Decision } from '../../gates/decide.ts';
import type { IterationRecord } from '../../gates/iteration.ts';

/** Metric → why its recorded value does not apply here. */
export type Unmeasured = ReadonlyMap<string, string>;

/** @param then - the gate of the phase in the config of the run; null where that has no such phase */
export const findUnmeasured = (
  gate: CompiledGate,
  then: CompiledGate | null,
  { metrics }: Pick<IterationRecord, 'metrics'>,
): Unmeasured => {
  const asked = askedBy(gate);
  const askedThen = then === null ? new Set<string>() : askedBy(then);
  const unmeasured = new Map<string, string>();
  // A metric that the run asked for and that is absent could not be measured; that is the same here.
  for (const name of asked)
    if (!Object.hasOwn(metrics, name) && !askedThen.has(name)) unmeasured.set(name, `${name} was not measured`);
  if (then !== null && then.phase.tests !== gate.phase.tests)
    for (const name of asked)
      if (name.startsWith('tests_'))
        unmeasured.set(name, `${name} was counted for a phase whose tests ${then.phase.tests}`);
  const runs = metrics.consecutive_green_runs ?? 0;
  if (then !== null && gate.greenRunsWanted > then.greenRunsWanted && runs >= then.greenRunsWanted)
    unmeasured.set('consecutive_green_runs', `the suite was green ${runs} times and did not run again`);
  return unmeasured;
};

/** Why the other decision is unknown; empty where it is known. */
export const whyUnknown = (decision: Decision, gate: CompiledGate, unmeasured: Unmeasured): readonly string[] => {
  const asked = askedBy(gate);
  const named = [...unmeasured].filter(([name]) => asked.has(name));
  if (decision.can_exit) return once(named.map(([, why]) => why));
  const clauses = listUnmet(decision);
  const names = named.map(([name]) => name);
  // One clause that is not met by the recorded measurement holds, whatever the others are.
  const isOpen = clauses.every((clause) => looksAt(clause, names));
  return isOpen
    ? once(named.flatMap(([name, why]) => (clauses.some((clause) => looksAt(clause, [name])) ? [why] : [])))
    : [];
};

/** One reason may apply to several metrics. */
const once = (reasons: readonly string[]): readonly string[] => [...new Set(reasons)];

const askedBy = ({ gate_1, gate_2, floor }: CompiledGate): ReadonlySet<string> =>
  new Set(
    [gate_1, gate_2, ...floor.map(({ condition }) => condition)].flatMap(({ metrics }) => metrics).filter(isMetric),
  );

const isMetric = (name: string): boolean => name !== 'exit_signal';
