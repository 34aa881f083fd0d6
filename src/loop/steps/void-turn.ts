/**
 * A turn that came to nothing that could be measured: no gate is asked, it is counted apart and bounded apart (RULES 4.1).
 *
 * @module
 */
import type { Turn } from '../../../gates/iteration.ts';
import {
  type Breaker,
  type Course,
  describeBreaker,
  type Settlement,
  turnBreaker,
  type Wait,
} from '../../../machines/index.ts';
import { adviseTurn } from '../../agents/advise.ts';
import { endOfBackoff } from '../breaker/plan-pause.ts';
import { recordBreaker } from '../breaker/record-breaker.ts';
import { endOfMinutes } from '../find-limit.ts';
import type { Begun, TurnTaken } from '../iteration.ts';
import type { RunSite } from '../run-site.ts';

/**
 * Records the void turn. What a person must mend halts the work at once; crashes feed the breaker and are tried again after
 * a pause; a provider's limit is waited out.
 */
export const recordVoidTurn = (
  site: RunSite,
  { begun, turned }: { readonly begun: Pick<Begun, 'prepared'>; readonly turned: Pick<TurnTaken, 'turn'> },
): Course<Wait | null> => {
  const { phase, iteration, attempt } = begun.prepared;
  const { turn } = turned;
  const { journal, announce } = site;
  const { outcome } = turn;
  const why = describeVoid(turn, site);
  const before = journal.state().breaker;
  const course = courseOf(site, turn, why);
  const wait = 'go' in course ? course.go : null;
  journal.write('attempt.void', {
    phase,
    iteration,
    attempt,
    outcome,
    why,
    ...(wait === null ? {} : { wait_until: wait.until }),
  });
  recordBreaker(site, before);
  if ('settle' in course) journal.write('chart.halted', { phase, ...course.settle });
  else if (wait !== null) announce({ type: 'waiting', phase, iteration, attempt, ...wait, why });
  return course;
};

const courseOf = (site: RunSite, turn: Turn, why: string): Course<Wait | null> => {
  const needsHuman = (): Course<null> => halt('needs_human', `${why}. ${adviseTurn(turn)}`);
  switch (turn.outcome) {
    case 'missing':
    case 'unauthorised':
    case 'permission_denied':
      return needsHuman();
    case 'rate_limited':
      return waitOrHalt(site, turn, why);
    case 'crashed':
    case 'timed_out':
    case 'ok':
    case 'empty': {
      return retryOrRest(site, why);
    }
  }
};

/** An open breaker is waited out before the next turn is prepared; one that is spent halts the work. */
const retryOrRest = ({ journal, now, config }: RunSite, why: string): Course<Wait | null> => {
  const { breaker } = journal.state();
  const at = now();
  const next = turnBreaker(breaker, { type: 'FAILED_TURN', at: at.toISOString() });
  if (next.spent) return halt('stuck', describeSpent(why, next));
  if (next.state === 'OPEN') return { go: null };
  const until = endOfBackoff(next.failed_turns, config.circuit_breaker.backoff_ms, at);
  return { go: { for: 'retry', until: until.toISOString() } };
};

const describeSpent = (why: string, breaker: Breaker): string => {
  const { cause, count, probes } = breaker.tripped ?? { cause: null, count: 0, probes: 0 };
  if (cause !== 'failed_turns' || probes > 0) return `${why}. ${describeBreaker(breaker)}`;
  return count === 1 ? why : `${why}, ${count} times in a row`;
};

const waitOrHalt = (site: RunSite, turn: Turn, why: string): Course<Wait> => {
  const { journal, now, config } = site;
  const { limits } = journal.state();
  const until = planWait({ limits: limits + 1, resetsAt: turn.error?.resets_at ?? null, now: now() });
  if (until === null) return halt('stuck', `${why}, ${limits + 1} times in a row. ${adviseTurn(turn)}`);
  const end = endOfMinutes(config, journal.phase() ?? '', journal.state());
  if (until < end.at) return { go: { for: 'provider', until: until.toISOString() } };
  const late = `it is lifted ${until.toISOString()} at the earliest, and the run ends ${end.at.toISOString()} (${end.key})`;
  return halt('stuck', `${why}; ${late}. ${adviseTurn(turn)}`);
};

const halt = (status: Settlement['status'], why: string): { readonly settle: Settlement } => ({
  settle: { status, why },
});

const describeVoid = ({ outcome, exit_code, error, denials = [] }: Turn, { agent }: RunSite): string => {
  const told = error === undefined ? denials.join('; ') : error.message;
  const because = told === '' ? '' : `: ${told.replace(/[.\s]+$/, '')}`;
  switch (outcome) {
    case 'missing':
      return `The agent could not be started: ${agent.program}`;
    case 'unauthorised':
      return `The agent is not authorised${because}`;
    case 'permission_denied':
      return `The agent was not allowed to do its work${because}`;
    case 'rate_limited':
      return `The agent ran into a limit of its provider${because}`;
    case 'crashed':
    case 'timed_out':
    case 'ok':
    case 'empty':
      return `The agent crashed (exit code ${exit_code ?? 'none'}) and changed nothing${because}`;
  }
};

/**
 * How long a provider's limit is waited out (RULES 4.1): until it said it is lifted, else longer each time, and not for ever.
 *
 * Waits for one iteration at the most.
 */
export const MAX_WAITS = 5;

/** The first wait where the provider tells no time; each further one is twice as long. */
const FIRST_WAIT_MS = 60_000;

interface WaitQuestion {
  /** Turns of this iteration that ran into a limit, this one included: from 1. */
  readonly limits: number;
  /** ISO 8601; `null` when it was not told. */
  readonly resetsAt: string | null;
  readonly now: Date;
}

/** When the next turn may begin; `null` when it was waited often enough. */
export const planWait = ({ limits, resetsAt, now }: WaitQuestion): Date | null => {
  if (limits > MAX_WAITS) return null;
  const told = resetsAt === null ? Number.NaN : Date.parse(resetsAt);
  const backoff = now.getTime() + FIRST_WAIT_MS * 2 ** (limits - 1);
  // A time that has passed already was of no use: the provider refused after it.
  return new Date(told > now.getTime() ? told : backoff);
};
