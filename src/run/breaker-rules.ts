/**
 * The rules of the circuit breaker, from a config.
 *
 * @module
 */
import { type BreakerRules, DEFAULT_BREAKER_RULES } from '../../machines/index.ts';
import type { Config } from '../config/shape-config.ts';

/** Without a value of an embedder's phase for the same error, rule 4.4 apply. */
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
