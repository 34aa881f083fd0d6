/** The commands that a person can use when a run has ended: the recommended one first, then the others. */
import type { AwaitedApproval } from '../records/fold/open-approval.ts';
import type { Hold } from '../records/say-hold.ts';
import {
  EXPLAIN,
  GUIDE,
  isTampered,
  type NextStep,
  step,
  stepsAfterHalt,
  stepsWhileHeld,
  waysOut,
} from './steps-after-hold.ts';
import { quoteWord } from '../base/text/quote-word.ts';
import type { StatusName } from './status-name.ts';

/** The report itself leaves it out. */
export const REPORT_COMMAND = 'dualgate report';

const RESUME = step('dualgate resume', 'continue');
const RESET = step('dualgate reset -m "why"', 'set all counters back to 0, but do not continue yet');

/** For a run that never started: there is nothing to explain or to resume. */
const START: readonly NextStep[] = [
  step('dualgate doctor', 'find what prevents a run'),
  step('dualgate run', 'start again when it is fixed'),
];

/** Facts that the steps depend on, apart from the end of the run. */
export interface StepFacts {
  /** Whether the run has a ledger. */
  readonly began: boolean;
  /** The exit that waits for a person; absent where none does. */
  readonly approval?: Pick<AwaitedApproval, 'approve' | 'reject' | 'answer'> | undefined;
  /** The last iteration, if it was held. */
  readonly held?: (Partial<Pick<Hold, 'halt' | 'failing_count'>> & Pick<Hold, 'findings'>) | null;
  /** Whether the breaker stopped the run for good. */
  readonly isExhausted?: boolean;
  /** The branch of the run; null where it makes no commits. */
  readonly branch?: string | null;
}

/** The recommended one comes first; none if there is nothing to do. */
export const stepsAfter = (status: StatusName, facts: StepFacts): readonly NextStep[] =>
  facts.began ? [...answers(status, facts), ...stepsOf(status, facts)] : START;

/** An answer is the first thing that a run with a question needs. */
const answers = (status: StatusName, { approval }: StepFacts): readonly NextStep[] => {
  if (approval === undefined || approval.answer !== undefined) return [];
  const then = status === 'running' ? '' : ', then resume';
  return [
    step(approval.approve, `let the phase be exited: both gates agree${then}`),
    step(approval.reject, `hold the phase; the agent gets the reason${then}`),
  ];
};

const stepsOf = (status: StatusName, facts: StepFacts): readonly NextStep[] => {
  const others = waysOut(facts.held ?? null, facts.branch ?? null);
  switch (status) {
    case 'running':
      return facts.held == null || facts.approval !== undefined ? [] : stepsWhileHeld(facts.held);
    case 'paused':
      return [RESUME];
    case 'completed':
      return afterCompletion(facts.branch ?? null);
    case 'aborted':
      return [step('dualgate run', 'start a new run')];
    case 'interrupted':
    case 'crashed':
      return [RESUME, GUIDE, ...others];
    case 'stuck': {
      if (isTampered(facts.held ?? null)) return [...stepsAfterHalt(facts.held ?? null), RESET, ...others];
      const resume = { ...RESUME, what: 'continue, with all counters (iterations, limits, circuit breaker) back at 0' };
      // More of the same would end the same; a limit of time or money says nothing about the work.
      const isHeldUp = facts.isExhausted === true || facts.held?.halt !== undefined;
      return [...(isHeldUp ? [GUIDE, EXPLAIN, resume] : [resume, EXPLAIN, GUIDE]), RESET, ...others];
    }
    case 'needs_human':
      return [...stepsAfterHalt(facts.held ?? null), ...others];
  }
};

const afterCompletion = (branch: string | null): readonly NextStep[] => [
  ...(branch === null
    ? []
    : [step(`git switch BRANCH && git merge ${quoteWord(branch)}`, 'bring the work into your BRANCH')]),
  step(REPORT_COMMAND, 'see what the run did'),
  ...(branch === null
    ? []
    : [
        step('dualgate prove', 'run the tests of its commits again, in clean checkouts'),
        step('dualgate run --pr', 'next time, open a draft pull request at the end'),
      ]),
];
