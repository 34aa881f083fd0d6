import { expect, test } from 'vitest';
import { createWorkClock } from '../../../src/page/model/work-clock.ts';
import type { PageRecord } from '../../../src/page/page-data.ts';
import { viewRun } from '../../../src/page/model/run-view.ts';
import { addRecords } from '../../../src/page/model/groups.ts';
import { anIterationOf, at, HEAD } from '../a-run.ts';

const record = (type: PageRecord['type'], minute: number, data: object = {}): PageRecord =>
  ({ type, at: at(minute), data }) as unknown as PageRecord;

test('the time from a kill to the resume is no work, although the half-finished iteration is void only then', () => {
  const clock = createWorkClock([
    record('run.started', 0),
    record('turn.begun', 2),
    record('attempt.void', 50, { outcome: 'cut_off' }),
    record('run.resumed', 50),
    record('turn.begun', 51),
  ]);
  expect([clock.total / 60_000, clock.workedAt(at(30)) / 60_000, clock.workedAt(at(51)) / 60_000]).toEqual([3, 2, 3]);
  expect(clock.goesOn).toBe(true);
});

test('a void turn of a loop that lives is work', () => {
  const records = [record('run.started', 0), record('attempt.void', 4, { outcome: 'limited' })];
  expect(createWorkClock(records).total / 60_000).toBe(4);
});

test('nor is it time of the iteration that was cut off, or of its phase', () => {
  const cut = { phase: 'GREEN', iteration: 1, attempt: 1 };
  const view = viewRun(
    HEAD,
    addRecords(
      [],
      [
        record('run.started', 0),
        record('turn.begun', 1, cut),
        record('attempt.void', 50, { ...cut, outcome: 'cut_off', why: 'killed' }),
        record('run.resumed', 50, { tree: '', ended: [] }),
        ...anIterationOf({ iteration: 1, minute: 50, passing: 1, failing: 1 }),
      ],
    ),
  );
  const [iteration] = view.iterations;
  expect(view.iterations).toHaveLength(1);
  expect(iteration?.ms).toBeLessThan(60_000);
  expect(view.phases.find(({ phase }) => phase === 'GREEN')?.ms).toBe(iteration?.ms);
});
