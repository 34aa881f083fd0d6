import { describe, expect, test } from 'vitest';
import { compileGates } from '../../gates/compile-gates.ts';
import { decide } from '../../gates/decide.ts';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import type { IterationRecord } from '../../gates/iteration.ts';
import { listClauses } from '../../gates/list-clauses.ts';
import { sayUnmet } from '../../gates/say-unmet.ts';
import { anIteration, aSignal, type DefaultPhase, READY } from './an-iteration.ts';

const BECAUSE = 'the agent did not signal that it is done';
const gateOf = (phase: DefaultPhase, confirmations: number | null = null) => {
  const gate = compileGates({ phases: DEFAULT_PHASES, confirmations }).find((each) => each.phase.phase === phase);
  if (gate === undefined) throw new Error(`no ${phase}`);
  return gate;
};

const SILENT = { signal: aSignal(null) };
/** GREEN after one green run. */
const ONE = { consecutive_green_runs: 1 };
const SECOND = { not_started: { runs: 1, because: BECAUSE } };

const OF_TESTS = /^(?:tests_(?!intact)|existing|report|runner|suite|unhandled|consecutive)/;

/** DOCUMENT after no run at all. */
const nothingRan = (rest: Partial<IterationRecord> = {}, spoil = {}): IterationRecord => {
  const record = anIteration('DOCUMENT', {}, { measured: 'nothing', ...SECOND, ...SILENT, ...rest });
  const known = Object.entries({ ...record.metrics, ...spoil }).filter(([name]) => !OF_TESTS.test(name));
  return { ...record, metrics: Object.fromEntries(known) };
};

describe('a green run that was not started', () => {
  test('is none: the clause is not met, and says why', () => {
    const { gate_1, can_exit, reason } = decide(gateOf('GREEN'), anIteration('GREEN', ONE, { ...SILENT, ...SECOND }));
    expect([can_exit, gate_1.satisfied, reason]).toEqual([false, false, 'Gate 1 satisfied so far but no exit signal']);
    expect(gate_1.unmet).toEqual([
      {
        clause: 'consecutive_green_runs >= 2',
        because: `1 of 2; the second was not started: ${BECAUSE}`,
        metrics: ['consecutive_green_runs'],
        rule: '1.3',
        waits: true,
      },
    ]);
  });

  test('holds a record with a signal too', () => {
    const { can_exit, reason } = decide(gateOf('GREEN'), anIteration('GREEN', ONE, SECOND));
    expect([can_exit, reason]).toEqual([false, 'Exit signal set but Gate 1 not satisfied']);
  });

  test('has its number in the clause, beside that of the others', () => {
    const record = anIteration('GREEN', ONE, { ...SILENT, not_started: { runs: 2, because: BECAUSE } });
    expect(decide(gateOf('GREEN', 3), record).gate_1.unmet.map(({ because }) => because)).toContain(
      `1 of 3; the other 2 were not started: ${BECAUSE}`,
    );
  });

  test('explains no clause that would stay unmet with it', () => {
    const record = anIteration('GREEN', { ...ONE, tests_intact: false }, { ...SILENT, ...SECOND });
    const { gate_1, reason } = decide(gateOf('GREEN'), record);
    expect(gate_1.unmet.map(({ clause, waits }) => [clause, waits])).toEqual([
      ['tests_intact == true', undefined],
      ['consecutive_green_runs >= 2', true],
    ]);
    expect(reason).toBe('Neither gate is satisfied');
  });
});

describe('an agent that never signals', () => {
  const third = { deadlocks: { premature: 0, silent: 2 } };

  test.each([
    ['GREEN', anIteration('GREEN', ONE, { ...SILENT, ...SECOND, ...third })],
    ['DOCUMENT', nothingRan(third)],
  ] as const)('halts in the third iteration of %s over runs that were not started', (phase, record) => {
    const { next, halt } = decide(gateOf(phase), record);
    expect([next, halt?.code]).toEqual(['needs_human', 'silent_agent']);
    expect(halt?.says).toMatch(/^Gate 1 was satisfied as far as it was measured in 3 iterations in a row, /);
  });

  test.each([
    ['says no', anIteration('GREEN', ONE, { signal: aSignal(false), ...SECOND, ...third })],
    [
      'failed',
      anIteration('GREEN', ONE, { ...SILENT, ...SECOND, turn: { outcome: 'timed_out', exit_code: 1, ms: 1 } }),
    ],
    ['broke a test', anIteration('GREEN', { ...ONE, tests_failing: 1 }, { ...SILENT, ...SECOND, ...third })],
    ['has no documents', nothingRan(third, { docs_generated: 0 })],
  ])('is none that %s', (_, record) => {
    expect(decide(gateOf(record.phase as DefaultPhase), record).next).toBe('hold');
  });
});

describe('an iteration in which no test ran', () => {
  test('is held by one clause in place of all about tests', () => {
    const decision = decide(gateOf('DOCUMENT'), nothingRan());
    expect(decision.gate_1.unmet).toEqual([
      { clause: 'the suite ran', because: `the tests were not run: ${BECAUSE}`, metrics: [], rule: '1.1', waits: true },
    ]);
    expect(sayUnmet(decision)[0]).toBe(`the suite ran: the tests were not run: ${BECAUSE}`);
  });

  test('is held whatever else it says', () => {
    const record = { ...nothingRan({ signal: aSignal(true) }), metrics: READY.DOCUMENT };
    const { not_started: _none, ...bare } = record;
    expect(decide(gateOf('DOCUMENT'), record).can_exit).toBe(false);
    expect(decide(gateOf('DOCUMENT'), bare).gate_1.unmet.map(({ because }) => because)).toEqual([
      'the tests were not run: the record does not say why',
    ]);
  });

  test('has no clause about tests that is met', () => {
    const record = nothingRan();
    const gate = gateOf('DOCUMENT');
    const { gate_1 } = listClauses(gate, record, decide(gate, record));
    const met = gate_1.filter((each) => each.met).flatMap(({ values }) => Object.keys(values));
    expect(met).toEqual(expect.arrayContaining(['docs_generated', 'tree_stable', 'tests_intact']));
    expect(met.filter((name) => OF_TESTS.test(name))).toEqual([]);
    expect(gate_1.find(({ clause }) => clause === 'tests_failing == 0')).toMatchObject({
      met: false,
      because: 'not measured: the tests were not run',
    });
  });
});
