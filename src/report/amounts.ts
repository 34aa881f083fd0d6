/**
 * Durations, tokens, money and counts as people read them: in a report in words as on the page.
 *
 * @module
 */
import type { TurnUsage } from '../../gates/iteration.ts';
import { showTokens } from '../page/model/amounts.ts';

export {
  showCount as renderCount,
  showDuration as renderDuration,
  showTokens as renderTokens,
} from '../page/model/amounts.ts';

/** `12.3k in, 2.1k out, $0.08`; the price only where one was named. */
export const renderUsage = ({ input_tokens, output_tokens, cost_usd }: TurnUsage): string =>
  [
    `${showTokens(input_tokens)} in`,
    `${showTokens(output_tokens)} out`,
    ...(cost_usd === null ? [] : [`$${cost_usd.toFixed(2)}`]),
  ].join(', ');
