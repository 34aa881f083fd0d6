import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileGates } from '../../gates/compile-gates.ts';
import { decide } from '../../gates/decide.ts';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import type { IterationRecord } from '../../gates/iteration.ts';
import { METRICS } from '../../gates/metrics.ts';
import type { GateFunction, Phase } from '../../gates/phase.ts';
import { renderUnmet } from '../../gates/verdict.ts';
import { aSignal, anIteration, type DefaultPhase, READY } from './an-iteration.ts';

const gates = compileGates({ phases: DEFAULT_PHASES });
const decideIn = (phase: string, record: IterationRecord) => {
  const gate = gates.find((each) => each.phase.phase === phase);
  if (gate === undefined) throw new Error(`no ${phase}`);
  return decide(gate, record);
};
const decided = (record: IterationRecord) => decideIn(record.phase, record);
const unmetOf = (record: IterationRecord) => {
  const { gate_1, gate_2 } = decided(record);
  return [...gate_1.unmet, ...gate_2.unmet].map(renderUnmet);
};
const PHASES = ['RED', 'GREEN', 'REFACTOR', 'DOCUMENT'] as const satisfies readonly DefaultPhase[];

describe('a decision', () => {
  test.each(PHASES)('exits %s when both gates agree in one iteration', (phase) => {
    const { can_exit, next, reason, gate_1, gate_2 } = decided(anIteration(phase));
    expect({ can_exit, next, reason, unmet: [...gate_1.unmet, ...gate_2.unmet] }).toEqual({
      can_exit: true,
      next: 'leave',
      reason: 'Both gates agree in this iteration',
      unmet: [],
    });
  });

  test.each(PHASES)('never exits %s after a part of the suite, however well it went', (phase) => {
    const { can_exit, gate_1 } = decided({ ...anIteration(phase), measured: 'criteria' });
    expect([can_exit, gate_1.unmet]).toEqual([
      false,
      [
        {
          clause: 'the whole suite ran',
          because: 'only the tests of the criteria ran, and some of them fail',
          metrics: [],
          rule: '1.4',
        },
      ],
    ]);
  });

  test('has the form of the state schema of spec 001', () => {
    const decision = decided(anIteration('GREEN', {}, { iteration: 5 }));
    expect(decision).toMatchObject({
      phase: 'GREEN',
      iteration: 5,
      gate_1: {
        satisfied: true,
        condition: 'tests_failing == 0\nAND tests_passing == tests_total\nAND consecutive_green_runs >= 2',
        values: { tests_failing: 0, tests_passing: 10, tests_total: 10, consecutive_green_runs: 2 },
      },
      gate_2: { satisfied: true, source: 'explicit_signal' },
      can_exit: true,
      timestamp: '2026-01-13T10:30:00.000Z',
    });
  });

  test('warns of a premature signal word for word', () => {
    const { reason, next } = decided(anIteration('GREEN', { tests_failing: 1, tests_passing: 9 }));
    expect({ reason, next }).toEqual({ reason: 'Exit signal set but Gate 1 not satisfied', next: 'hold' });
  });

  test('warns the same way of green metrics over a silent agent', () => {
    const { reason, next } = decided(anIteration('GREEN', {}, { signal: aSignal(null) }));
    expect({ reason, next }).toEqual({ reason: 'Gate 1 satisfied but no exit signal', next: 'hold' });
  });

  test('names every unmet clause once, with its values', () => {
    expect(
      unmetOf(
        anIteration('GREEN', { tests_failing: 1, tests_passing: 9, consecutive_green_runs: 0, runner_exit_code: 1 }),
      ),
    ).toEqual([
      'tests_failing == 0: got 1, expected 0',
      'tests_passing == tests_total: got 9, expected 10',
      'runner_exit_code == 0: got 1, expected 0',
      'consecutive_green_runs >= 2: got 0, expected 2 or more',
    ]);
  });

  test('says why the signal did not count', () => {
    expect(unmetOf(anIteration('GREEN', {}, { signal: aSignal(null, { reason: 'stale_signal' }) }))).toEqual([
      'exit_signal == true: the block has the NONCE of another iteration: it was quoted, cached or replayed',
    ]);
  });

  test('names the way out that was recorded with the signal, also when it needs human input', () => {
    const signal = aSignal(null, { reason: 'nonce_missing', way_out: 'Ways out: a; or b' });
    const because = 'the block has no NONCE. Ways out: a; or b';
    expect(unmetOf(anIteration('GREEN', {}, { signal }))).toEqual([`exit_signal == true: ${because}`]);
    const third = anIteration('GREEN', {}, { signal, deadlocks: { premature: 0, silent: 2 } });
    expect(decideIn('GREEN', third).halt?.says).toBe(
      `Gate 1 was satisfied in 3 iterations in a row, but the agent gave no exit signal: ${because}`,
    );
  });

  test('gives nothing for a record of another phase', () => {
    const { gate_1, can_exit } = decideIn('GREEN', { ...anIteration('GREEN'), phase: 'RED' });
    expect({ can_exit, unmet: gate_1.unmet }).toEqual({
      can_exit: false,
      unmet: [{ clause: 'phase == GREEN', because: 'the record is for RED', metrics: [], rule: '1.1' }],
    });
  });

  test('accepts only true as a signal', () => {
    const almost = [1, 'true', {}, [], 'yes'] as unknown as readonly true[];
    for (const value of almost)
      expect(decided(anIteration('GREEN', {}, { signal: { ...aSignal(true), value } })).can_exit).toBe(false);
  });
});

