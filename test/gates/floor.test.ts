import { describe, expect, test } from 'vitest';
import { compileGates } from '../../gates/compile-gates.ts';
import { decide } from '../../gates/decide.ts';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import { floorOf } from '../../gates/floor.ts';
import type { Phase } from '../../gates/phase.ts';
import { anIteration, type DefaultPhase } from './an-iteration.ts';

/** The weakest gates that a config can write: whatever holds them is the floor. */
const LAX: readonly Phase[] = DEFAULT_PHASES.map((phase) => ({
  ...phase,
  gate_1: { name: 'anything goes', condition: 'true' },
}));
const unmetIn = (
  phase: DefaultPhase,
  spoil: Parameters<typeof anIteration>[1],
  integrity: 'block' | 'warn' = 'block',
) => {
  const gate = compileGates({ phases: LAX, integrity }).find((each) => each.phase.phase === phase);
  if (gate === undefined) throw new Error(`no ${phase}`);
  return decide(gate, anIteration(phase, spoil)).gate_1.unmet.map(({ clause, rule }) => `${rule}: ${clause}`);
};

describe('the floor below a gate without conditions', () => {
  test('lets a clean measurement pass', () => {
    for (const { phase } of DEFAULT_PHASES) expect(unmetIn(phase, {})).toEqual([]);
  });

  test.each<readonly [string, DefaultPhase, Parameters<typeof anIteration>[1], readonly string[]]>([
    ['zero of zero tests', 'GREEN', { tests_total: 0, tests_passing: 0 }, ['1.5: tests_total >= 1']],
    ['zero tests in REFACTOR', 'REFACTOR', { tests_total: 0, tests_passing: 0 }, ['1.5: tests_total >= 1']],
    [
      'nine of ten',
      'GREEN',
      { tests_passing: 9, tests_failing: 1 },
      ['1.4: tests_failing == 0', '1.4: tests_passing == tests_total'],
    ],
    ['a skipped test', 'DOCUMENT', { tests_passing: 9, tests_skipped: 1 }, ['1.4: tests_passing == tests_total']],
    [
      'sums that do not add up',
      'RED',
      { tests_skipped: 1 },
      ['2.2: tests_passing + tests_failing + tests_skipped == tests_total'],
    ],
    [
      'one green run where red turns green',
      'GREEN',
      { consecutive_green_runs: 1 },
      ['1.3: consecutive_green_runs >= 2'],
    ],
    ['a stale report', 'GREEN', { report_fresh: false }, ['2.2: report_fresh == true']],
    ['an interrupted report', 'GREEN', { report_complete: false }, ['2.2: report_complete == true']],
    ['a tree that moved', 'GREEN', { tree_stable: false }, ['2.4: tree_stable == true']],
    ['an error outside any test', 'GREEN', { unhandled_errors: 1 }, ['2.3: unhandled_errors == 0']],
    ['a file that does not load', 'RED', { suite_load_failures: 2 }, ['2.3: suite_load_failures == 0']],
    ['a report that is better than the exit code', 'GREEN', { runner_exit_code: 1 }, ['2.3: runner_exit_code == 0']],
    ['tampered tests', 'GREEN', { tests_intact: false }, ['2.7: tests_intact == true']],
    ['no criteria', 'RED', { criteria_count: 0 }, ['1.5: criteria_count >= 1']],
    ['fewer tests than criteria', 'RED', { criteria_count: 7 }, ['2.5: tests_total >= criteria_count']],
    [
      'a new test that passes already',
      'RED',
      { tests_passing: 1, tests_failing: 5 },
      ['2.5: tests_failing == tests_total'],
    ],
    [
      'an old test that fails now',
      'RED',
      { existing_total: 5, existing_passing: 4, existing_failing: 1 },
      ['2.5: existing_failing == 0', '2.5: existing_passing == existing_total'],
    ],
    [
      'an old test that was switched off',
      'RED',
      { existing_total: 5, existing_passing: 4 },
      ['2.5: existing_passing == existing_total'],
    ],
  ])('holds %s in %s', (_what, phase, spoil, unmet) => {
    expect(unmetIn(phase, spoil)).toEqual(unmet);
  });

  test.each(DEFAULT_PHASES.map(({ phase }) => phase))('holds %s when any of its metrics was not measured', (phase) => {
    const gate = compileGates({ phases: LAX }).find((each) => each.phase.phase === phase);
    // A clause that applies only to what was measured is left out by its metric.
    const always = gate?.floor.filter(({ onlyWith }) => onlyWith === undefined);
    const asked = new Set(always?.flatMap(({ condition }) => condition.metrics));
    expect(asked.size).toBeGreaterThan(8);
    for (const metric of asked) expect(unmetIn(phase, { [metric]: undefined }).length, metric).toBeGreaterThan(0);
  });

  test('leaves only tampering to the reader where the config says warn', () => {
    expect(unmetIn('GREEN', { tests_intact: false }, 'warn')).toEqual([]);
    expect(unmetIn('GREEN', { tests_intact: false, tests_passing: 9, tests_failing: 1 }, 'warn')).not.toEqual([]);
  });
});

