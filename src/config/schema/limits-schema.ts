/**
 * Limits of a run, and what happens when it makes no progress.
 *
 * @module
 */
import { duration } from './duration.ts';
import { amount, map, wholeNumber } from './fields.ts';

/** `limits` of a run. */
export const limitsSchema = map({
  iterations: wholeNumber(1).default(50).describe('Maximum number of decided iterations in a run, over all phases.'),
  minutes: wholeNumber(1, 30_000).default(480).describe('Time limit of a run, in minutes.'),
  cost: amount(1_000_000)
    .default(50)
    .describe('Maximum cost of a run in US dollars. Needs an agent that reports the cost of its turns.'),
  tokens: wholeNumber(1)
    .default(100_000_000)
    .describe('Maximum number of tokens of a run, input and output. Needs an agent that reports its tokens.'),
  calls_per_hour: wholeNumber(1)
    .default(100)
    .describe('Maximum number of agent turns in one hour. dualgate waits before the next turn.'),
  max_refactor_iterations: wholeNumber(1).default(5).describe('The metric of this name.'),
});

/** `circuit_breaker` of a run. Each phase sets when it opens. */
export const circuitBreakerSchema = map({
  cooldown: duration()
    .prefault('5m')
    .describe('How long dualgate pauses the work after the breaker opens. One trial iteration follows.'),
  reopenings: wholeNumber(0, 100)
    .default(2)
    .describe(
      'How often the breaker may open again in a phase, after a failed trial iteration or later. Then the run ends as stuck. 0: the run ends as soon as the breaker opens.',
    ),
  backoff: duration()
    .prefault('5s')
    .describe('The wait after a turn that crashed or timed out. It doubles after each further failure in a row.'),
  stagnation_threshold: wholeNumber(1)
    .optional()
    .describe(
      'How many iterations of a phase may be held, with or without progress, before the breaker opens. Default: none.',
    ),
});