describe('after a held iteration', () => {
  const held = { tests_failing: 1, tests_passing: 9 };

  test('human input is needed when the agent is blocked, with its reason', () => {
    const signal = aSignal(false, { status: 'BLOCKED', blockers: ['no access to the registry'] });
    const { next, halt } = decided(anIteration('GREEN', held, { signal }));
    expect({ next, halt }).toEqual({
      next: 'needs_human',
      halt: { code: 'blocked', says: 'The agent is blocked: no access to the registry' },
    });
  });

  test('human input is needed when something was denied and nothing was done', () => {
    const turn = { outcome: 'ok', exit_code: 0, ms: 1, denials: ['Write(a.js)', 'Bash(ls)'] } as const;
    const tree = { before: 'a1', after: 'a1', head: null };
    const { next, halt } = decided(anIteration('GREEN', held, { turn, tree }));
    expect({ next, halt }).toEqual({
      next: 'needs_human',
      halt: {
        code: 'permission_denied',
        says: 'The agent was not allowed to do its work: Write(a.js); Bash(ls)',
      },
    });
    const silent = { ...turn, outcome: 'permission_denied', denials: [] } as const;
    expect(decided(anIteration('GREEN', held, { turn: silent, tree })).halt?.says).toBe(
      'The agent was not allowed to do its work',
    );
  });

  test('the next iteration follows when something was denied and something done, or neither', () => {
    const turn = { outcome: 'ok', exit_code: 0, ms: 1, denials: ['Bash(git push)'] } as const;
    expect(decided(anIteration('GREEN', held, { turn })).next).toBe('hold');
    const tree = { before: 'a1', after: 'a1', head: null };
    expect(decided(anIteration('GREEN', held, { tree })).next).toBe('hold');
  });

  test('the next phase follows in spite of a denial: it vetoes nothing', () => {
    const turn = { outcome: 'ok', exit_code: 0, ms: 1, denials: ['Bash(git push)'] } as const;
    expect(decided(anIteration('GREEN', {}, { turn, tree: { before: 'a1', after: 'a1', head: null } })).next).toBe(
      'leave',
    );
  });

  test('holds after any number of iterations without progress: the breaker handles those', () => {
    const { next, halt } = decided(anIteration('GREEN', held, { without_progress: 99 }));
    expect({ next, halt }).toEqual({ next: 'hold', halt: undefined });
  });

  test('needs human input when the agent signals a third time in a row that it is done, over red metrics', () => {
    const before = (premature: number) => ({ deadlocks: { premature, silent: 0 } });
    expect(decided(anIteration('GREEN', held, before(1))).next).toBe('hold');
    const { next, halt } = decided(anIteration('GREEN', held, { ...before(2), iterations_used: 10 }));
    expect({ next, halt }).toEqual({
      next: 'needs_human',
      halt: {
        code: 'premature_signal',
        says: 'The agent signalled in 3 iterations in a row that it is done, but gate 1 is not satisfied: tests_failing == 0 and 1 more',
      },
    });
  });

  test('needs human input when gate 1 is satisfied a third time in a row without a signal', () => {
    const silent = { signal: aSignal(null), deadlocks: { premature: 0, silent: 2 } };
    const { next, halt } = decided(anIteration('GREEN', {}, silent));
    expect({ next, halt }).toEqual({
      next: 'needs_human',
      halt: {
        code: 'silent_agent',
        says: 'Gate 1 was satisfied in 3 iterations in a row, but the agent gave no exit signal: no status block with a signal was found',
      },
    });
    // An explicit no is not silence, and who crashes has no word at all.
    expect(decided(anIteration('GREEN', {}, { ...silent, signal: aSignal(false) })).next).toBe('hold');
    const crashed = { outcome: 'crashed', exit_code: 1, ms: 1 } as const;
    expect(
      decided(anIteration('GREEN', {}, { ...silent, deadlocks: { premature: 0, silent: 1 }, turn: crashed })).next,
    ).toBe('hold');
  });

  test('exits anyway when the gates agree in that same iteration', () => {
    const { next } = decided(anIteration('GREEN', {}, { deadlocks: { premature: 9, silent: 9 } }));
    expect(next).toBe('leave');
  });

  test('the run stops when the iterations of the phase are used up', () => {
    const { next, halt } = decided(anIteration('GREEN', held, { iterations_used: 10 }));
    expect({ next, halt }).toEqual({
      next: 'stop',
      halt: { code: 'max_iterations', says: 'Exit gate not passing: 10 of 10 iterations used' },
    });
  });

  test('the next phase follows anyway when the gates agree in the last allowed iteration', () => {
    const record = anIteration(
      'GREEN',
      {},
      { iterations_used: 10, without_progress: 9, signal: aSignal(true, { status: 'COMPLETE' }) },
    );
    expect(decided(record).next).toBe('leave');
  });
});

