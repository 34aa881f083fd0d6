/**
 * What a turn used, as people read it; pure.
 *
 * @module
 */
import type { TurnUsage } from '../../index.ts';

/** `12.3k in, 2.1k out, $0.08`; the price only where one was named. */
export const renderUsage = ({ input_tokens, output_tokens, cost_usd }: TurnUsage): string =>
  [
    `${renderTokens(input_tokens)} in`,
    `${renderTokens(output_tokens)} out`,
    ...(cost_usd === null ? [] : [`$${cost_usd.toFixed(2)}`]),
  ].join(', ');

/** `950`, `12.3k`, `4.6M`. */
const renderTokens = (count: number): string => {
  if (count < 1_000) return `${count}`;
  if (count < 999_950) return `${(count / 1_000).toFixed(1)}k`;
  return `${(count / 1_000_000).toFixed(1)}M`;
};
