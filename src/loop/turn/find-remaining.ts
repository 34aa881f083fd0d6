/**
 * The remaining limits of a turn, as its record has them.
 *
 * @module
 */
import type { Config } from '../../config/shape-config.ts';
import type { WorkState } from '../../records/fold/work-state.ts';
import type { RemainingLimits } from '../../records/run-events.ts';

type Counted = Pick<WorkState, 'iterationsUsed' | 'runIterationsUsed' | 'since' | 'phaseSince' | 'spending' | 'usage'>;

const MINUTE_MS = 60_000;

/**
 * The remaining limits at the start of a turn: the same limits that end a run. Pure.
 *
 * @param elapsedMs - milliseconds since a time (ISO 8601), independent of clock changes
 */
export const findRemaining = (
  { limits, phases }: Pick<Config, 'limits' | 'phases'>,
  phase: string,
  state: Counted,
  { now, elapsedMs }: { readonly now: () => Date; readonly elapsedMs: (since: string) => number },
): RemainingLimits => {
  const own = phases.find((each) => each.phase === phase)?.limits;
  const ofRun = limits.minutes * MINUTE_MS - elapsedMs(state.since);
  const ofPhase = (own?.max_minutes ?? Infinity) * MINUTE_MS - elapsedMs(state.phaseSince);
  const { run: used } = state.usage;
  const { cost, tokens } = state.spending;
  return {
    in_phase: atLeastNone((own?.max_iterations ?? limits.iterations) - state.iterationsUsed),
    iterations: atLeastNone(limits.iterations - state.runIterationsUsed),
    until: new Date(now().getTime() + atLeastNone(Math.min(ofRun, ofPhase))).toISOString(),
    ...(ofPhase < ofRun ? { until_of: 'phase' } : {}),
    ...(used === null || used.cost_usd === null ? {} : { cost_usd: atLeastNone(toCents(limits.cost - cost)) }),
    ...(used === null ? {} : { tokens: atLeastNone(limits.tokens - tokens) }),
  };
};

const atLeastNone = (amount: number): number => Math.max(0, amount);

const toCents = (amount: number): number => Math.round(amount * 100) / 100;