describe('a gate that is a function', () => {
  const withGate = (condition: GateFunction): Phase => ({
    ...DEFAULT_PHASES[1],
    phase: 'QA',
    gate_1: { name: 'QA passed', condition },
  });
  const decideBy = (condition: GateFunction) => {
    const [gate] = compileGates({ phases: [withGate(condition)] });
    if (gate === undefined) throw new Error('no gate');
    return decide(gate, { ...anIteration('GREEN'), phase: 'QA' });
  };

  test('decides as a condition does', () => {
    expect(decideBy(() => ({ satisfied: true, unmet: [] })).can_exit).toBe(true);
    const no = decideBy(() => ({ satisfied: false, unmet: [{ clause: 'QA passed', because: 'two pages are blank' }] }));
    expect(no.gate_1.unmet).toEqual([{ clause: 'QA passed', because: 'two pages are blank', metrics: [] }]);
  });

  test.each([
    ['names', ['pages'], ['pages']],
    ['names in a text', 'pages', []],
    ['something else among names', ['pages', 3, null], ['pages']],
  ])('names the metrics that it depends on: %s', (_what, metrics, stated) => {
    const clause = { clause: 'QA passed', because: 'two pages are blank' };
    const answer = { satisfied: false, unmet: [{ ...clause, metrics }] } as ReturnType<GateFunction>;
    expect(decideBy(() => answer).gate_1.unmet).toEqual([{ ...clause, metrics: stated }]);
  });

  test('still has the floor', () => {
    const [gate] = compileGates({ phases: [withGate(() => ({ satisfied: true, unmet: [] }))] });
    if (gate === undefined) throw new Error('no gate');
    const record = { ...anIteration('GREEN', { tests_failing: 1, tests_passing: 9 }), phase: 'QA' };
    expect(decide(gate, record).can_exit).toBe(false);
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('boom');
      },
    ],
    ['answers true', () => true],
    ['answers a promise', () => Promise.resolve({ satisfied: true, unmet: [] })],
    ['answers nothing', () => undefined],
    ['says no without a reason', () => ({ satisfied: false, unmet: [] })],
    ['says no with what is no clause', () => ({ satisfied: false, unmet: [null, 3, {}, { clause: 'QA passed' }] })],
  ])('holds when it %s', (_what, broken) => {
    const { can_exit, gate_1 } = decideBy(broken as unknown as GateFunction);
    expect(can_exit).toBe(false);
    expect(gate_1.unmet.map(({ rule }) => rule)).toEqual(['1.7']);
  });
});

