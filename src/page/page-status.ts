/**
 * Where a run stands, as the page gets it: folded from the full records, and cut as they are. The page counts none of it itself.
 *
 * @module
 */
import { phaseAt, type Position } from '../records/fold/work-position.ts';
import type { WorkState } from '../records/fold/work-state.ts';
import type { PhaseStatus } from '../view/describe-phases.ts';
import { lastHold } from '../view/last-hold.ts';
import { describeRun, type RunStatus } from '../view/run-status.ts';
import type { IterationRow } from '../view/iteration-rows.ts';
import { type PageHold, pageHoldOf } from './page-hold.ts';
import { trimValue } from './trim-value.ts';

export interface PageStatus
  extends Pick<RunStatus, 'began' | 'worked_ms' | 'breaker' | 'waits' | 'forced_exits' | 'settled'> {
  /** From when on the run time goes on behind the last record, in milliseconds of the epoch; null once an end was recorded. */
  readonly counts_from: number | null;
  /** What the agent says that it used; null where it says nothing. */
  readonly usage: RunStatus['usage']['run'];
  readonly position: Position;
  /** Why the phase that the work stands at was held last; null where that is over. */
  readonly held: PageHold | null;
  readonly by_phase: readonly Omit<PhaseStatus, 'held' | 'last_held' | 'luck'>[];
}

/** As many phases and forced exits as anybody has. */
const ROOM = { text: 1_200, list: 500, keys: 500 } as const;

/** Pure. @param state - folded from records without secrets */
export const pageStatusOf = (state: WorkState): PageStatus => {
  const { phases, position, clock } = state.sums;
  const phase = phaseAt(position);
  const { began, worked_ms, breaker, waits, forced_exits, settled, usage, by_phase } = describeRun({
    state,
    phases,
    phase,
  });
  const held = lastHold(state, phase);
  const status: PageStatus = {
    began,
    worked_ms,
    counts_from: clock?.goesOn === true ? clock.to : null,
    usage: usage.run,
    position,
    by_phase: by_phase.map(({ held: _held, last_held: _last, luck: _luck, ...sums }) => sums),
    held: held === null ? null : pageHoldOf(held),
    breaker,
    waits,
    forced_exits,
    settled,
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- trimming keeps the shape
  return trimValue(status, ROOM).value as PageStatus;
};

/** Pure. A clause that is left out would be one that is met: there are as many as the config and the floor have. */
export const pageRowOf = (row: IterationRow): IterationRow =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- trimming keeps the shape
  trimValue(row, ROOM, ['unmet']).value as IterationRow;
