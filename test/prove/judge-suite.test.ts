import { describe, expect, test } from 'vitest';
import {
  describeFailing,
  describePassing,
  describeStart,
  judgeFailing,
  judgePassing,
} from '../../src/prove/judge-suite.ts';
import type { TestCase } from '../../src/runners/test-run.ts';
import { aTestRun } from '../runners/a-test-run.ts';

const tests = (state: TestCase['state'], count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => ({ file: 'a.test.js', name: `${state} ${from + at}`, state }));
const runOf = (...cases: readonly (readonly TestCase[])[]) => aTestRun(cases.flat());

describe('how many tests passed', () => {
  test('is all of them only where none was skipped or is pending', () => {
    const run = runOf(tests('passed', 1257), tests('skipped', 4));
    expect(describePassing(run, run)).toBe('1257 of 1261 tests pass, 4 skipped, in two runs');
    const whole = runOf(tests('passed', 1261));
    expect(describePassing(whole, whole)).toBe('all 1261 tests, new and old, pass in two runs');
    expect(describePassing(runOf(tests('passed', 1)), runOf(tests('passed', 1)))).toMatch(/^the only test passes/);
  });

  test('counts one that failed in either run, or that only one of them has, as failed', () => {
    const other = runOf(tests('passed', 1), [{ file: 'a.test.js', name: 'passed 1', state: 'failed' }]);
    expect(describePassing(runOf(tests('passed', 3)), other)).toBe('1 of 3 tests pass, 2 failed, in two runs');
  });

  test('is never all of 0', () => {
    expect(describePassing(runOf(), runOf())).toBe('the suite runs at least one test, twice');
  });

  test('is shown for the earlier suite too, with excluded tests separately', () => {
    const baseline = { passing: ['a', 'b'], skipped: ['c'], known_failing: ['d'] };
    expect(describeStart(baseline)).toBe('the earlier suite is sound: 2 of its tests pass, 1 skipped, 1 known to fail');
    expect(describeStart({ ...baseline, skipped: [], known_failing: [] })).toBe(
      'the earlier suite is sound: 2 of its tests pass',
    );
    expect(describeStart({ ...baseline, passing: [] })).toBe('no earlier test has to pass, 1 skipped, 1 known to fail');
  });

  test('counts tests of one name once', () => {
    const run = runOf(tests('passed', 2), tests('passed', 2));
    expect(describePassing(run, run)).toBe('all 2 tests, new and old, pass in two runs');
  });
});

describe('tests that have to fail', () => {
  const NOTHING = { passing: [], skipped: [], known_failing: [] };
  const [one, two] = ['one', 'two'].map((name) => ({ file: 'a.test.js', name, state: 'failed' as const }));

  test('fail on an assertion only where the runner said so of each', () => {
    const all = [one, two].flatMap((test) => (test === undefined ? [] : [{ ...test, failure: 'assertion' as const }]));
    const said = '2 new tests without code: each fails';
    expect(describeFailing(all)).toBe(`${said} on an assertion; the earlier tests are no worse`);
    const [first, second] = all;
    if (first === undefined || two === undefined || second === undefined) throw new Error('there are two');
    expect(describeFailing([first, two])).toBe(`${said}; the earlier tests are no worse`);
    expect(judgeFailing(runOf([first, two]), NOTHING)).toEqual([]);
  });

  test('need not be those of a guard, which the claim names; they have to pass, and cannot be all', () => {
    const guard = { id: 'AC-2', by: 'agent' as const, why: 'as before', tests: ['a.test.js > holds'] };
    const holds = { file: 'a.test.js', name: 'holds', state: 'passed' as const };
    const run = runOf(tests('failed', 1), [holds]);
    expect(judgeFailing(run, NOTHING)).toEqual(['passed before there was code for it: a.test.js > holds']);
    expect(judgeFailing(run, NOTHING, [guard])).toEqual([]);
    expect(describeFailing(run.tests, [guard])).toBe(
      '1 new test without code: each fails; the earlier tests are no worse; AC-2 already holds (the agent: as before)',
    );
    expect(judgeFailing(runOf(tests('failed', 1)), NOTHING, [guard])).toHaveLength(1);
    expect(judgeFailing(runOf([holds]), NOTHING, [guard])).toEqual(['there is no new test']);
  });

  test('do not, where one has an error of its own', () => {
    const run = runOf([{ file: 'a.test.js', name: 'one', state: 'failed', failure: 'own_error' }]);
    expect(judgeFailing(run, NOTHING)).toEqual(['fails by an error of its own: a.test.js > one']);
  });
});

describe('tests that have to pass', () => {
  const NOTHING = { passing: [], skipped: [], known_failing: [] };
  const judge = (cases: readonly TestCase[]) => judgePassing(runOf(cases), NOTHING, ['a.test.js > AC-1']);
  const below = { file: 'a.test.js', name: 'AC-1 > part', state: 'passed' } as const;

  test('are there when their subtests stand for them, and pass when all of those do', () => {
    expect(judge([below])).toEqual([]);
    expect(judge([below, { ...below, name: 'AC-1 > other', state: 'skipped' }])).toEqual([
      'skipped: a.test.js > AC-1',
      'skipped: a.test.js > AC-1 > other',
    ]);
  });

  test('are gone when they passed before and only subtests have their names now', () => {
    const known = { ...NOTHING, passing: ['a.test.js > AC-1'] };
    const gone = ['gone: a.test.js > AC-1'];
    expect(judgePassing(runOf([below]), known, known.passing)).toEqual(gone);
    expect(judgeFailing(runOf([below, { ...below, name: 'new', state: 'failed' }]), known)).toEqual([
      'passed before there was code for it: a.test.js > AC-1 > part',
      ...gone,
    ]);
  });

  test('do not pass when they are skipped, whatever their subtests are', () => {
    expect(judge([below, { ...below, name: 'AC-1', state: 'skipped' }])).toEqual(['skipped: a.test.js > AC-1']);
    expect(judge([{ ...below, name: 'AC-10 > part' }])).toEqual(['gone: a.test.js > AC-1']);
  });
});
