/**
 * The rules of the breaker, as a config says them.
 *
 * @module
 */
import { type BreakerRules, DEFAULT_BREAKER_RULES } from '../../../machines/index.ts';
import type { Config } from '../../config/config.ts';

/** Where a phase of an embedder says nothing of the same error, RULES 4.4 do. */
const SAME_ERROR = 5;

export const breakerRulesOf = ({
  phases,
  circuit_breaker,
}: Pick<Config, 'phases' | 'circuit_breaker'>): BreakerRules => ({
  phases: Object.fromEntries(
    phases.map(({ phase, circuit_breaker: { no_progress, same_error = SAME_ERROR } }) => [
      phase,
      { no_progress, same_error },
    ]),
  ),
  failed_turns: DEFAULT_BREAKER_RULES.failed_turns,
  stagnation_threshold: circuit_breaker.stagnation_threshold,
  cooldown_ms: circuit_breaker.cooldown_ms,
  reopenings: circuit_breaker.reopenings,
});
