/**
 * Adds up the usage of an agent's turns.
 *
 * @module
 */
import type { TurnUsage } from '../../../gates/iteration.ts';

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
  // To a millionth, to keep sums of binary fractions readable.
  return Math.round((one + other) * 1e6) / 1e6;
};
