/**
 * Whether a run would have ended before an iteration, by the limits of a config that look at the whole run. Pure.
 *
 * @module
 */
import type { IterationRecord } from '../../gates/iteration.ts';
import type { WorkState } from '../records/fold/work-state.ts';
import type { ReplayConfig } from '../records/recorded-config.ts';

/** Which limit, in words; `null`: none. What a run asks of the clock is asked of the time at which the turn began. */
export const findEndBefore = (
  { limits }: ReplayConfig,
  { runAllowanceUsed, since }: Pick<WorkState, 'runAllowanceUsed' | 'since'>,
  { started_at }: Pick<IterationRecord, 'started_at'>,
): string | null => {
  if (limits === undefined) return null;
  if (runAllowanceUsed >= limits.iterations) return `limits.iterations of ${limits.iterations} were used`;
  const minutes = (Date.parse(started_at) - Date.parse(since)) / 60_000;
  return minutes >= limits.minutes ? `limits.minutes of ${limits.minutes} were used` : null;
};