test('the phase that turns red into green needs two green runs, whatever its name', () => {
  const ask = (phases: readonly Phase[]) => compileGates({ phases }).map(({ greenRunsWanted }) => greenRunsWanted);
  const [red, green, refactor] = LAX;
  if (red === undefined || green === undefined || refactor === undefined) throw new Error('no phases');
  expect(ask([red, { ...green, phase: 'BUILD' }, refactor])).toEqual([1, 2, 1]);
  expect(ask([{ ...refactor, phase: 'QA' }])).toEqual([2]);
  expect(ask([red, green, { ...red, phase: 'RED2' }, { ...green, phase: 'GREEN2' }])).toEqual([1, 2, 1, 2]);
});

test('each phase whose tests must pass needs the configured confirmations, and never fewer than two', () => {
  const ask = (confirmations: number | null) =>
    compileGates({ phases: DEFAULT_PHASES, confirmations }).map(({ greenRunsWanted }) => greenRunsWanted);
  expect({ none: ask(null), fewer: ask(0), two: ask(2), five: ask(5) }).toEqual({
    none: [1, 2, 1, 1],
    fewer: [1, 2, 2, 2],
    two: [1, 2, 2, 2],
    five: [1, 5, 5, 5],
  });
  const [, green] = compileGates({ phases: DEFAULT_PHASES, confirmations: 3 });
  if (green === undefined) throw new Error('no GREEN');
  expect(decide(green, anIteration('GREEN', { consecutive_green_runs: 2 })).gate_1.unmet).toMatchObject([
    { clause: 'consecutive_green_runs >= 3', rule: '1.3' },
  ]);
});

test('a phase needs as many green runs as its own condition asks for, when that is more', () => {
  const green = { ...DEFAULT_PHASES[1], gate_1: { name: 'sure', condition: 'consecutive_green_runs > 4' } };
  expect(compileGates({ phases: [green] }).map(({ greenRunsWanted }) => greenRunsWanted)).toEqual([5]);
});

test('every clause of the floor names its rule', () => {
  const all = (['must_fail', 'must_pass'] as const).flatMap((tests) =>
    floorOf({ tests, turnsGreen: true, integrity: 'block' }),
  );
  for (const { rule } of all) expect(rule).toMatch(/^[12]\.\d+$/);
});

