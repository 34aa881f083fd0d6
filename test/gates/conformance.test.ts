import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compileGates } from '../../gates/compile-gates.ts';
import { decide } from '../../gates/decide.ts';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import type { Metrics } from '../../gates/metrics.ts';
import { aSignal, anIteration, type DefaultPhase, NOTHING_WRONG } from './an-iteration.ts';

interface Scenario {
  readonly id: string;
  readonly phase: DefaultPhase;
  readonly metrics: Metrics & {
    readonly interrupted?: boolean;
    readonly green_run_trees?: readonly string[];
    readonly tree_hash?: string;
    readonly tree_hash_before?: string;
    readonly tree_hash_after?: string;
    readonly test_files_changed?: readonly string[];
    readonly existing?: {
      readonly tests_total: number;
      readonly tests_passing: number;
      readonly tests_failing: number;
    };
  };
  readonly history?: readonly { readonly metrics?: { readonly tests_total?: number } }[];
  readonly expected: {
    readonly gate_1: boolean;
    readonly gate_2: boolean | null;
    readonly can_exit: boolean;
    readonly forced?: boolean;
  };
}

const scenarios = readFileSync(new URL('../conformance/scenarios.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Scenario);
const gates = compileGates({ phases: DEFAULT_PHASES });

/** What the measuring side makes of a scenario's facts; an extra that is absent means that nothing is wrong with it. */
const metricsOf = ({ metrics, history = [] }: Scenario): Metrics => {
  const {
    interrupted,
    green_run_trees = [],
    tree_hash_before,
    tree_hash_after,
    test_files_changed = [],
    existing,
    ...measured
  } = metrics;
  const { diagrams_total = 0, diagrams_valid = 0, tests_total = 0 } = measured;
  const before = Math.max(0, ...history.map((each) => each.metrics?.tests_total ?? 0));
  return {
    ...NOTHING_WRONG,
    all_diagrams_valid: diagrams_total > 0 && diagrams_valid === diagrams_total,
    ...measured,
    ...(existing === undefined
      ? {}
      : {
          existing_total: existing.tests_total,
          existing_passing: existing.tests_passing,
          existing_failing: existing.tests_failing,
        }),
    report_complete: interrupted !== true,
    tree_stable: tree_hash_before === tree_hash_after && new Set(green_run_trees).size <= 1,
    tests_intact: test_files_changed.length === 0 && tests_total >= before,
  };
};

describe('gate 1 of every conformance scenario', () => {
  test('has scenarios of both kinds', () => {
    expect(scenarios.length).toBeGreaterThan(100);
    expect(scenarios.filter(({ expected }) => !expected.gate_1).length).toBeGreaterThan(15);
  });

  test.each(scenarios.map((scenario) => [scenario.id, scenario] as const))('%s', (_id, scenario) => {
    const gate = gates.find((each) => each.phase.phase === scenario.phase);
    if (gate === undefined) throw new Error(`no ${scenario.phase}`);
    const { gate_1, gate_2, can_exit } = scenario.expected;
    const record = anIteration(scenario.phase, {}, { signal: aSignal(gate_2) });
    const decision = decide(gate, { ...record, metrics: metricsOf(scenario) });
    expect(decision.gate_1.satisfied, JSON.stringify(decision.gate_1.unmet)).toBe(gate_1);
    if (scenario.expected.forced !== true) expect(decision.can_exit).toBe(can_exit);
  });
});
