import { describe, expect, test } from 'vitest';
import { fingerprintFailing, findFalseClaims } from '../../src/loop/record-parts.ts';
import { textsOf } from '../evidence/findings/a-finding.ts';
import { aTestRun, passed, skipped } from '../runners/a-test-run.ts';

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

const RUN = aTestRun([passed('old'), passed('new'), skipped('later')]);
const judge = (...asked: Parameters<typeof findFalseClaims>) => textsOf(findFalseClaims(...asked));
const reported = (claims: Readonly<Record<string, number | boolean>>) =>
  judge({ claims }, { tests_total: 1, tests_passing: 1, files_modified: 1 }, RUN, new Set(['t.js > later']));

describe('a claim', () => {
  test('that differs from the measurement is reported with both', () => {
    expect(reported({ files_modified: 3, tests_passing: 5 })).toEqual([
      'The agent reports files_modified = 3, but the measured value is 1.',
      'The agent reports tests_passing = 5, but the measured value is 1.',
    ]);
  });

  test.each([1, 2, 3])('of %d tests in all is true in one way to count: the new ones, all that count, all', (total) => {
    expect(reported({ tests_total: total })).toEqual([]);
  });

  test.each([2, 5, 6])(
    'of %d files modified is true in one way to count: those alone, all written, all touched',
    (files) => {
      const metrics = { files_created: 3, files_modified: 2, files_deleted: 1 };
      expect(judge({ claims: { files_modified: files } }, metrics, RUN, new Set())).toEqual([]);
      expect(judge({ claims: { files_modified: files + 2 } }, metrics, RUN, new Set())).toEqual([
        `The agent reports files_modified = ${files + 2}, but the measured value is 2.`,
      ]);
    },
  );

  test('without a measurement, or about no metric, is not judged', () => {
    expect(reported({ build_ok: true, constructor: 1 })).toEqual([]);
    expect(judge({}, {}, RUN, new Set())).toEqual([]);
  });
});
