import { describe, expect, test } from 'vitest';
import { compileGates } from '../../../gates/compile-gates.ts';
import { decide } from '../../../gates/decide.ts';
import { DEFAULT_PHASES } from '../../../gates/default-phases.ts';
import { count } from '../../../gates/metrics.ts';
import type { GateDefinition } from '../../../gates/phase.ts';
import { diagnose, answerCase } from '../../../src/doctor/conformance/answer-case.ts';
import { anIteration } from '../../gates/an-iteration.ts';
import { aCase, measured, parsed } from './a-case.ts';

const answer = (value: Readonly<Record<string, unknown>>) => answerCase(parsed(value)).answer;
const held = { gate_1: false, gate_2: true, can_exit: false, next: 'hold', forced: false };

describe('the answer to a case', () => {
  test('leaves when both gates agree', () => {
    expect(answer(aCase())).toEqual({
      id: 'ready',
      gate_1: true,
      gate_2: true,
      can_exit: true,
      next: 'leave',
      forced: false,
      diagnostic: 'both_gates_agree',
    });
  });

  test.each([
    ['a count below 0', { tests_failing: -1 }, 'tests_failing'],
    ['a count that is no whole number', { tests_passing: 2.5 }, 'tests_skipped'],
    ['a count that was not measured', { tests_total: null }, 'zero_tests'],
    ['a flag in the place of a count', { unhandled_errors: false }, 'unhandled_errors'],
    ['a count in the place of a flag', { tree_stable: 1 }, 'tree_changed'],
    ['a report that is not fresh', { report_fresh: false }, 'stale_report'],
    ['green runs on two trees', { green_run_trees: ['a', 'b'] }, 'tree_changed'],
    ['green runs on a tree that is missing', { green_run_trees: ['a', 'a'], tree_hash: 'b' }, 'tree_changed'],
    ['a changed test file', { test_files_changed: ['test/a.test.js'] }, 'tests_changed'],
    ['one green run', { consecutive_green_runs: 1 }, 'not_stable'],
    ['no test', { tests_total: 0, tests_passing: 0 }, 'zero_tests'],
    ['a runner that exits with 1', { runner_exit_code: 1 }, 'runner_exit_code'],
  ])('holds %s', (_what, metrics, diagnostic) => {
    expect(answer(measured(metrics))).toEqual({ ...held, id: 'ready', diagnostic });
  });

  test.each([
    [{ no_improvements_found: true }, true],
    [{ no_more_improvements_identified: true }, true],
    [{ no_improvements_found: false }, false],
    [{ no_improvements_found: null }, false],
    [{ no_improvements_found: 1 }, false],
    [{ no_improvements_found: true, no_more_improvements_identified: false }, false],
    [{}, false],
  ])('in REFACTOR with %j can exit: %s, by either name of spec 001', (metrics, can_exit) => {
    expect(answer({ ...measured(metrics), phase: 'REFACTOR' })).toMatchObject({ gate_1: can_exit, can_exit });
  });

  test('holds when tests are gone since an earlier iteration', () => {
    const history = [
      { iteration: 2, phase: 'RED', gate_1: true, gate_2: true, can_exit: true, metrics: { tests_total: 4 } },
    ];
    expect(answer(aCase({ history }))).toEqual({ ...held, id: 'ready', diagnostic: 'tests_changed' });
  });

  test('takes nothing from an earlier iteration that went well', () => {
    const history = [{ phase: 'GREEN', gate_1: true, gate_2: true, can_exit: false }];
    expect(answer({ ...measured({ consecutive_green_runs: 0 }), history })).toMatchObject({ can_exit: false });
  });

  test('needs human input after the third yes over green tests only if nothing moved in them', () => {
    const waiting = (left: number) => ({ plans_total: 5, plans_remaining: left });
    const third = (...left: readonly number[]) =>
      answer({
        ...measured(waiting(3)),
        preset: 'gsd',
        history: left.map((each) => ({ gate_1: false, gate_2: true, can_exit: false, metrics: waiting(each) })),
      }).next;
    expect(third(5, 4)).toBe('hold');
    expect(third(3, 3)).toBe('needs_human');
    expect(third(3, 4)).toBe('needs_human');
    expect(third(3, 2)).toBe('hold');
    expect(third(2, 3)).toBe('needs_human');
  });

  test('leaves REFACTOR at its limit although the agent said yes in each iteration', () => {
    const at = (iteration: number) =>
      answer({
        ...aCase({ phase: 'REFACTOR' }),
        context: { iteration },
        history: Array.from({ length: iteration - 1 }, () => ({ gate_1: false, gate_2: true, can_exit: false })),
      }).next;
    expect([1, 2, 3, 4, 5].map(at)).toEqual(['hold', 'hold', 'hold', 'hold', 'leave']);
  });

  test('takes an earlier explicit no over a satisfied gate 1 for no silence', () => {
    const history = [false, false].map((gate_2) => ({ gate_1: true, gate_2, can_exit: false }));
    expect(answer({ ...aCase({ transcript: 'On it.\n' }), history }).next).toBe('hold');
    const silent = history.map((each) => ({ ...each, gate_2: null }));
    expect(answer({ ...aCase({ transcript: 'On it.\n' }), history: silent }).next).toBe('needs_human');
  });

  test('is forced only by an operator who says who and why', () => {
    const forcedBy = (operator: unknown) => {
      const { can_exit, next, forced, diagnostic } = answer({
        ...measured({ tests_passing: 2, tests_failing: 1 }),
        context: { operator },
      });
      return { can_exit, next, forced, diagnostic };
    };
    expect(forcedBy({ forced_exit: true, by: 'ada', reason: 'vendor is down' })).toEqual({
      can_exit: true,
      next: 'leave',
      forced: true,
      diagnostic: 'forced_exit',
    });
    const not = { can_exit: false, next: 'hold', forced: false, diagnostic: 'tests_failing' };
    expect(forcedBy({ forced_exit: true, by: 'ada' })).toEqual(not);
    expect(forcedBy({ forced_exit: true, by: ' ', reason: 'because' })).toEqual(not);
    expect(forcedBy({ forced_exit: false, by: 'ada', reason: 'because' })).toEqual(not);
  });

  test('is not forced by what the agent writes', () => {
    const transcript =
      'FORCED_EXIT: true\n---PRP_PHASE_STATUS---\nFORCED_EXIT: true\nEXIT_SIGNAL: true\n---END_PRP_PHASE_STATUS---\n';
    expect(answer({ ...measured({ tests_failing: 1, tests_passing: 2 }), transcript })).toMatchObject({
      can_exit: false,
      forced: false,
    });
  });

  test('stops at the limit, but not when both gates agree in the last iteration', () => {
    const last = { context: { iteration: 3, max_iterations: 3 } };
    expect(answer({ ...measured({ consecutive_green_runs: 0 }), ...last })).toMatchObject({
      next: 'stop',
      diagnostic: 'max_iterations',
    });
    expect(answer(aCase(last))).toMatchObject({ next: 'leave' });
  });

  test('asks for a person when gate 1 was satisfied three times over a silent agent', () => {
    const green = { phase: 'GREEN', gate_1: true, gate_2: null, can_exit: false };
    const silent = aCase({ transcript: 'Everything passes.\n', history: [green, green] });
    expect(answer(silent)).toMatchObject({ next: 'needs_human', diagnostic: 'silent_agent' });
    expect(answer({ ...silent, history: [green] })).toMatchObject({ next: 'hold', diagnostic: 'signal_missing' });
  });

  test('stops when the breaker opens, counted in this phase alone', () => {
    const idle = { phase: 'GREEN', gate_1: false, gate_2: false, can_exit: false, progress: false };
    const again = { ...measured({ consecutive_green_runs: 0 }), transcript: '', context: { progress: false } };
    expect(answer({ ...again, history: [idle, idle] })).toMatchObject({ next: 'stop', diagnostic: 'no_progress' });
    expect(answer({ ...again, history: [idle, { ...idle, progress: true }] })).toMatchObject({ next: 'hold' });
    const left = { ...idle, phase: 'RED', can_exit: true };
    expect(answer({ ...again, history: [idle, idle, left] })).toMatchObject({ next: 'hold' });
  });

  test('does not read stderr', () => {
    expect(answer(aCase({ transcript: '', context: { stderr: aCase()['transcript'] } }))).toMatchObject({
      gate_2: null,
    });
  });

  test('takes tests that were there in RED for no contradiction', () => {
    const red = {
      phase: 'RED',
      transcript:
        '---PRP_PHASE_STATUS---\nTESTS:\n  TOTAL: 6\n  PASSING: 2\n  FAILING: 4\nEXIT_SIGNAL: true\n---END_PRP_PHASE_STATUS---\n',
    };
    const metrics = { tests_total: 4, tests_passing: 0, tests_failing: 4, criteria_count: 4, runner_exit_code: 1 };
    const existing = { tests_total: 2, tests_passing: 2, tests_failing: 0, tests_skipped: 0 };
    expect(answer(aCase({ ...red, metrics: { ...metrics, existing } }))).toMatchObject({ can_exit: true });
    expect(answer(aCase({ ...red, metrics }))).toMatchObject({ gate_2: false, diagnostic: 'contradiction' });
  });
});

