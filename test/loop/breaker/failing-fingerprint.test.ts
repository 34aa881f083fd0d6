import { describe, expect, test } from 'vitest';
import { fingerprintFailing } from '../../../src/loop/steps/measure.ts';

type Run = Parameters<typeof fingerprintFailing>[0];
const failed = (name: string, message = '') => ({ file: 'a.test.js', name, state: 'failed' as const, message, ms: 1 });
const aRun = (tests: readonly ReturnType<typeof failed>[], rest: Partial<Run> = {}): Run => ({
  tests,
  load_failures: [],
  unhandled_errors: [],
  ...rest,
});
const NONE = new Set<string>();
const nameOf = (run: Run, leftOut: ReadonlySet<string> = NONE) => fingerprintFailing(run, [], leftOut);

describe('the fingerprint of failures', () => {
  test('is none when nothing does', () => expect(nameOf(aRun([]))).toBeNull());
  test('is the same in any order and with any messages: the author of the code chooses those', () => {
    const one = nameOf(aRun([failed('x', 'expected 1'), failed('y')]));
    expect(nameOf(aRun([failed('y', 'at 03:04:05'), failed('x', 'expected 2')]))).toBe(one);
    expect(one).toMatch(/^[0-9a-f]{16}$/);
  });
  test('differs when other tests fail, when a file does not load, or when a check also fails', () => {
    const check = { check: 'lint', command: 'lint', ok: false, exit_code: 1, ms: 1, because: '', said: [] } as const;
    const all = [
      nameOf(aRun([failed('x')])),
      nameOf(aRun([failed('x'), failed('y')])),
      nameOf(aRun([failed('x')], { load_failures: [{ file: 'b.test.js', message: '' }] })),
      nameOf(aRun([failed('x')], { unhandled_errors: ['boom'] })),
      fingerprintFailing(aRun([failed('x')]), [check], NONE),
    ];
    expect(new Set(all).size).toBe(5);
  });
  test('excludes the tests that no count includes', () => {
    expect(nameOf(aRun([failed('x')]), new Set(['a.test.js > x']))).toBeNull();
  });
});
