/**
 * Counts texts.
 *
 * @module
 */
import type { Tally } from '../view/describe-phases.ts';

/** Each once, the most frequent first; of those that are as frequent, the one that came first. */
export const tally = (texts: Iterable<string>): readonly Tally[] => {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => ({ text, count })).sort((one, other) => other.count - one.count);
};
