/**
 * Durations, tokens, money and counts as people read them.
 *
 * @module
 */
import type { TurnUsage } from '../../gates/iteration.ts';

/** `0.8 s`, `42 s`, `3 min 05 s`, `2 h 07 min`. @param ms - milliseconds, 0 or more */
export const renderDuration = (ms: number): string => {
  if (ms < 9_950) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${String(seconds % 60).padStart(2, '0')} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
};

/** `12.3k in, 2.1k out, $0.08`; the price only where one was named. */
export const renderUsage = ({ input_tokens, output_tokens, cost_usd }: TurnUsage): string =>
  [
    `${renderTokens(input_tokens)} in`,
    `${renderTokens(output_tokens)} out`,
    ...(cost_usd === null ? [] : [`$${cost_usd.toFixed(2)}`]),
  ].join(', ');

/** `1 iteration`, `2 iterations`. */
export const renderCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** `950`, `12.3k`, `4.6M`. */
export const renderTokens = (count: number): string => {
  if (count < 1_000) return `${count}`;
  if (count < 999_950) return `${(count / 1_000).toFixed(1)}k`;
  return `${(count / 1_000_000).toFixed(1)}M`;
};
