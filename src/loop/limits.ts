/** When and how a run ends: the limits of it and of its phase, checked before each turn, and the words of its end. */
import type { Config } from '../project/config/config.ts';
import type { WorkState } from '../records/fold/work-state.ts';
import { showCost, showNumber } from '../base/text/amounts.ts';
import type { RemainingLimits } from '../records/run-events.ts';
import { type Ending, type Breaker, turnBreaker } from '../../machines/index.ts';
import type { Journal } from '../records/journal.ts';
import { sayCommand } from '../records/events/say-command.ts';
import { beginSentence } from '../base/text/plain-line.ts';
import { type BreakerChange, showBreaker } from '../records/breaker-change.ts';

type Counted = Pick<WorkState, 'runIterationsUsed' | 'since' | 'phaseSince' | 'spending' | 'openEnds'>;

/** As for crashes of the agent (rule 4.4): a machine that fails each time at the same place must not fail all night. */
const MAX_KILLS = 3;

const MINUTE_MS = 60_000;

/** In a sentence, or `null`. @param elapsedMs - milliseconds since a time (ISO 8601), independent of clock changes */
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

/** The limits that end a run. @param elapsedMs - milliseconds since a time (ISO 8601), independent of clock changes */
export const findRemaining = (
  { limits, phases }: Pick<Config, 'limits' | 'phases'>,
  phase: string,
  state: Pick<WorkState, 'iterationsUsed' | 'runIterationsUsed' | 'since' | 'phaseSince' | 'spending' | 'usage'>,
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

export const findNotEnded = (journal: Journal): Ending | null => {
  const { ending, forced, aborted } = journal.state();
  const isSaid = ending?.status === 'completed' || ending?.status === 'aborted';
  if (journal.phase() !== null || isSaid) return null;
  return journal.state().sums.position.state === 'completed'
    ? { status: 'completed', why: completionOf(forced.length) }
    : { status: 'aborted', why: aborted === null ? 'Aborted' : beginSentence(sayCommand('aborted', aborted)) };
};

/** The run did as much as the operator wanted. */
export const pausedAfter = (phase: string): Ending => ({
  status: 'paused',
  why: `${phase} was exited, as --until requested`,
});

/** A forced exit stays visible forever (rule 1.6). */
export const completionOf = (forced: number): string =>
  forced === 0
    ? 'Every phase was exited by both of its gates'
    : `The last phase was exited; ${forced} ${forced === 1 ? 'phase' : 'phases'} had a forced exit`;

// The breaker in the loop: changes are recorded; pauses are bounded by their length, even if a clock is set back.

interface BreakerContext {
  readonly journal: Journal;
}

/** Whether there was a change to record. @param before - the breaker before the records that were just written */
export const recordBreaker = ({ journal }: BreakerContext, before: Breaker): boolean => {
  const { breaker } = journal.state();
  if (breaker.state === before.state && breaker.openings <= before.openings) return false;
  const change = describeChange(journal.phase(), before, breaker);
  journal.write('breaker.changed', change);
  return true;
};

/** After the cooldown: the next iteration is the trial, unless an operator command closed the breaker meanwhile. */
export const coolBreaker = ({ journal }: BreakerContext): void => {
  const { breaker } = journal.state();
  const cooled_down = turnBreaker(breaker, { type: 'COOLED' });
  if (cooled_down === breaker || journal.phase() === null) return;
  const change: BreakerChange = { ...describeChange(journal.phase(), breaker, cooled_down), cooled_down: true };
  journal.write('breaker.changed', change);
};

const describeChange = (phase: string | null, from: Breaker, to: Breaker): BreakerChange => {
  const { state, ...shown } = showBreaker(to);
  return { phase, from: from.state, to: state, ...shown };
};

/** The end of the cooldown; never later than one full cooldown from now. */
export const endOfCooldown = ({ open_until, rules }: Pick<Breaker, 'open_until' | 'rules'>, now: Date): Date => {
  const longest = now.getTime() + rules.cooldown_ms;
  const until = open_until === null ? Number.NaN : Date.parse(open_until);
  return new Date(Number.isNaN(until) ? longest : Math.min(until, longest));
};

/** The longest pause after a turn that failed, in milliseconds. */
const LONGEST_MS = 30 * 60_000;

export const endOfBackoff = (failed: number, backoffMs: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(backoffMs * 2 ** (Math.max(1, failed) - 1), LONGEST_MS));
