import { describe, expect, test } from 'vitest';
import { type CountPoints, foldPoints, NO_POINTS, pointsOf } from '../../../src/page/model/count-points.ts';
import type { RunEvent, RunEventBody } from '../../../src/records/run-events.ts';
import { foldLive, type Live } from '../../../src/view/live.ts';
import { at } from '../a-run.ts';

const said = (second: number, body: RunEventBody): RunEvent => ({ v: 4, run: 'it', at: at(0, second), ...body });
const place = { phase: 'GREEN', iteration: 1 } as const;
const counted = (second: number, passing: number, failing: number): RunEvent =>
  said(second, {
    type: failing > 0 ? 'test.failed' : 'test.passed',
    ...place,
    file: 'a.test.ts',
    name: 'a',
    suite_passing: passing,
    suite_failing: failing,
    suite_skipped: 0,
  });
const BEGUN = said(0, { type: 'iteration.started', ...place, attempt: 1 });
const fold = (events: readonly RunEvent[]): CountPoints => {
  let live: Live | null = null;
  return events.reduce<CountPoints>((points, event) => {
    live = foldLive(live, event);
    return foldPoints(points, live, event);
  }, NO_POINTS);
};

describe('the counts of an iteration', () => {
  test('are kept as they stream in, each with its time and its test run', () => {
    const ended = said(2, {
      type: 'tests.ended',
      ...place,
      green: false,
      ms: 1,
      exit_code: 1,
      problems: [],
      suite_passing: 1,
      suite_failing: 1,
      suite_skipped: 0,
    });
    const live = fold([BEGUN, counted(1, 1, 0), counted(2, 1, 1), ended, counted(3, 1, 0)]);
    expect(live.points).toEqual([
      { t: 0, run: 1, passing: 1, failing: 0, skipped: 0 },
      { t: 1_000, run: 1, passing: 1, failing: 1, skipped: 0 },
      { t: 1_000, run: 1, passing: 1, failing: 1, skipped: 0 },
      { t: 2_000, run: 2, passing: 1, failing: 0, skipped: 0 },
    ]);
  });

  test('are kept when it is over, and begin anew with the next', () => {
    const next = said(9, { type: 'iteration.started', phase: 'GREEN', iteration: 2, attempt: 1 });
    const live = fold([BEGUN, counted(1, 1, 0), next]);
    expect(live.points).toEqual([]);
    expect(pointsOf(live, 'GREEN', 1)).toEqual([{ t: 0, run: 1, passing: 1, failing: 0, skipped: 0 }]);
    expect(pointsOf(live, 'GREEN', 3)).toEqual([]);
  });

  test('are bounded, however many tests and iterations come, and the last count is the true one', () => {
    const many = fold([BEGUN, ...Array.from({ length: 20_000 }, (_, n) => counted(1, n, 0))]);
    expect(many.points.length).toBeLessThanOrEqual(601);
    expect(many.points.at(-1)?.passing).toBe(19_999);
    const iterations = Array.from({ length: 300 }, (_, n) => [
      said(0, { type: 'iteration.started', phase: 'GREEN', iteration: n + 1, attempt: 1 }),
      counted(1, 1, 0),
    ]).flat();
    expect(fold(iterations).kept.length).toBe(100);
  });
});
