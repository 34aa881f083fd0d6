import { describe, expect, test } from 'vitest';
import {
  findEndWithoutTest,
  type TestRun,
  isBelow,
  isResult,
  parentsOf,
  boundError,
  boundMessage,
} from '../../src/runners/test-run.ts';
import { aTestRun, passed, skipped } from './a-test-run.ts';

const CRASHED: Partial<TestRun> = {
  exit_code: 134,
  report_complete: false,
  problems: ['the test runner exited with code 134 without running a test'],
};

describe('a runner that ended without running a test', () => {
  test.each<readonly [string, Partial<TestRun>]>([
    ['exited with a failure', CRASHED],
    ['was killed', { ...CRASHED, exit_code: null, problems: ['the test runner was ended by SIGKILL'] }],
    ['could not be started', { ...CRASHED, exit_code: null, ended: 'missing' }],
  ])('is one that %s', (_how, differing) => {
    const run = aTestRun([], differing);
    expect(findEndWithoutTest(run)).toBe(run);
  });

  test.each<readonly [string, TestRun]>([
    ['ran a test', aTestRun([passed('a')], CRASHED)],
    ['found no tests yet', aTestRun([], { exit_code: 1 })],
    ['named a file that does not load', aTestRun([], { ...CRASHED, load_failures: [{ file: 'a', message: 'b' }] })],
    ['named an error outside of a test', aTestRun([], { ...CRASHED, unhandled_errors: ['a'] })],
    ['reached its time limit', aTestRun([], { ...CRASHED, exit_code: null, ended: 'timed_out' })],
    ['exited with success', aTestRun([], { exit_code: 0 })],
  ])('is none that %s', (_how, run) => {
    expect(findEndWithoutTest(run)).toBeNull();
  });

  test('is found among several suites, though the others ran tests', () => {
    const broken = { ...aTestRun([], CRASHED), suite: 'web' };
    const suites = [{ ...aTestRun([passed('a')]), suite: 'api' }, broken];
    expect(findEndWithoutTest(aTestRun([passed('a')], { suites }))).toBe(broken);
  });
});

describe('a parent', () => {
  test.each([
    ['passed', 'stand for it'],
    ['skipped', 'count beside it'],
    ['failed', 'count beside it'],
  ] as const)('that %s: its subtests %s', (state, how) => {
    const parent = { state, hasSubtests: true, hasFailedSubtests: false };
    expect(isResult(parent)).toBe(how === 'count beside it');
  });

  test('that failed is explained by a subtest that failed, and one that is skipped never is', () => {
    const told = (['passed', 'failed', 'skipped'] as const).filter((state) =>
      isResult({ state, hasSubtests: true, hasFailedSubtests: true }),
    );
    expect(told).toEqual(['skipped']);
  });

  test('without subtests is a test like any other', () => {
    const told = (['passed', 'failed', 'skipped'] as const).filter((state) =>
      isResult({ state, hasSubtests: false, hasFailedSubtests: false }),
    );
    expect(told).toEqual(['passed', 'failed', 'skipped']);
  });
});

describe('a subtest', () => {
  test('is below each of its parents, of the same file, and below nothing else', () => {
    const child = passed('sum > of two > adds');
    expect(parentsOf(child).map(({ name }) => name)).toEqual(['sum', 'sum > of two']);
    expect(parentsOf(child).every((parent) => isBelow(child, parent))).toBe(true);
    const others = [child, skipped('su'), skipped('sum > of'), { ...skipped('sum'), file: 'other.js' }];
    expect(others.filter((other) => isBelow(child, other))).toEqual([]);
  });
});

describe('a failure message', () => {
  test('loses its colours and blank ends', () => {
    expect(boundMessage('\n\u001b[31mexpected 1\u001b[39m\r\nto be 2 \n')).toBe('expected 1\nto be 2');
  });

  test('keeps its first 10 lines', () => {
    const lines = Array.from({ length: 12 }, (_, i) => `line ${i + 1}`);
    expect(boundMessage(lines.join('\n'))).toBe(lines.slice(0, 10).join('\n'));
  });

  test('is never longer than 2,000 characters', () => {
    expect(boundMessage('x'.repeat(5_000))).toBe(`${'x'.repeat(1_999)}…`);
  });
});

const nameFile = (path: string): string => path.replace(/^\/w\//, '');
const first = (message: string): string | undefined => boundError(message, nameFile).split('\n')[0];

/** Recorded from node 20.20, pytest 8 and go 1.19. */
describe('a file that does not load says its cause first', () => {
  test.each([
    [
      'a syntax error of node, with its place',
      'file:///w/src/bad.js:3\n\n\n\nSyntaxError: Unexpected end of input\n    at compileSourceTextModule (node:internal/modules/esm/utils:346:16)',
      'SyntaxError: Unexpected end of input (src/bad.js:3)',
    ],
    [
      'a missing module of node',
      "node:internal/modules/esm/resolve:283\n    throw new ERR_MODULE_NOT_FOUND(\n          ^\n\nError [ERR_MODULE_NOT_FOUND]: Cannot find module '/w/src/nope.js' imported from /w/test/miss.test.js\n    at finalizeResolution (node:internal/modules/esm/resolve:283:11)",
      "Error [ERR_MODULE_NOT_FOUND]: Cannot find module 'src/nope.js' imported from test/miss.test.js",
    ],
    [
      'a missing module of pytest',
      "ImportError while importing test module '/w/tests/test_miss.py'.\nHint: make sure your test modules/packages have valid Python names.\nTraceback:\ntests/test_miss.py:1: in <module>\n    from nope import x\nE   ModuleNotFoundError: No module named 'nope'",
      "ModuleNotFoundError: No module named 'nope'",
    ],
    [
      'a syntax error of pytest, far below its trace',
      `${Array.from({ length: 20 }, (_, i) => `/usr/lib/python3/x.py:${i}: in f`).join('\n')}\nE     File "/w/src/bad.py", line 2\nE       def bad(:\nE               ^\nE   SyntaxError: invalid syntax`,
      'SyntaxError: invalid syntax (src/bad.py:2)',
    ],
    ['a compiler that names no error', './sum.go:3:2: undefined: foo', './sum.go:3:2: undefined: foo'],
  ])('%s', (_, message, cause) => {
    expect(first(message)).toBe(cause);
    expect(boundError(message, nameFile).split('\n').length).toBeLessThanOrEqual(10);
  });
});
