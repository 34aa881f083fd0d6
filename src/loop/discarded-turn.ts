/** A turn without a measurement: discarded, judged by no gate, counted and bounded separately (rule 4.1). */
import type { Turn } from '../../gates/iteration.ts';
import {
  type Breaker,
  type Course,
  describeBreaker,
  type Ending,
  turnBreaker,
  type Wait,
} from '../../machines/index.ts';
import { adviseTurn } from '../agents/advise.ts';
import { endOfBackoff, recordBreaker, endOfMinutes } from './limits.ts';
import type { Prepared, Tested, Turned } from './iteration.ts';
import type { RunContext } from './run-context.ts';

type Place = Pick<Prepared, 'phase' | 'iteration' | 'attempt'>;

export const discardTurn = (context: RunContext, turned: Turned | Tested): Course<Wait | null> =>
  'withoutTest' in turned && turned.withoutTest?.blame === null
    ? recordUntestedTurn(context, turned, turned.withoutTest.why)
    : recordDiscardedTurn(context, turned);

/** A problem for a person halts the work. Crashes count for the breaker, with a pause; a limit is waited out. */
export const recordDiscardedTurn = (
  context: RunContext,
  { phase, iteration, attempt, turn }: Place & Pick<Turned, 'turn'>,
): Course<Wait | null> => {
  const { journal, emit } = context;
  const { outcome } = turn;
  const why = describeDiscarded(turn, context);
  const before = journal.state().breaker;
  const course = courseOf(context, turn, why);
  const wait = 'go' in course ? course.go : null;
  journal.write('turn.discarded', {
    phase,
    iteration,
    attempt,
    outcome,
    why,
    ...(wait === null ? {} : { wait_until: wait.until }),
  });
  recordBreaker(context, before);
  if ('end' in course) journal.write('chart.halted', { phase, ...course.end });
  else if (wait !== null) emit({ type: 'waiting', phase, iteration, attempt, ...wait, why });
  return course;
};

/** Discarded turns in a row after which no test ran. */
const MOST_UNTESTED = 3;

/** Records a turn whose tests cannot run with the sources from before it either: it is not to blame (rule 4.1). */
const recordUntestedTurn = (
  { journal, suiteRuns }: RunContext,
  { phase, iteration, attempt }: Place,
  end: string,
): Course<null> => {
  const why = `No test ran, neither with the sources from before the turn: ${end}`;
  journal.write('turn.discarded', {
    phase,
    iteration,
    attempt,
    outcome: 'no_test_ran',
    why,
    ...suiteRuns?.take(),
  });
  const { untested } = journal.state();
  if (untested < MOST_UNTESTED) return { go: null };
  const whole = `${why}, ${untested} times in a row. Make the test command work, then run dualgate resume.`;
  const ending = { status: 'needs_human', why: whole } as const;
  journal.write('chart.halted', { phase, ...ending });
  return { end: ending };
};

const courseOf = (context: RunContext, turn: Turn, why: string): Course<Wait | null> => {
  const needsHuman = (): Course<null> => halt('needs_human', `${why}. ${adviseTurn(turn)}`);
  switch (turn.outcome) {
    case 'missing':
    case 'unauthorised':
    case 'permission_denied':
      return needsHuman();
    case 'rate_limited':
      return waitOrHalt(context, turn, why);
    case 'crashed':
    case 'timed_out':
    case 'ok':
    case 'empty': {
      return retryOrRest(context, why);
    }
  }
};

/** The wait for an open breaker comes before the next turn; an exhausted one halts the work. */
const retryOrRest = ({ journal, now, config }: RunContext, why: string): Course<Wait | null> => {
  const { breaker } = journal.state();
  const at = now();
  const next = turnBreaker(breaker, { type: 'FAILED_TURN', at: at.toISOString() });
  if (next.exhausted) return halt('stuck', describeExhausted(why, next));
  if (next.state === 'OPEN') return { go: null };
  const until = endOfBackoff(next.failed_turns, config.circuit_breaker.backoff_ms, at);
  return { go: { for: 'retry', until: until.toISOString() } };
};

const describeExhausted = (why: string, breaker: Breaker): string => {
  const { cause, count, trials } = breaker.tripped ?? { cause: null, count: 0, trials: 0 };
  if (cause !== 'failed_turns' || trials > 0) return `${why}. ${describeBreaker(breaker)}`;
  return count === 1 ? why : `${why}, ${count} times in a row`;
};

const waitOrHalt = (context: RunContext, turn: Turn, why: string): Course<Wait> => {
  const { journal, now, config } = context;
  const { limits } = journal.state();
  const until = planWait({ limits: limits + 1, resetsAt: turn.error?.resets_at ?? null, now: now() });
  if (until === null) return halt('stuck', `${why}, ${limits + 1} times in a row. ${adviseTurn(turn)}`);
  const end = endOfMinutes(config, journal.phase() ?? '', journal.state());
  if (until < end.at) return { go: { for: 'provider', until: until.toISOString() } };
  const late = `it is lifted ${until.toISOString()} at the earliest, but the run ends ${end.at.toISOString()} (${end.key})`;
  return halt('stuck', `${why}; ${late}. ${adviseTurn(turn)}`);
};

const halt = (status: Ending['status'], why: string): { readonly end: Ending } => ({
  end: { status, why },
});

const describeDiscarded = ({ outcome, exit_code, error, denials = [] }: Turn, { agent }: RunContext): string => {
  const reported = error === undefined ? denials.join('; ') : error.message;
  const because = reported === '' ? '' : `: ${reported.replace(/[.\s]+$/, '')}`;
  switch (outcome) {
    case 'missing':
      return `The agent could not be started: ${agent.program}`;
    case 'unauthorised':
      return `The agent is not authorised${because}`;
    case 'permission_denied':
      return `The agent was not allowed to do its work${because}`;
    case 'rate_limited':
      return `The agent reached a limit of its provider${because}`;
    case 'crashed':
    case 'timed_out':
    case 'ok':
    case 'empty':
      return `The agent crashed (exit code ${exit_code ?? 'none'}) and changed nothing${because}`;
  }
};

/** The waits of one iteration for a provider's limit (rule 4.1), at the most. */
const MAX_WAITS = 5;

/** The first wait when the provider gives no time; each further one is twice as long. */
const FIRST_WAIT_MS = 60_000;

interface WaitQuestion {
  /** Turns of this iteration that reached a limit, this one included: from 1. */
  readonly limits: number;
  /** ISO 8601; `null` when unknown. */
  readonly resetsAt: string | null;
  readonly now: Date;
}

/** When the next turn may begin; `null` after too many waits. */
export const planWait = ({ limits, resetsAt, now }: WaitQuestion): Date | null => {
  if (limits > MAX_WAITS) return null;
  const reported = resetsAt === null ? Number.NaN : Date.parse(resetsAt);
  const backoff = now.getTime() + FIRST_WAIT_MS * 2 ** (limits - 1);
  // A time in the past does not help: the provider refused after it.
  return new Date(reported > now.getTime() ? reported : backoff);
};
