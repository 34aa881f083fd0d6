/** The usage of the agent's turns, added up in bounded space: reported money and tokens, and when turns began. */
import type { Turn, TurnUsage } from '../../../gates/iteration.ts';

export interface Spending {
  /** US dollars since the run began, or since an operator resumed or reset it. */
  readonly cost: number;
  /** Input and output tokens, likewise. */
  readonly tokens: number;
  /** How many turns began in each minute of the last hour, as minutes since the epoch; at most 121. */
  readonly calls: readonly (readonly [minute: number, turns: number])[];
}

export const NO_SPENDING: Spending = { cost: 0, tokens: 0, calls: [] };

const MINUTE_MS = 60_000;
const HOUR = 60;

/** With one more turn. Its usage comes from another program: it never reduces a sum. @param endedAt - ISO 8601 */
export const spendTurn = ({ cost, tokens, calls }: Spending, { usage, ms }: Turn, endedAt: string): Spending => ({
  cost: toMillionths(cost + countable(usage?.cost_usd)),
  tokens: tokens + countable(usage?.input_tokens) + countable(usage?.output_tokens),
  calls: addCall(calls, Math.floor((Date.parse(endedAt) - ms) / MINUTE_MS)),
});

export const addCall = (calls: Spending['calls'], minute: number): Spending['calls'] => {
  if (!Number.isFinite(minute)) return calls;
  const turns = calls.find(([each]) => each === minute)?.[1] ?? 0;
  const others = calls.filter(([each]) => each !== minute && isInHour(each, minute));
  return [...others, [minute, turns + 1] as const].sort(([one], [other]) => one - other);
};

/** A clock that was set back leaves minutes in the future: they count like the others, those of another day do not. */
const isInHour = (minute: number, now: number): boolean => Math.abs(now - minute) <= HOUR;

/** When the next turn may begin, at most `perHour` in an hour; `null`: at once. @param now - milliseconds of the epoch */
export const nextCallAt = ({ calls }: Pick<Spending, 'calls'>, perHour: number, now: number): Date | null => {
  const minute = Math.floor(now / MINUTE_MS);
  const counted = calls.filter(([each]) => isInHour(each, minute));
  let over = counted.reduce((sum, [, turns]) => sum + turns, 0) - perHour + 1;
  if (over <= 0) return null;
  for (const [each, turns] of counted) {
    over -= turns;
    // The minute in which they began has to be over too.
    if (over <= 0) return new Date(Math.min((each + HOUR + 1) * MINUTE_MS, now + (HOUR + 1) * MINUTE_MS));
  }
  return null;
};

const countable = (value: number | null | undefined): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;

/** Keeps sums of binary fractions readable. */
const toMillionths = (value: number): number => Math.round(value * 1e6) / 1e6;

/** Both together; `null` when neither is known. A price covers only the turns that reported one. */
export const sumUsage = (one: TurnUsage | null, other: TurnUsage | null): TurnUsage | null => {
  if (one === null || other === null) return one ?? other;
  return {
    input_tokens: one.input_tokens + other.input_tokens,
    output_tokens: one.output_tokens + other.output_tokens,
    cost_usd: sumCosts(one.cost_usd, other.cost_usd),
  };
};

const sumCosts = (one: number | null, other: number | null): number | null => {
  if (one === null || other === null) return one ?? other;
  return toMillionths(one + other);
};
