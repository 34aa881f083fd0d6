import { describe, expect, test } from 'vitest';
import { foldEvent, type Live, pointsOf, QUIET } from '../../../src/page/model/live.ts';
import { describeDoing } from '../../../src/page/model/status-labels.ts';
import type { RunEvent, RunEventBody } from '../../../src/records/run-events.ts';
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
const fold = (events: readonly RunEvent[], from: Live = QUIET): Live => events.reduce(foldEvent, from);

describe('the activity between two records', () => {
  test('is said in a sentence, with what it is at and since when', () => {
    const wait = said(3, {
      type: 'waiting',
      ...place,
      attempt: 1,
      for: 'provider',
      until: at(9),
      why: 'the limit of the provider',
    });
    const turn = { outcome: 'ok', exit_code: 0, ms: 1 } as const;
    const ended = said(2, { type: 'turn.ended', ...place, attempt: 1, turn, transcript: '' });
    const seen = [BEGUN, ended, wait].map((_, n, all) => {
      const live = fold(all.slice(0, n + 1));
      return [describeDoing(live), live.since, live.until];
    });
    expect(seen).toEqual([
      ['The agent is working · GREEN 1', at(0, 0), null],
      ['The tests are running · GREEN 1', at(0, 2), null],
      ['dualgate is waiting: the limit of the provider · GREEN 1', at(0, 3), at(9)],
    ]);
  });

  test('has the counts as they stream in, each with its time and its test run', () => {
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
    expect(live.counts).toEqual({ passing: 1, failing: 0, skipped: 0 });
    expect(live.points).toEqual([
      { t: 0, run: 1, passing: 1, failing: 0, skipped: 0 },
      { t: 1_000, run: 1, passing: 1, failing: 1, skipped: 0 },
      { t: 1_000, run: 1, passing: 1, failing: 1, skipped: 0 },
      { t: 2_000, run: 2, passing: 1, failing: 0, skipped: 0 },
    ]);
  });

  test('keeps the counts of an iteration that is over, and begins anew', () => {
    const next = said(9, { type: 'iteration.started', phase: 'GREEN', iteration: 2, attempt: 1 });
    const live = fold([BEGUN, counted(1, 1, 0), next]);
    expect(live.points).toEqual([]);
    expect(live.counts).toBeNull();
    expect(pointsOf(live, 'GREEN', 1)).toEqual([{ t: 0, run: 1, passing: 1, failing: 0, skipped: 0 }]);
    expect(pointsOf(live, 'GREEN', 3)).toEqual([]);
  });

  test('is bounded, however many tests and iterations come, and the last count is the true one', () => {
    const many = fold(
      Array.from({ length: 20_000 }, (_, n) => counted(1, n, 0)),
      fold([BEGUN]),
    );
    expect(many.points.length).toBeLessThanOrEqual(601);
    expect(many.points.at(-1)?.passing).toBe(19_999);
    const iterations = Array.from({ length: 300 }, (_, n) => [
      said(0, { type: 'iteration.started', phase: 'GREEN', iteration: n + 1, attempt: 1 }),
      counted(1, 1, 0),
    ]).flat();
    expect(fold(iterations).kept.length).toBe(100);
  });
});