describe('the clause of the mutation check', () => {
  const MUTATION_CHECKED = { phases: LAX, mutation_check: { at_least: 3, percent: 50 } };
  const unmetOf = (phase: DefaultPhase, spoil: Parameters<typeof anIteration>[1]): readonly string[] => {
    const gate = compileGates(MUTATION_CHECKED).find((each) => each.phase.phase === phase);
    if (gate === undefined) throw new Error(`no ${phase}`);
    return decide(gate, anIteration(phase, spoil)).gate_1.unmet.map(({ clause, rule }) => `${rule}: ${clause}`);
  };
  const HELD = ['2.10: mutants_killed_percent >= 50 OR mutants_tested < 3'];

  test.each<readonly [string, DefaultPhase, Parameters<typeof anIteration>[1], readonly string[]]>([
    [
      'holds when enough faults ran and none was noticed',
      'GREEN',
      { mutants_tested: 3, mutants_killed_percent: 0 },
      HELD,
    ],
    ['holds in REFACTOR too', 'REFACTOR', { mutants_tested: 5, mutants_killed_percent: 0 }, HELD],
    ['is met when too few ran to show anything', 'GREEN', { mutants_tested: 2, mutants_killed_percent: 0 }, []],
    ['is not asked of a record that was not probed', 'GREEN', {}, []],
    ['is not asked where tests have to fail', 'RED', { mutants_tested: 5, mutants_killed: 0 }, []],
    ['is not asked of a record from before the share', 'GREEN', { mutants_tested: 5, mutants_killed: 0 }, []],
    ['holds when fewer than the share were killed', 'GREEN', { mutants_tested: 10, mutants_killed_percent: 40 }, HELD],
    [
      'holds when tests reach less than half of the new code',
      'GREEN',
      { mutants_tested: 10, mutants_killed_percent: 90, code_reached_percent: 42 },
      ['2.10: code_reached_percent >= 50'],
    ],
    [
      'is met when tests reach half of it',
      'GREEN',
      { mutants_tested: 10, mutants_killed_percent: 90, code_reached_percent: 50 },
      [],
    ],
    ['is met when half of them were killed', 'GREEN', { mutants_tested: 10, mutants_killed_percent: 50 }, []],
    [
      'holds when a test passes without the code of GREEN',
      'GREEN',
      { counter_check_tests: 3, counter_check_failing: 2 },
      ['2.10: counter_check_failing == counter_check_tests'],
    ],
    [
      'is met when each test fails without the code of GREEN',
      'GREEN',
      { counter_check_tests: 3, counter_check_failing: 3 },
      [],
    ],
    [
      'asks for no counter-check where red did not turn into green',
      'REFACTOR',
      { counter_check_tests: 3, counter_check_failing: 2 },
      [],
    ],
  ])('%s', (_what, phase, spoil, expected) => {
    expect(unmetOf(phase, spoil)).toEqual(expected);
  });

  test('asks for one mutant where the share is 1 percent, as in a run from before the share', () => {
    const [, green] = compileGates({ phases: LAX, mutation_check: { at_least: 3, percent: 1 } });
    if (green === undefined) throw new Error('no GREEN');
    const decided = (mutants_killed: number) =>
      decide(green, anIteration('GREEN', { mutants_tested: 5, mutants_killed })).can_exit;
    expect([decided(0), decided(1)]).toEqual([false, true]);
  });

  test('is absent where the config switches the check off', () => {
    const off = { phases: LAX, mutation_check: null };
    const gate = compileGates(off).find((each) => each.phase.phase === 'GREEN');
    if (gate === undefined) throw new Error('no GREEN');
    expect(decide(gate, anIteration('GREEN', { mutants_tested: 5, mutants_killed: 0 })).can_exit).toBe(true);
  });
});

describe('the clause of criteria with ids', () => {
  const unmetOf = (
    criteria_ids: 'require' | 'ignore',
    phase: DefaultPhase,
    spoil: Parameters<typeof anIteration>[1],
  ) => {
    const gate = compileGates({ phases: LAX, criteria_ids }).find((each) => each.phase.phase === phase);
    if (gate === undefined) throw new Error(`no ${phase}`);
    return decide(gate, anIteration(phase, spoil)).gate_1.unmet.map(({ clause, rule }) => `${rule}: ${clause}`);
  };

  test('is absent where no phase needs failing tests', () => {
    const [gate] = compileGates({ phases: LAX.filter(({ phase }) => phase === 'GREEN'), criteria_ids: 'require' });
    if (gate === undefined) throw new Error('no GREEN');
    expect(decide(gate, anIteration('GREEN', { criteria_with_id: 3, criteria_passing: 0 })).can_exit).toBe(true);
  });

  test.each<
    readonly [string, 'require' | 'ignore', DefaultPhase, Parameters<typeof anIteration>[1], readonly string[]]
  >([
    [
      'holds RED when a criterion has no test',
      'require',
      'RED',
      { criteria_with_id: 3, criteria_covered: 1 },
      ['2.11: criteria_covered == criteria_with_id'],
    ],
    [
      'holds GREEN when a criterion has no passing test',
      'require',
      'GREEN',
      { criteria_with_id: 3, criteria_covered: 3, criteria_passing: 2 },
      ['2.11: criteria_passing == criteria_with_id'],
    ],
    ['is met when each has one', 'require', 'GREEN', { criteria_with_id: 3, criteria_passing: 3 }, []],
    ['is not asked of a record from before it', 'require', 'RED', {}, []],
    ['is absent where the config ignores ids', 'ignore', 'RED', { criteria_with_id: 3, criteria_covered: 1 }, []],
  ])('%s', (_what, ids, phase, spoil, expected) => {
    expect(unmetOf(ids, phase, spoil)).toEqual(expected);
  });
});
