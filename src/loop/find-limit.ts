/**
 * The limits of a run and of its phase, checked before each turn: the one that is reached, with its key and its
 * value. Pure.
 *
 * @module
 */
import type { Config } from '../config/shape-config.ts';
import type { WorkState } from '../records/fold/work-state.ts';
import { showCost, showNumber } from '../text/amounts.ts';

type Counted = Pick<WorkState, 'runIterationsUsed' | 'since' | 'phaseSince' | 'spending' | 'openEnds'>;

/**
 * The same number as for crashes of the agent (rule 4.4): a machine that fails each time at the same place must not
 * fail all night.
 */
const MAX_KILLS = 3;

const MINUTE_MS = 60_000;

/**
 * In one sentence; `null` when none is reached. @param elapsedMs - milliseconds since a time (ISO 8601), independent of
 * clock changes
 */
export const findLimit = (
  { limits, phases }: Pick<Config, 'limits' | 'phases'>,
  phase: string,
  { runIterationsUsed, since, phaseSince, spending, openEnds }: Counted,
  elapsedMs: (since: string) => number,
): string | null => {
  const { iterations, minutes, cost, tokens } = limits;
  if (openEnds.kills >= MAX_KILLS)
    return `The loop was killed or crashed ${openEnds.kills} times in a row without deciding an iteration`;
  if (runIterationsUsed >= iterations) return `The run used all of its ${iterations} iterations (limits.iterations)`;
  if (elapsedMs(since) / MINUTE_MS >= minutes) return `The run used all of its ${minutes} minutes (limits.minutes)`;
  const { max_minutes: ofPhase } = phases.find((each) => each.phase === phase)?.limits ?? {};
  if (ofPhase !== undefined && elapsedMs(phaseSince) / MINUTE_MS >= ofPhase)
    return `${phase} used all of its ${ofPhase} minutes (limits.max_minutes of the phase)`;
  if (spending.cost >= cost)
    return `The run cost ${showCost(spending.cost)}; its budget is ${showCost(cost)} (limits.cost)`;
  return spending.tokens >= tokens
    ? `The run used ${showNumber(spending.tokens)} tokens; its budget is ${showNumber(tokens)} (limits.tokens)`
    : null;
};

/** When the time of the run, or of the phase, ends, whichever comes first. */
export const endOfMinutes = (
  { limits, phases }: Pick<Config, 'limits' | 'phases'>,
  phase: string,
  { since, phaseSince }: Pick<Counted, 'since' | 'phaseSince'>,
): { readonly at: Date; readonly key: string } => {
  const run = { at: later(since, limits.minutes), key: 'limits.minutes' };
  const { max_minutes: ofPhase } = phases.find((each) => each.phase === phase)?.limits ?? {};
  if (ofPhase === undefined) return run;
  const own = { at: later(phaseSince, ofPhase), key: 'limits.max_minutes of the phase' };
  return own.at < run.at ? own : run;
};

const later = (at: string, minutes: number): Date => new Date(Date.parse(at) + minutes * MINUTE_MS);
