import { expect, test, describe } from 'vitest';
import { array, assert, constantFrom, property } from 'fast-check';
import { judgeRun, passedIn, diffLines, dropHunk } from '../../../src/evidence/mutation-check/order-mutants.ts';
import type { TestRun } from '../../../src/runners/test-run.ts';

const aRun = (spoil: Partial<TestRun> = {}): TestRun => ({
  started_at: '',
  ms: 1,
  exit_code: 0,
  ended: 'exited',
  report_fresh: true,
  report_complete: true,
  tests: [
    { file: 'a', name: 'one', state: 'passed' },
    { file: 'a', name: 'two', state: 'passed' },
  ],
  load_failures: [],
  unhandled_errors: [],
  problems: [],
  ...spoil,
});

const NONE: ReadonlySet<string> = new Set();
const PASSED = passedIn(aRun());
const [one, two] = aRun().tests;
const failed = (name: string) => ({ file: 'a', name, state: 'failed' as const });

test.each<[string, Partial<TestRun>, unknown]>([
  [
    'a test that passed before fails: noticed',
    { exit_code: 1, tests: [failed('one')] },
    { end: 'killed', why: 'a > one', killers: ['a > one'] },
  ],
  [
    'every test that fails counts: noticed',
    { exit_code: 1, tests: [failed('two'), failed('one')] },
    { end: 'killed', why: 'a > two', killers: ['a > two', 'a > one'] },
  ],
  ['all pass: unnoticed', {}, { end: 'survived', why: null }],
  [
    'a file that does not load notices nothing',
    { exit_code: 1, tests: [], load_failures: [{ file: 'b', message: 'SyntaxError' }] },
    { end: 'not_applicable', why: 'b does not load' },
  ],
  [
    'a suite without an end notices nothing',
    {
      ended: 'timed_out',
      exit_code: null,
      report_complete: false,
      problems: ['the test run reached its time limit of 6 s'],
    },
    { end: 'not_applicable', why: 'the suite did not finish' },
  ],
  [
    'a failing test that was not there before notices nothing',
    { exit_code: 1, tests: [...aRun().tests, failed('three')] },
    { end: 'not_applicable', why: 'the report differs from that of the clean copy' },
  ],
  [
    'a suite that lost a test says nothing, green or not',
    { tests: one === undefined ? [] : [one] },
    { end: 'not_applicable', why: 'the report differs from that of the clean copy' },
  ],
  [
    'a suite that says no and names no failure says nothing',
    { exit_code: 3, unhandled_errors: ['it ended with exit code 3'] },
    { end: 'not_applicable', why: 'it ended with exit code 3' },
  ],
])('%s', (_, spoil, expected) => {
  expect(judgeRun(aRun(spoil), PASSED, NONE)).toEqual(expected);
});

test('a test that is known to fail kills nothing by failing', () => {
  const run = aRun({ exit_code: 1, tests: [...(two === undefined ? [] : [two]), failed('one')] });
  expect(judgeRun(run, new Set(['a > two']), new Set(['a > one']))).toEqual({ end: 'survived', why: null });
});

const text = (...lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

describe('the hunks between two texts', () => {
  test('are none where nothing changed', () => {
    expect(diffLines(text('a', 'b'), text('a', 'b'))).toEqual([]);
  });

  test('are one where one line changed', () => {
    expect(diffLines(text('a', 'b', 'c'), text('a', 'x', 'c'))).toEqual([{ line: 2, lines: 1, before: 'b\n' }]);
  });

  test('are several, separate, with the replaced lines', () => {
    expect(diffLines(text('a', 'b', 'c', 'd', 'e'), text('x', 'b', 'c', 'y', 'z', 'e'))).toEqual([
      { line: 1, lines: 1, before: 'a\n' },
      { line: 4, lines: 2, before: 'd\n' },
    ]);
  });

  test('are added lines', () => {
    expect(diffLines(text('a', 'd'), text('a', 'b', 'c', 'd'))).toEqual([{ line: 2, lines: 2, before: '' }]);
  });

  test('are removed lines', () => {
    expect(diffLines(text('a', 'b', 'c'), text('a', 'c'))).toEqual([{ line: 2, lines: 0, before: 'b\n' }]);
  });

  test('are all lines of a new text', () => {
    expect(diffLines('', text('a', 'b'))).toEqual([{ line: 1, lines: 2, before: '' }]);
  });

  test('are not other line ends', () => {
    expect(diffLines('a\r\nb\r\n', 'a\nb\n')).toEqual([]);
  });

  test('separate lines removed from the middle', () => {
    expect(diffLines(text('a', 'b', 'a', 'c', 'a', 'd'), text('a', 'b', 'x', 'c', 'a', 'd', 'e'))).toEqual([
      { line: 3, lines: 1, before: 'a\n' },
      { line: 7, lines: 1, before: '' },
    ]);
  });

  test('restore the old text when they are dropped from the last to the first', () => {
    const lines = array(constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 }).map((each) => text(...each));
    assert(
      property(lines, lines, (before, after) => {
        const hunks = diffLines(before, after);
        expect(hunks.toReversed().reduce(dropHunk, after)).toBe(before);
        const changed = hunks.reduce((sum, each) => sum + each.lines + each.before.split('\n').length - 1, 0);
        expect(changed).toBe(distance(before.split('\n'), after.split('\n')));
      }),
      { numRuns: 500 },
    );
  });

  test('of texts that have little in common are one, and quickly found', () => {
    const many = (word: string) => text(...Array.from({ length: 5_000 }, (_, i) => `${word}${i}`));
    expect(diffLines(many('a'), many('b'))).toEqual([{ line: 1, lines: 5_000, before: many('a') }]);
  });
});

/** Lines that have to go and to come, by the plain table. */
const distance = (old: readonly string[], now: readonly string[]): number => {
  let row = now.map((_, i) => i + 1);
  row = [0, ...row];
  for (const [i, line] of old.entries()) {
    const next = [i + 1];
    for (const [j, other] of now.entries()) {
      next.push(line === other ? (row[j] ?? 0) : 1 + Math.min(row[j + 1] ?? 0, next[j] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
};
