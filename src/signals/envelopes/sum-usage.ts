/**
 * Adds up what the steps of one turn used.
 *
 * @module
 */
import type { Usage } from './extractor.ts';

/** A sum that is `null` until something was added. */
interface UsageSum {
  /** @param cost - US dollars. 0 for tokens is the price of a model that the program knows no price of. */
  readonly add: (input: number, output: number, cost: number | null) => void;
  readonly total: () => Usage | null;
}

export const createUsageSum = (): UsageSum => {
  let sum: Usage | null = null;
  return {
    add: (input, output, cost) => {
      const before = sum ?? { input_tokens: 0, output_tokens: 0, cost_usd: null };
      const price = cost === null || cost === 0 ? before.cost_usd : (before.cost_usd ?? 0) + cost;
      sum = {
        input_tokens: before.input_tokens + input,
        output_tokens: before.output_tokens + output,
        cost_usd: price,
      };
    },
    total: () => sum,
  };
};

/** The usage of a whole turn, where the program adds it up itself. */
export const usageOf = (input: number, output: number, cost: number | null): Usage | null => {
  const sum = createUsageSum();
  if (input > 0 || output > 0) sum.add(input, output, cost);
  return sum.total();
};