describe('laws of the decision', () => {
  /** From an iteration that is ready, at most two things are spoilt: otherwise no gate would ever open in a test. */
  const spoilt = fc
    .record({
      phase: fc.constantFrom(...PHASES),
      metrics: fc.dictionary(
        fc.constantFrom(...Object.keys(METRICS)),
        fc.oneof(fc.nat({ max: 12 }), fc.boolean(), fc.constant(undefined), fc.constantFrom(NaN, -1, 1.5, null, 'x')),
        { maxKeys: 2 },
      ),
      signal: fc.oneof(
        { weight: 3, arbitrary: fc.constant(aSignal(true)) },
        { weight: 1, arbitrary: fc.constantFrom(aSignal(false), aSignal(null)) },
      ),
    })
    .map(({ phase, metrics, signal }) => anIteration(phase, metrics as Parameters<typeof anIteration>[1], { signal }));

  test('it exits exactly when no clause is unmet and the signal is true', () => {
    fc.assert(
      fc.property(spoilt, (record) => {
        const { can_exit, gate_1, gate_2, next } = decided(record);
        expect(can_exit).toBe(gate_1.unmet.length + gate_2.unmet.length === 0);
        expect(next === 'leave').toBe(can_exit);
        if (record.signal.value !== true) expect(can_exit).toBe(false);
      }),
    );
  });

  /** The floor asks about these only where they were measured. */
  const WHERE_MEASURED = new Set<string>(gates.flatMap(({ floor }) => floor.flatMap(({ onlyWith = [] }) => onlyWith)));
  const ALWAYS_ASKED = Object.keys(METRICS).filter((name) => !WHERE_MEASURED.has(name));

  test('an absent metric never satisfies a gate that was not satisfied', () => {
    fc.assert(
      fc.property(spoilt, fc.constantFrom(...ALWAYS_ASKED), (record, name) => {
        const metrics = Object.fromEntries(Object.entries(record.metrics).filter(([each]) => each !== name));
        expect(decided({ ...record, metrics }).can_exit && !decided(record).can_exit).toBe(false);
      }),
    );
  });

  test('the generator satisfies each gate often enough to be meaningful', () => {
    const records = fc.sample(spoilt, { numRuns: 2000, seed: 7 });
    const shares = PHASES.map((phase) => {
      const of = records.filter((record) => record.phase === phase);
      return of.filter((record) => decided(record).can_exit).length / of.length;
    });
    expect(shares.filter((share) => share < 0.1 || share > 0.9)).toEqual([]);
  });

  test('deciding changes nothing: a frozen record is decided the same, twice', () => {
    const record = Object.freeze({ ...anIteration('GREEN'), metrics: Object.freeze({ ...READY.GREEN }) });
    expect(decided(record)).toEqual(decided(record));
  });
});
