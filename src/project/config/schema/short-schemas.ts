/** Short keys of a config: limits, mutation check, signals, notifications. */
import { z } from 'zod';
import { WITH_WORK_PHASES, DIALECT_NAMES, DIALECTS, NATIVE, WORK_PHASES } from '../../../signals/systems/dialects.ts';
import type { NotifyConfig } from '../../../base/notification.ts';
import { duration } from './duration.ts';
import { command, map, flag, oneOf, orNull, text, wholeNumber, whole, amount } from './fields.ts';

const notifier = (example: string, meaning: string) => command(example).optional().describe(meaning);

/** `notify`, key by key: commands that report how a run ended, and that an agent session was completed. */
export const notifySchema = map({
  completed: notifier('notify-send dualgate completed', 'Runs when the work is completed.'),
  stuck: notifier('notify-send dualgate stuck', 'Runs when a run ends as stuck.'),
  needs_human: notifier('/usr/local/bin/page-me', 'Runs when a run ends because it needs human input.'),
  crashed: notifier('/usr/local/bin/page-me', 'Runs when a run crashes with an error.'),
  any: notifier(
    '/usr/local/bin/mail-me',
    'Runs at each end that has no command of its own, including paused, aborted and interrupted.',
  ),
  session_completed: notifier(
    '/usr/local/bin/hand-over',
    `Runs when an agent completed a work phase, is blocked, or ended with an error (\`session.completed\`, with \`signals.dialect: ${WITH_WORK_PHASES.join(' or ')}\`). \`any\` does not cover it.`,
  ),
  timeout: duration().prefault('10s').describe('Time limit of one command.'),
}).transform(
  ({ timeout, ...commands }): NotifyConfig => ({
    commands: Object.fromEntries(Object.entries(commands).filter(([, each]) => each !== undefined)),
    timeout_ms: timeout,
  }),
);

/** `that of spec 001, of …, or …`: the specifications whose forms exist. */
const listSources = (): string => {
  const sources = DIALECT_NAMES.map((name) => DIALECTS[name].source);
  return `${sources.slice(0, -1).join(', ')}, or ${sources.at(-1)}`;
};

/** `signals` of a config: the form of the exit signal. */
export const signalsSchema = map({
  dialect: oneOf([...DIALECT_NAMES, 'auto'])
    .default(NATIVE)
    .describe(
      `The form of the agent's status block: ${listSources()}. \`auto\` detects it, for \`dualgate check\` only: no run starts with it.`,
    ),
  require_nonce: flag().default(true).describe('Whether the status block must contain the nonce of its iteration.'),
  phase_map: z
    .record(text('the name of a phase'), oneOf(WORK_PHASES), { error: 'must be a map of phases to work phases' })
    .default({})
    .describe(
      `With \`dialect: ${WITH_WORK_PHASES.join(' or ')}\`: the work phase that a signal must name, for each phase. Default: IMPLEMENTATION for all.`,
    )
    .meta({ examples: [{ GREEN: 'IMPLEMENTATION', REFACTOR: 'REVIEW' }] }),
});

/** A value that is no number is reported by its own key. */
const isNoMoreThanMutants = (value: object): boolean =>
  !(Number(Reflect.get(value, 'at_least')) > Number(Reflect.get(value, 'mutants')));

/** Found on honest work: docs/decisions/0050-share-of-killed-mutants.md. */
const DEFAULT_PERCENT = 50;

const FALSE_OR_KEYS = 'must be false, or a map of keys';

/** `false`, or its keys. */
export const mutationCheckSchema = z
  .union(
    [
      z.literal(false, { error: FALSE_OR_KEYS }),
      map({
        mutants: wholeNumber(1, 100)
          .default(5)
          .describe('Number of mutants to test. Up to twice as many are tested while too few are killed.'),
        at_least: wholeNumber(1, 100)
          .optional()
          .describe(
            'Minimum number of mutants for a result. With fewer, the mutation check is inconclusive and does not hold the phase. Default: 3, or `mutants` if that is less.',
          ),
        percent: wholeNumber(1, 100)
          .default(DEFAULT_PERCENT)
          .describe('Share of the tested mutants that the tests must kill, in percent.'),
        minutes: wholeNumber(1, 600).default(5).describe('Time limit of the mutation check, in minutes.'),
      }).refine(...whole(isNoMoreThanMutants, 'needs an `at_least` that is no more than `mutants`')),
    ],
    { error: FALSE_OR_KEYS },
  )
  .transform((written) =>
    written === false ? null : { ...written, at_least: written.at_least ?? Math.min(3, written.mutants) },
  );

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
  stagnation_threshold: orNull(wholeNumber(1)).describe(
    'How many iterations of a phase may be held, with or without progress, before the breaker opens. Default: none.',
  ),
}).transform(({ cooldown, reopenings, backoff, stagnation_threshold }) => ({
  cooldown_ms: cooldown,
  reopenings,
  backoff_ms: backoff,
  stagnation_threshold,
}));
