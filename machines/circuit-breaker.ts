/** The circuit breaker (rule 4.4). A pure reducer: no number in a record closes it, and time comes with the event. */

/** `HALF_OPEN`: one more of its kind opens it, or this iteration is the trial after a cooldown. */
export type BreakerState = 'CLOSED' | 'HALF_OPEN' | 'OPEN';

/** Counted causes: iterations without progress, with the same failing tests, without an exit; turns that failed. */
export type BreakerCause = 'no_progress' | 'same_error' | 'failed_turns' | 'no_exit';

/** When it opens, and how often it may. Whole numbers of 1 or more unless stated otherwise. */
export interface BreakerRules {
  /** By the name of the phase; a phase without an entry uses 3 and 5. */
  readonly phases: Readonly<Record<string, { readonly no_progress: number; readonly same_error: number }>>;
  /** Turns in a row that crashed, or timed out without a change. */
  readonly failed_turns: number;
  /** Iterations of a phase that were held (spec 000); `null`: not counted. */
  readonly stagnation_threshold: number | null;
  /** Milliseconds from its opening to the trial iteration. */
  readonly cooldown_ms: number;
  /** How often it may reopen in a phase; 0: it is exhausted as soon as it opens. */
  readonly reopenings: number;
}

interface Tripped {
  readonly cause: BreakerCause;
  /** The count at its opening. */
  readonly count: number;
  /** The failing fingerprint at its opening. */
  readonly failing: string | null;
  /** Trial iterations since then without an improvement. */
  readonly trials: number;
}

export interface Breaker {
  readonly rules: BreakerRules;
  readonly state: BreakerState;
  readonly no_progress: number;
  /** Iterations with the last failing fingerprint, in a row or not: alternating between failures is no progress either. */
  readonly same_error: number;
  readonly failed_turns: number;
  readonly no_exit: number;
  /** Failing fingerprints with their counts, the last one last; bounded. */
  readonly seen: readonly (readonly [failing: string, times: number])[];
  /** How often it opened since the phase began, or since an operator reset it. */
  readonly openings: number;
  /** From its opening until a trial succeeded; else null. */
  readonly tripped: Tripped | null;
  /** The active or next iteration is the trial. */
  readonly onTrial: boolean;
  /** ISO 8601; null unless it is open. */
  readonly open_until: string | null;
  /** No trial remains: only an operator closes it. */
  readonly exhausted: boolean;
}

/** `at`: ISO 8601. */
export type BreakerEvent =
  | { readonly type: 'BEGIN'; readonly rules: BreakerRules }
  /** An operator accepted a changed config: other rules, the same counts. */
  | { readonly type: 'RULES'; readonly rules: BreakerRules }
  | {
      readonly type: 'ITERATION';
      readonly at: string;
      readonly phase: string;
      /** Sources, HEAD or metrics have values that are new in this phase (rule 4.2). */
      readonly progress: boolean;
      /** The turn did not end well. */
      readonly failed: boolean;
      /** Names the set of failing tests; `null` when none failed. */
      readonly failing: string | null;
      readonly exited: boolean;
    }
  /** A turn produced nothing that could be measured. */
  | { readonly type: 'FAILED_TURN'; readonly at: string }
  /** The cooldown is over: a trial comes next. */
  | { readonly type: 'COOLED' }
  /** An operator reset the counts, resumed halted work, or moved it to another phase. */
  | { readonly type: 'RESET' }
  /** A run resumes: an open breaker stays open until its time; the operator who resumes closes an exhausted one. */
  | { readonly type: 'RESUMED' };

/** When the breaker opens by default. Rule 4.4. */
export const DEFAULT_BREAKER_RULES: BreakerRules = {
  phases: {},
  failed_turns: 3,
  stagnation_threshold: null,
  cooldown_ms: 300_000,
  reopenings: 2,
};

const DEFAULT_THRESHOLDS = { no_progress: 3, same_error: 5 } as const;
/** More failing fingerprints than that count as new ones. */
const MAX_SEEN = 16;
const CLEARED = { no_progress: 0, same_error: 0, failed_turns: 0, no_exit: 0, seen: [] } as const;

/** A new breaker. */
export const closedBreaker = (rules: BreakerRules = DEFAULT_BREAKER_RULES): Breaker => ({
  rules,
  state: 'CLOSED',
  ...CLOSED,
});

const CLOSED = { ...CLEARED, openings: 0, tripped: null, onTrial: false, open_until: null, exhausted: false } as const;

