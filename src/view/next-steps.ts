/**
 * What a person can do when a run has ended: the commands that come next, best first.
 *
 * @module
 */
import type { Finding } from '../../gates/iteration.ts';
import { isAbout } from '../findings/is-about.ts';
import type { Standing } from './standing.ts';

export interface NextStep {
  /** As it is typed. */
  readonly command: string;
  readonly what: string;
}

const step = (command: string, what: string): NextStep => ({ command, what });

const EXPLAIN = step('dualgate explain', 'why the last iteration was held');
const GUIDE = step('dualgate guide "TEXT"', 'tell the agent something before that');
const ACCEPT = step('dualgate accept', 'list the changes to frozen files; --all -m "why" accepts them');
const SKIP = step('dualgate skip -m "why"', 'force the phase; recorded for ever');
const ABORT = step('dualgate abort -m "why"', 'end it for good');
const RESUME = 'dualgate resume';

/** Of a run that never began: there is nothing to explain or to go on with. */
const BEGIN: readonly NextStep[] = [
  step('dualgate doctor', 'what is in the way of a run'),
  step('dualgate run', 'begin, when it is fixed'),
];

/** What the steps depend on besides how the run ended. */
export interface StepFacts {
  /** Whether there is a ledger of it. */
  readonly began: boolean;
  /** Of the last iteration, where it was held. */
  readonly findings: readonly Pick<Finding, 'code'>[];
}

/** What comes next: none where nothing is left to do, or where the reason says it already. */
export const stepsAfter = (standing: Standing, { began, findings }: StepFacts): readonly NextStep[] => {
  if (!began) return BEGIN;
  const accept = findings.some((each) => isAbout(each, 'tampering')) ? [ACCEPT] : [];
  switch (standing) {
    case 'running':
    case 'completed':
    case 'aborted':
    // Its reason says already how it continues.
    case 'paused':
      return [];
    case 'interrupted':
    case 'broke_off':
      return [step(RESUME, 'go on')];
    case 'stuck':
      return [EXPLAIN, step(RESUME, 'go on, with a new allowance of iterations'), GUIDE, ...accept, SKIP, ABORT];
    case 'needs_human':
      return [EXPLAIN, step(RESUME, 'go on when it is fixed'), GUIDE, ...accept, SKIP, ABORT];
  }
};
