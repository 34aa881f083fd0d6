/** The counts of tests as they stream in, over the time of an iteration. Folded in bounded space. */
import type { PageRecord } from '../page-data.ts';
import { showNumber } from '../../base/text/amounts.ts';
import type { RunEvent } from '../../records/run-events.ts';
import type { Counts } from '../../view/iteration-rows.ts';
import type { Live } from '../../view/live.ts';

/** Totals of lists that were cut for the page: counts never refer to the shortened list. */
export type TotalOf = (place: string, shown: number) => number;

/** @param record - whose lists they are; without one, what is shown is all */
export const totalsOf =
  (record: Pick<PageRecord, 'totals'> | undefined): TotalOf =>
  (place, shown) =>
    Math.max(record?.totals?.[place] ?? 0, shown);

/** `, and 475 more` after the shown part of a list; '' if all is shown. */
export const showRest = (shown: number, total: number): string =>
  total > shown ? `, and ${showNumber(total - shown)} more` : '';

/** The items on one line, and how many are left out; null if there are none. */
export const joinAll = (items: readonly string[], separator: string, total: number): string | null =>
  total === 0 ? null : `${items.join(separator)}${showRest(items.length, total)}`;

/** The parts left out of these records, each place once: `record.failing: 500 in all`. */
export const listCuts = (records: readonly PageRecord[]): readonly string[] => [
  ...new Set(
    records.flatMap(({ totals = {} }) =>
      Object.entries(totals).map(([place, total]) =>
        total === null ? place : `${place}: ${showNumber(total)} in all`,
      ),
    ),
  ),
];

/** Counts at a moment. `t`: milliseconds since the first count of the iteration. */
export interface CountPoint extends Counts {
  readonly t: number;
  /** The test run that they are of, from 1. */
  readonly run: number;
}

export interface CountPoints {
  /** `phase/iteration`; '' before the first. */
  readonly key: string;
  readonly points: readonly CountPoint[];
  readonly from: number;
  readonly kept: readonly (readonly [key: string, points: readonly CountPoint[]])[];
}

const MAX_POINTS = 600;
const MAX_KEPT = 100;

export const NO_POINTS: CountPoints = { key: '', points: [], from: 0, kept: [] };

/** Pure. @param live - after the event */
export const foldPoints = (before: CountPoints, live: Live | null, event: RunEvent): CountPoints => {
  if (event.type === 'iteration.started') {
    const key = `${event.phase}/${event.iteration}`;
    const { points } = before;
    const isOver = points.length > 0 && before.key !== key;
    const kept = isOver ? [...before.kept, [before.key, points] as const].slice(-MAX_KEPT) : before.kept;
    return { ...NO_POINTS, key, kept };
  }
  if (live === null || !('suite_passing' in event)) return before;
  const now = Date.parse(event.at);
  const from = before.points.length === 0 ? now : before.from;
  const { isRunning, runs } = live.tests;
  const point = {
    t: Math.max(0, now - from),
    run: runs + (isRunning ? 1 : 0),
    passing: event.suite_passing,
    failing: event.suite_failing,
    skipped: event.suite_skipped,
  };
  const points = before.points.length < MAX_POINTS ? before.points : thin(before.points);
  return { ...before, from, points: [...points, point] };
};

/** Points of an iteration: those that stream in, or those that did while this page was open. */
export const pointsOf = (
  { key, points, kept }: CountPoints,
  phase: string,
  iteration: number,
): readonly CountPoint[] => {
  const wanted = `${phase}/${iteration}`;
  return key === wanted ? points : (kept.findLast(([each]) => each === wanted)?.[1] ?? []);
};

/** Every other point, and where a test run begins or ends. */
const thin = (points: readonly CountPoint[]): readonly CountPoint[] =>
  points.filter((point, at) => at % 2 === 0 || points[at + 1]?.run !== point.run || points[at - 1]?.run !== point.run);
