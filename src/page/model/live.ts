/**
 * The activity between two records: who works, the counts of tests as they stream in, and the reason of a wait. Folded from the
 * events of the loop, in bounded space. Output of the agent is no event here.
 *
 * @module
 */
import type { WaitReason } from '../../../machines/index.ts';
import type { RunEvent } from '../../records/run-events.ts';
import { showCount } from '../../text/amounts.ts';
import type { Counts } from '../../view/iteration-rows.ts';

/** Counts at a moment. `t`: milliseconds since the first count of the iteration. */
export interface CountPoint extends Counts {
  readonly t: number;
  /** The test run that they are of, from 1. */
  readonly run: number;
}

export interface Live {
  /** ISO 8601: the last received event. */
  readonly at: string | null;
  readonly phase: string | null;
  readonly iteration: number | null;
  readonly attempt: number;
  readonly doing: 'baseline' | 'agent' | 'tests' | 'check' | 'mutation_check' | 'deciding' | 'waiting' | 'nothing';
  /** ISO 8601: since when it is at that. */
  readonly since: string | null;
  /** Details: the name of a check, the reason of a wait. */
  readonly detail: string;
  /** ISO 8601; only while it waits. */
  readonly until: string | null;
  readonly waitsFor: WaitReason | null;
  readonly counts: Counts | null;
  /** The iteration's, oldest first. */
  readonly points: readonly CountPoint[];
  readonly pointsFrom: string | null;
  readonly test_run: number;
  /** Other notices of the loop. */
  readonly notice: string | null;
  /** Points of iterations that are over, by `phase/iteration`. */
  readonly kept: readonly (readonly [key: string, points: readonly CountPoint[]])[];
}

const MAX_POINTS = 600;
const MAX_KEPT = 100;

export const QUIET: Live = {
  at: null,
  phase: null,
  iteration: null,
  attempt: 1,
  doing: 'nothing',
  since: null,
  detail: '',
  until: null,
  waitsFor: null,
  counts: null,
  points: [],
  pointsFrom: null,
  test_run: 1,
  notice: null,
  kept: [],
};

/** Pure; an event that it does not know moves only the clock. */
export const foldEvent = (before: Live, event: RunEvent): Live => {
  const live: Live = { ...before, at: event.at };
  const turnTo = (doing: Live['doing'], detail = ''): Live =>
    live.doing === doing && live.detail === detail
      ? live
      : { ...live, doing, detail, since: event.at, until: null, waitsFor: null };
  switch (event.type) {
    case 'baseline.started':
      return turnTo('baseline');
    case 'iteration.started':
      return {
        ...startIteration(live, event),
        phase: event.phase,
        iteration: event.iteration,
        attempt: event.attempt,
        doing: 'agent',
        detail: '',
        since: event.at,
        until: null,
        waitsFor: null,
      };
    case 'turn.ended':
      return turnTo('tests');
    case 'test.passed':
    case 'test.failed':
    case 'test.skipped':
      return addCounts(event.phase === undefined ? turnTo('baseline') : turnTo('tests'), event);
    case 'tests.ended': {
      const counted = addCounts(live, event);
      return { ...counted, test_run: counted.test_run + 1 };
    }
    case 'check.started':
      return event.phase === undefined ? live : turnTo('check', event.check);
    case 'mutation_check.started':
      return turnTo('mutation_check', showCount(event.mutants, 'mutant'));
    case 'review.started':
      return turnTo('check', 'review');
    case 'signal.read':
    case 'review.ended':
    case 'mutation_check.ended':
      return turnTo('deciding');
    case 'waiting':
      return { ...turnTo('waiting', event.why), until: event.until, waitsFor: event.for };
    case 'phase.held':
    case 'phase.exited':
    case 'iteration.decided':
    case 'turn.discarded':
      return turnTo('nothing');
    case 'notice':
      return { ...live, notice: event.text };
    case 'run.ended':
      return { ...turnTo('nothing'), notice: null };
    default:
      return live;
  }
};

/** Points of an iteration: those that stream in, or those that did while this page was open. */
export const pointsOf = (live: Live, phase: string, iteration: number): readonly CountPoint[] =>
  live.phase === phase && live.iteration === iteration
    ? live.points
    : (live.kept.findLast(([key]) => key === `${phase}/${iteration}`)?.[1] ?? []);

const startIteration = (
  live: Live,
  { phase, iteration }: { readonly phase: string; readonly iteration: number },
): Live => {
  const isSame = live.phase === phase && live.iteration === iteration;
  const kept =
    live.points.length === 0 || isSame
      ? live.kept
      : [...live.kept, [`${live.phase}/${live.iteration}`, live.points] as const].slice(-MAX_KEPT);
  return { ...live, kept, counts: null, points: [], pointsFrom: null, test_run: 1, notice: null };
};

const addCounts = (
  live: Live,
  event: RunEvent & { readonly suite_passing: number; readonly suite_failing: number; readonly suite_skipped: number },
): Live => {
  const counts = { passing: event.suite_passing, failing: event.suite_failing, skipped: event.suite_skipped };
  const from = live.pointsFrom ?? event.at;
  const point = { t: Math.max(0, Date.parse(event.at) - Date.parse(from)), run: live.test_run, ...counts };
  const points = live.points.length < MAX_POINTS ? live.points : thin(live.points);
  return { ...live, counts, pointsFrom: from, points: [...points, point] };
};

/** Every other point, and where a test run begins or ends. */
const thin = (points: readonly CountPoint[]): readonly CountPoint[] =>
  points.filter((point, at) => at % 2 === 0 || points[at + 1]?.run !== point.run || points[at - 1]?.run !== point.run);
