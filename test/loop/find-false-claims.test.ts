import { textsOf } from '../findings/a-finding.ts';
import { describe, expect, test } from 'vitest';
import { findFalseClaims } from '../../src/loop/find-false-claims.ts';
import { aTestRun, passed, skipped } from '../testing/a-test-run.ts';

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
