/**
 * The counts of tests as they stream in, over the time of an iteration. Folded beside the current activity, in bounded
 * space.
 *
 * @module
 */
import type { RunEvent } from '../../records/run-events.ts';
import type { Counts } from '../../view/iteration-rows.ts';
import type { Live } from '../../view/live.ts';

/** Counts at a moment. `t`: milliseconds since the first count of the iteration. */
export interface CountPoint extends Counts {
  readonly t: number;
  /** The test run that they are of, from 1. */
  readonly run: number;
}

export interface CountPoints {
  /** `phase/iteration`; '' before the first. */
  readonly key: string;
  /** Oldest first. */
  readonly points: readonly CountPoint[];
  /** When the first was counted. */
  readonly from: number;
  /** Those of iterations that are over. */
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