/** The next state of the breaker. Pure and total; an unknown event leaves it unchanged. */
export const turnBreaker = (breaker: Breaker, event: BreakerEvent): Breaker => {
  switch (event.type) {
    case 'BEGIN':
      return closedBreaker(event.rules);
    case 'RULES':
      return { ...breaker, rules: event.rules };
    case 'ITERATION':
      return event.exited ? closedBreaker(breaker.rules) : afterIteration(breaker, event);
    case 'FAILED_TURN':
      return afterFailedTurn(breaker, event.at);
    case 'COOLED':
      return breaker.state !== 'OPEN' || breaker.exhausted
        ? breaker
        : { ...breaker, ...CLEARED, state: 'HALF_OPEN', onTrial: true, open_until: null };
    case 'RESET':
      return closedBreaker(breaker.rules);
    case 'RESUMED':
      return breaker.state === 'OPEN' && !breaker.exhausted ? breaker : closedBreaker(breaker.rules);
    default:
      return breaker;
  }
};

type Iteration = BreakerEvent & { readonly type: 'ITERATION' };

const afterIteration = (breaker: Breaker, event: Iteration): Breaker => {
  // An open breaker prevents iterations. If one arrives anyway, the breaker ignores it.
  if (breaker.state === 'OPEN') return breaker;
  const counted = countIteration(breaker, event);
  if (breaker.onTrial && breaker.tripped !== null && !didBetter(breaker.tripped, event))
    return openAgain(counted, event.at);
  return judge({ ...counted, onTrial: false, tripped: null }, thresholdsOf(breaker, event.phase), event.at);
};

const afterFailedTurn = (breaker: Breaker, at: string): Breaker => {
  if (breaker.state === 'OPEN') return breaker;
  const counted = { ...breaker, failed_turns: breaker.failed_turns + 1 };
  return breaker.onTrial ? openAgain(counted, at) : judge(counted, { failed_turns: breaker.rules.failed_turns }, at);
};

const countIteration = (breaker: Breaker, { progress, failed, failing }: Iteration): Breaker => {
  const { seen } = breaker;
  const times = failing === null ? 0 : (seen.find(([each]) => each === failing)?.[1] ?? 0) + 1;
  const others = seen.filter(([each]) => each !== failing);
  return {
    ...breaker,
    // A turn that failed counts as such, and not as work without progress (rule 4.1).
    no_progress: progress ? 0 : failed ? breaker.no_progress : breaker.no_progress + 1,
    failed_turns: failed ? breaker.failed_turns + 1 : 0,
    same_error: times,
    seen: failing === null ? seen : [...others, [failing, times] as const].slice(-MAX_SEEN),
    no_exit: breaker.no_exit + 1,
  };
};

/** A trial has to fix the cause of the opening. */
const didBetter = ({ cause, failing }: Tripped, event: Iteration): boolean =>
  event.progress && !event.failed && cause !== 'no_exit' && !(cause === 'same_error' && event.failing === failing);

type Thresholds = Readonly<Partial<Record<BreakerCause, number>>>;

const thresholdsOf = ({ rules }: Breaker, phase: string): Thresholds => ({
  ...(Object.hasOwn(rules.phases, phase) ? rules.phases[phase] : DEFAULT_THRESHOLDS),
  failed_turns: rules.failed_turns,
  ...(rules.stagnation_threshold === null ? {} : { no_exit: rules.stagnation_threshold }),
});

const CAUSES = ['no_progress', 'same_error', 'failed_turns', 'no_exit'] as const satisfies readonly BreakerCause[];

const judge = (breaker: Breaker, thresholds: Thresholds, at: string): Breaker => {
  const reached = (cause: BreakerCause, less: number) => {
    const threshold = thresholds[cause];
    return threshold !== undefined && breaker[cause] > 0 && breaker[cause] >= threshold - less;
  };
  const cause = CAUSES.find((each) => reached(each, 0));
  if (cause === undefined)
    return { ...breaker, state: CAUSES.some((each) => reached(each, 1)) ? 'HALF_OPEN' : 'CLOSED' };
  const failing = breaker.seen.at(-1)?.[0] ?? null;
  return open(breaker, { cause, count: breaker[cause], failing, trials: 0 }, at);
};

const openAgain = (breaker: Breaker, at: string): Breaker => {
  const { tripped } = breaker;
  return tripped === null ? breaker : open(breaker, { ...tripped, trials: tripped.trials + 1 }, at);
};

const open = (breaker: Breaker, tripped: Tripped, at: string): Breaker => {
  const openings = breaker.openings + 1;
  return {
    ...breaker,
    state: 'OPEN',
    openings,
    tripped,
    onTrial: false,
    open_until: later(at, breaker.rules.cooldown_ms),
    exhausted: openings > breaker.rules.reopenings,
  };
};

/** The latest time that a date can hold. */
const LAST_MS = 8_640_000_000_000_000;

/** A time that cannot be read counts as long past: the loop bounds every wait by the cooldown itself. */
const later = (at: string, ms: number): string => {
  const time = Date.parse(at);
  return new Date(Number.isNaN(time) || Number.isNaN(ms) ? 0 : Math.min(time + ms, LAST_MS)).toISOString();
};
