/**
 * An ended or interrupted run resumes.
 *
 * @module
 */
import { moveRun } from '../fold/move-run.ts';
import { withNewLimits } from '../fold/exit-phase.ts';
import { addThreshold } from '../fold/preset-state.ts';
import type { GivenThreshold } from '../given-threshold.ts';
import type { RecordKind } from '../record.ts';
import type { RunMove } from '../run-branch.ts';
import type { Versions } from './run-started.record.ts';

export interface RunResumed {
  /** Fingerprint of the sources. */
  readonly tree: string;
  /** Processes that the ended run had left running and that were ended, as `pid command`. */
  readonly ended: readonly string[];
  /** The run resumed by itself: used iterations and the breaker are unchanged. Absent where an operator resumed it. */
  readonly automatic?: true;
  /** The dualgate and the Node that resume it. */
  readonly versions?: Versions;
  /** The indicator threshold of an operator, from here on; absent where it is unchanged. */
  readonly exit_threshold?: GivenThreshold;
  /** The place of the run on another machine, from here on; absent where it stays. */
  readonly moved?: RunMove;
}

export const runResumed: RecordKind<RunResumed> = {
  meaning: 'an ended or interrupted run resumes',
  events: ({ automatic }) => [{ type: 'run.resumed', ...(automatic !== undefined && { automatic }) }],
  // Time in which the run was not active does not count; other limits start again only when an operator asks for it.
  fold: (state, { data, at }) => ({
    ...state,
    ...(data.automatic === true ? { since: at, phaseSince: at } : withNewLimits(state, at)),
    thresholds: addThreshold(state.thresholds, data.exit_threshold, at),
    ending: null,
    ...(data.moved !== undefined && moveRun(state, data.moved)),
  }),
  openEnds: (ends, _entry, { ending }) => ({ ...ends, halt: null, kills: ending === null ? ends.kills + 1 : 0 }),
  breaker: ({ data }) => (data.automatic === true ? null : { type: 'RESUMED' }),
};
