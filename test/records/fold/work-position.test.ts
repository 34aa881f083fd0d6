import { expect, test } from 'vitest';
import type { PageRecord } from '../../../src/page/page-data.ts';
import { foldClock, type WorkClock, workedAt, workedMs } from '../../../src/records/fold/work-position.ts';
import { viewRun } from '../../../src/page/model/run-view.ts';
import { anIterationOf, at, HEAD, reportedOf } from '../../page/a-run.ts';

const record = (type: PageRecord['type'], minute: number, data: object = {}): PageRecord =>
  ({ type, at: at(minute), data }) as unknown as PageRecord;

/** After each of them. */
const clocksOf = (records: readonly PageRecord[]): readonly WorkClock[] => {
  const clocks: WorkClock[] = [];
  for (const each of records) clocks.push(foldClock(clocks.at(-1) ?? null, each));
  return clocks;
};
const minutes = (ms: number): number => ms / 60_000;

test('the time from a kill to the resume is no work, although the unfinished iteration is discarded only then', () => {
  const clocks = clocksOf([
    record('run.started', 0),
    record('turn.started', 2),
    record('turn.discarded', 50, { outcome: 'cut_off' }),
    record('run.resumed', 50),
    record('turn.started', 51),
  ]);
  const [, , before, , last] = clocks;
  const stretches = [before, last].flatMap((each) => each ?? []);
  expect(minutes(workedMs(last ?? null))).toBe(3);
  expect([30, 51].map((minute) => minutes(workedAt(stretches, Date.parse(at(minute)))))).toEqual([2, 3]);
  expect(last?.goesOn).toBe(true);
});

test('a discarded turn of a living loop is work', () => {
  const records = [record('run.started', 0), record('turn.discarded', 4, { outcome: 'limited' })];
  expect(minutes(workedMs(clocksOf(records).at(-1) ?? null))).toBe(4);
});

test('nor is it time of the iteration that was cut off, or of its phase', () => {
  const cut = { phase: 'GREEN', iteration: 1, attempt: 1 };
  const records = [
    record('run.started', 0),
    record('turn.started', 1, cut),
    record('turn.discarded', 50, { ...cut, outcome: 'cut_off', why: 'killed' }),
    record('run.resumed', 50, { tree: '', ended: [] }),
    ...anIterationOf({ iteration: 1, minute: 50, passing: 1, failing: 1 }),
  ];
  const view = viewRun(HEAD, reportedOf(records.slice(1)));
  const [iteration] = view.iterations;
  expect(view.iterations).toHaveLength(1);
  expect(iteration?.ms).toBeLessThan(60_000);
  expect(view.phases.find(({ phase }) => phase === 'GREEN')?.ms).toBe(iteration?.ms);
});
