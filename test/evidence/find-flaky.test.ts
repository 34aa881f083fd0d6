import { describe, expect, test } from 'vitest';
import { findFlaky } from '../../src/evidence/measures/tree.measure.ts';
import { aTestRun, failed, passed } from '../runners/a-test-run.ts';

describe('flaky tests', () => {
  test('are those that changed their verdict, with what they did', () => {
    const runs = [aTestRun([passed('a'), passed('b')]), aTestRun([failed('a'), passed('b')])];
    expect(findFlaky(runs)).toEqual([
      {
        code: 'tests.flaky',
        values: { test: 't.js > a', states: ['passed', 'failed'] },
        text: 'Flaky on the same sources: "t.js > a" passed, then failed. Give it the same result in every run.',
      },
    ]);
  });
  test('are none in a single run, nor in runs that agree', () => {
    expect([
      findFlaky([aTestRun([passed('a')])]),
      findFlaky([aTestRun([failed('a')]), aTestRun([failed('a')])]),
    ]).toEqual([[], []]);
  });
  test('are none where one report names a test several times: it is told what it names', () => {
    const run = aTestRun([passed('a'), failed('a'), passed('b'), passed('b')]);
    const shared = {
      code: 'tests.shared_name',
      values: { test: 't.js > a', states: ['passed', 'failed'] },
      text: 'The report names "t.js > a" 2 times: passed, failed. Give each test a name of its own; if they are attempts of one test, run it once.',
    };
    expect([findFlaky([run]), findFlaky([run, run])]).toEqual([[shared], [shared]]);
    const many = aTestRun(Array.from({ length: 22 }, (_each, i) => [passed(String(i)), failed(String(i))]).flat());
    expect(findFlaky([many]).at(-1)?.text).toBe('And 2 more names are used several times.');
  });
  test('are named up to twenty, and the rest is counted', () => {
    const names = Array.from({ length: 22 }, (_each, i) => String(i));
    const named = findFlaky([aTestRun(names.map(passed)), aTestRun(names.map(failed))]);
    expect([named.length, named.at(-1)?.text]).toEqual([21, 'And 2 more tests are flaky.']);
  });
});