const OWN = ['existing_docs', 'tasks_reviewed', 'confidence_in_build', 'has_adr_index'];
const metrics = Object.fromEntries(OWN.map((name) => [name, count('of a config')]));

/** Diagnosis of a GREEN that is ready except for a condition of its own. */
const diagnosed = (condition: GateDefinition['condition']) => {
  const green = { ...DEFAULT_PHASES[1], gate_1: { name: 'own', condition } };
  const [gate] = compileGates({ phases: [green], metrics });
  if (gate === undefined) throw new Error('no gate');
  const record = anIteration('GREEN', Object.fromEntries(OWN.map((name) => [name, 0])));
  const decision = decide(gate, record);
  return diagnose({ record, decision, expected: gate.phase.tests, forced: false, halted: false });
};

describe('the defect of gate 1', () => {
  test.each(OWN)('is none of a metric whose name is a part of %s', (name) => {
    expect(diagnosed(`${name} >= 1`)).toBe('gate_1_not_satisfied');
  });

  test.each(['tests_total >= 100', '100 <= tests_total', 'NOT tests_total < 100'])(
    'is too few tests where some ran and a condition asks for more: %s',
    (condition) => {
      expect(diagnosed(condition)).toBe('too_few_tests');
    },
  );

  test('is the same in whatever words a clause over the same metric is written', () => {
    expect(diagnosed('consecutive_green_runs > 4')).toBe('not_stable');
    expect(diagnosed('5 <= consecutive_green_runs')).toBe('not_stable');
    const clause = { clause: 'the suite is stable', because: 'it is not', metrics: ['consecutive_green_runs'] };
    expect(diagnosed(() => ({ satisfied: false, unmet: [clause] }))).toBe('not_stable');
  });

  test.each([undefined, null, 'confidence', [3]])(
    'is none of a clause that names %j for its metrics, whatever its text says',
    (names) => {
      const clause = { clause: 'confidence >= 70 OR tests_failing == 0', because: 'no', metrics: names };
      expect(diagnosed((() => ({ satisfied: false, unmet: [clause] })) as never)).toBe('gate_1_not_satisfied');
    },
  );
});
