/**
 * The commands that a person can use when a run has ended, best first.
 *
 * @module
 */
import type { Finding } from '../../gates/iteration.ts';
import type { AwaitedApproval } from '../records/fold/open-approval.ts';
import { isAbout } from '../findings/is-about.ts';
import type { StatusName } from './status-name.ts';

export interface NextStep {
  /** The exact command line. */
  readonly command: string;
  readonly what: string;
}

const step = (command: string, what: string): NextStep => ({ command, what });

const EXPLAIN = step('dualgate explain', 'see why the last iteration was held');
const GUIDE = step('dualgate guide "TEXT"', 'tell the agent what to do differently, then resume');
const ACCEPT = step('dualgate accept', 'list the changed frozen files, and show how to accept them');
const REOPEN = step('dualgate reopen TEST -m "why"', 'let one frozen test be edited, then resume');
const RESET = step('dualgate reset -m "why"', 'set all counters back to 0, but do not continue yet');
const SKIP = step('dualgate skip -m "why"', 'exit the phase although its gates are not satisfied, then resume');
const ROLLBACK = step(
  'dualgate rollback PHASE -m "why"',
  'return to the end of an earlier PHASE (needs commits), then resume',
);
const ABORT = step('dualgate abort -m "why"', 'end the run for good');
const OUT = [SKIP, ROLLBACK, ABORT];
const RESUME = 'dualgate resume';

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
  /** For the last iteration, if it was held. */
  readonly findings: readonly (Pick<Finding, 'code'> & Partial<Pick<Finding, 'values'>>)[];
}

/** The command that accepts what held the last iteration; none in ledgers from before it was recorded. */
const exactly = (findings: StepFacts['findings']): readonly NextStep[] => {
  const command = findings.find((each) => isAbout(each, 'tampering.way_out'))?.values?.['command'];
  return typeof command === 'string' ? [step(command, 'accept the changes of the last iteration, then resume')] : [];
};

/** None if there is nothing to do, or if the reason of the end says it already. */
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

const stepsOf = (status: StatusName, { findings }: StepFacts): readonly NextStep[] => {
  const accept = findings.some((each) => isAbout(each, 'tampering')) ? [ACCEPT, ...exactly(findings)] : [];
  switch (status) {
    case 'running':
    case 'completed':
    // Its reason already says how to continue.
    case 'paused':
      return [];
    case 'aborted':
      return [step('dualgate run', 'start a new run')];
    case 'interrupted':
    case 'crashed':
      return [step(RESUME, 'continue'), GUIDE, ...accept, ...OUT];
    case 'stuck':
      return [
        EXPLAIN,
        GUIDE,
        ...accept,
        step(RESUME, 'continue, with all counters (iterations, limits, circuit breaker) back at 0'),
        RESET,
        ...OUT,
      ];
    case 'needs_human':
      return [EXPLAIN, step(RESUME, 'continue when the cause is fixed'), GUIDE, REOPEN, ...accept, RESET, ...OUT];
  }
};
