import { describe, expect, test } from 'vitest';
import { countStream } from '../../../src/page/model/agent-lines.ts';

const counts = (suite_passing: number, suite_failing = 0) => ({ suite_passing, suite_failing, suite_skipped: 0 });
const stream = (counted: ReturnType<typeof counts> | null, expected: number) =>
  countStream({ counts: counted, isRunning: true, runs: 0, expected });

describe('a test run that streams in', () => {
  test('says how many of the expected tests there are', () => {
    expect([stream(null, 3_000), stream(counts(1_124), 3_000)]).toEqual([
      null,
      { share: 1_124 / 3_000, isGreen: true, says: '1,124 of 3,000' },
    ]);
  });

  test('is no green one after a test failed; new tests are no more than all', () => {
    expect(stream(counts(3, 1), 2)).toEqual({ share: 1, isGreen: false, says: '4 of 4' });
  });

  test('has no share while nobody knows how many tests there are', () => {
    expect(stream(counts(12), 0)).toEqual({ share: 0, isGreen: true, says: '12 tests so far' });
  });
});
