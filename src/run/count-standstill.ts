/**
 * Iterations in a row that moved nothing (RULES 4.2): progress is sources, HEAD or metrics that changed; words are not.
 *
 * @module
 */
import type { IterationRecord } from '../../gates/iteration.ts';
import type { Metrics } from '../../gates/metrics.ts';
import type { WorkState } from './work-state.ts';

/** The number of decided iterations in a row without progress, this one included; only a turn that is ok or empty adds to it. */
export const countStandstill = (
  state: Pick<WorkState, 'last' | 'phaseTree' | 'withoutProgress'>,
  { turn, tree, metrics, measured }: Pick<IterationRecord, 'turn' | 'tree' | 'metrics' | 'measured'>,
): number => {
  const { last } = state;
  const moved =
    last === null
      ? tree.after !== state.phaseTree
      : tree.after !== last.tree || tree.head !== last.head || haveMoved(last, { metrics, measured });
  if (moved) return 0;
  return turn.outcome === 'ok' || turn.outcome === 'empty' ? state.withoutProgress + 1 : state.withoutProgress;
};

/** What describes the work: not the position in the phase, and not what the turn did or claimed. */
const NOT_WORK = new Set([
  'iteration',
  'refactoring_complete',
  'no_more_improvements_identified',
  'no_improvements_found',
  'files_created',
  'files_modified',
  'files_deleted',
  // Other faults each time, of the same work.
  'faults_planted',
  'faults_noticed',
]);

type Measurement = { readonly [K in 'metrics' | 'measured']: IterationRecord[K] };

/** Of two measurements of which only one is of the whole suite, nothing can be said. */
const haveMoved = (last: Pick<IterationRecord, 'metrics' | 'measured'>, now: Measurement): boolean =>
  last.measured === now.measured && measuredPart(last.metrics) !== measuredPart(now.metrics);

const measuredPart = (metrics: Metrics): string =>
  JSON.stringify(
    Object.entries(metrics)
      .filter(([name]) => !NOT_WORK.has(name))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
