/**
 * The commands that a person can use when a run has ended: the recommended one first, then the others.
 *
 * @module
 */
import type { HaltCode } from '../../gates/decide.ts';
import type { AwaitedApproval } from '../records/fold/open-approval.ts';
import { isAbout } from '../findings/is-about.ts';
import type { Hold } from '../records/hold.ts';
import { quoteWord } from '../text/quote-word.ts';
import type { StatusName } from './status-name.ts';

export interface NextStep {
  /** The exact command line. */
  readonly command: string;
  readonly what: string;
}

/** The report itself leaves it out. */
export const REPORT_COMMAND = 'dualgate report';

const step = (command: string, what: string): NextStep => ({ command, what });

const EXPLAIN = step('dualgate explain', 'see why the last iteration was held');
const GUIDE = step('dualgate guide "TEXT"', 'tell the agent what to do differently, then resume');
const ANSWER = step('dualgate guide "TEXT"', 'answer the agent, then resume');
const TRY_AGENT = step('dualgate doctor --try-agent', "see why the agent's signal is not found, then resume");
const RESUME = step('dualgate resume', 'continue');
const ACCEPT = step('dualgate accept', 'list the changed frozen files, and show how to accept them');
const REOPEN = step('dualgate reopen TEST -m "why"', 'let one frozen test be edited, then resume');
const RESET = step('dualgate reset -m "why"', 'set all counters back to 0, but do not continue yet');
const SKIP = step('dualgate skip -m "why"', 'exit the phase although its gates are not satisfied, then resume');
const ROLLBACK = step('dualgate rollback PHASE -m "why"', 'return to the end of an earlier PHASE, then resume');
const ABORT = step('dualgate abort -m "why"', 'end the run for good');

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

/** The one that is recommended comes first. None if there is nothing to do, or if the reason of the end says it already. */
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
  switch (status) {
    case 'running':
    // Its reason already says how to continue.
    case 'paused':
      return [];
    case 'completed':
      return afterCompletion(facts.branch ?? null);
    case 'aborted':
      return [step('dualgate run', 'start a new run')];
    case 'interrupted':
    case 'crashed':
      return [RESUME, GUIDE, ...waysOut(facts)];
    case 'stuck': {
      const resume = { ...RESUME, what: 'continue, with all counters (iterations, limits, circuit breaker) back at 0' };
      // More of the same would end the same; a limit of time or money says nothing about the work.
      const isHeldUp = facts.isExhausted === true || facts.held?.halt !== undefined;
      return [...(isHeldUp ? [GUIDE, EXPLAIN, resume] : [resume, EXPLAIN, GUIDE]), RESET, ...waysOut(facts)];
    }
    case 'needs_human':
      return [...afterHalt(facts.held?.halt?.code), ...waysOut(facts)];
  }
};

const afterHalt = (code: HaltCode | undefined): readonly NextStep[] => {
  const resume = { ...RESUME, what: 'continue when the cause is fixed' };
  switch (code) {
    case 'blocked':
      return [ANSWER, EXPLAIN, resume];
    case 'premature_signal':
    case 'max_iterations':
      return [GUIDE, EXPLAIN, resume];
    case 'silent_agent':
      return [TRY_AGENT, GUIDE, EXPLAIN, resume];
    case 'permission_denied':
    case undefined:
      return [resume, EXPLAIN, GUIDE];
  }
};

/** Rarer commands, each only where it can work. */
const waysOut = ({ held, branch = null }: StepFacts): readonly NextStep[] => {
  const findings = held?.findings ?? [];
  const isTampered = findings.some((each) => isAbout(each, 'tampering'));
  return [
    ...(isTampered ? [ACCEPT, ...exactly(findings)] : []),
    ...(isTampered || (held?.failing_count ?? 0) > 0 ? [reopen(findings)] : []),
    SKIP,
    ...(branch === null ? [] : [ROLLBACK]),
    ABORT,
  ];
};

/** The command that accepts what held the last iteration. */
const exactly = (findings: Hold['findings']): readonly NextStep[] => {
  const command = findings.find((each) => isAbout(each, 'tampering.way_out'))?.values['command'];
  return typeof command === 'string' ? [step(command, 'accept the changes of the last iteration, then resume')] : [];
};

/** With the name of an old test that contradicts a new one. */
const reopen = (findings: Hold['findings']): NextStep => {
  const found = findings.find((each) => isAbout(each, 'tests.contradiction'));
  const command = found?.values['does'] === 'reopen' ? found.values['command'] : undefined;
  return typeof command === 'string' ? { ...REOPEN, command } : REOPEN;
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
