/**
 * What a run may use, and what happens when it gets nowhere.
 *
 * @module
 */
import { duration } from './duration.ts';
import { amount, map, wholeNumber } from './fields.ts';

/** `limits` of the whole run. */
export const limitsSchema = map({
  iterations: wholeNumber(1).default(50).describe('Decided iterations of a run, over all phases.'),
  minutes: wholeNumber(1, 30_000).default(480).describe('Minutes that a run may take.'),
  cost: amount(1_000_000)
    .default(50)
    .describe('US dollars that a run may cost, where the agent tells what its turns cost.'),
  tokens: wholeNumber(1)
    .default(100_000_000)
    .describe('Tokens that a run may use, read and written, where the agent tells them.'),
  calls_per_hour: wholeNumber(1)
    .default(100)
    .describe('Turns of the agent that may begin in an hour; the next one is waited for.'),
  max_refactor_iterations: wholeNumber(1).default(5).describe('The metric of this name.'),
});

/** `circuit_breaker` of the whole run; when it opens is said by each phase. */
export const circuitBreakerSchema = map({
  cooldown: duration()
    .prefault('5m')
    .describe('How long the work rests when the breaker has opened; one probe iteration follows.'),
  reopenings: wholeNumber(0, 100)
    .default(2)
    .describe(
      'How often it may open again in a phase, by a probe that did no better or anew; then the run ends as stuck. 0: it ends as soon as the breaker opens.',
    ),
  backoff: duration()
    .prefault('5s')
    .describe('How long is waited after a turn that crashed or took too long; twice as long after each further one.'),
  stagnation_threshold: wholeNumber(1)
    .optional()
    .describe(
      'Iterations of a phase that are held, whatever progress they made, before the breaker opens. Default: none.',
    ),
});
