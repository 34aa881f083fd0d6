/**
 * A turn of the agent is about to begin.
 *
 * @module
 */
import { withoutApproval } from '../fold/work-state.ts';
import type { RecordKind } from '../record.ts';
import type { RemovedTranscripts } from '../removed-transcripts.ts';
import type { RemainingLimits } from '../run-events.ts';

/**
 * Without an `iteration.decided` or an `turn.discarded` after it, the loop was killed in the iteration. The process
 * that resumes writes the `turn.discarded`, with the outcome `cut_off`, before anything else, and the `phase.exited` of
 * an exit that was decided and not recorded.
 */
export interface TurnStarted {
  readonly phase: string;
  readonly iteration: number;
  readonly attempt: number;
  /** SHA-256 of the nonce, in hexadecimal; null when the config asks for none. */
  readonly nonce_hash: string | null;
  /** The remaining limits. */
  readonly remaining?: RemainingLimits;
  /** Consecutive green runs that gate 1 asks for; absent where it asks for none. */
  readonly green_runs_wanted?: number;
  /** Parts of earlier transcripts that were removed before this turn; absent where none was. */
  readonly removed_transcripts?: RemovedTranscripts;
}

export const turnStarted: RecordKind<TurnStarted> = {
  meaning: 'one turn of the agent is about to begin: phase, iteration, attempt, and the SHA-256 of its nonce',
  events: ({ nonce_hash: _secret, ...started }) => [{ type: 'iteration.started', ...started }],
  // A command that crashed was answered so; the loop continued.
  openEnds: (ends, { data: { phase, iteration, attempt } }) => ({
    ...withoutApproval(ends),
    session: null,
    forcing: null,
    startedTurn: { phase, iteration, attempt },
  }),
};
