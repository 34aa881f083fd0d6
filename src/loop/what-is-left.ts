/**
 * What the limits leave at the beginning of a turn: the same limits that end a run, seen from before. Pure.
 *
 * @module
 */
import type { Config } from '../config/shape-config.ts';
import type { Left } from '../records/run-events.ts';
import type { WorkState } from '../records/fold/work-state.ts';

type Counted = Pick<WorkState, 'allowanceUsed' | 'runAllowanceUsed' | 'since' | 'phaseSince' | 'spending' | 'usage'>;

const MINUTE_MS = 60_000;

/** @param spentMs - milliseconds since a beginning (ISO 8601), whatever is done to the clock */
export const findLeft = (
  { limits, phases }: Pick<Config, 'limits' | 'phases'>,
  phase: string,
  state: Counted,
  { now, spentMs }: { readonly now: () => Date; readonly spentMs: (since: string) => number },
): Left => {
  const own = phases.find((each) => each.phase === phase)?.limits;
  const ofRun = limits.minutes * MINUTE_MS - spentMs(state.since);
  const ofPhase = (own?.max_minutes ?? Infinity) * MINUTE_MS - spentMs(state.phaseSince);
  const { run: used } = state.usage;
  const { cost, tokens } = state.spending;
  return {
    in_phase: atLeastNone((own?.max_iterations ?? limits.iterations) - state.allowanceUsed),
    iterations: atLeastNone(limits.iterations - state.runAllowanceUsed),
    until: new Date(now().getTime() + atLeastNone(Math.min(ofRun, ofPhase))).toISOString(),
    ...(used === null || used.cost_usd === null ? {} : { cost_usd: atLeastNone(toCents(limits.cost - cost)) }),
    ...(used === null ? {} : { tokens: atLeastNone(limits.tokens - tokens) }),
  };
};

const atLeastNone = (amount: number): number => Math.max(0, amount);

const toCents = (amount: number): number => Math.round(amount * 100) / 100;
