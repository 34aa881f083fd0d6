/**
 * What a person can do when a run has ended: the commands that come next, best first.
 *
 * @module
 */
import type { Standing } from './standing.ts';

export interface NextStep {
  /** As it is typed. */
  readonly command: string;
  readonly what: string;
}

const step = (command: string, what: string): NextStep => ({ command, what });

const EXPLAIN = step('dualgate explain', 'why the last iteration was held');
const GUIDE = step('dualgate guide "TEXT"', 'tell the agent something before that');
const ABORT = step('dualgate abort -m "why"', 'end it for good');
const RESUME = 'dualgate resume';

/** Of a run that never began: there is nothing to explain or to go on with. */
const BEGIN: readonly NextStep[] = [
  step('dualgate doctor', 'what is in the way of a run'),
  step('dualgate run', 'begin, when it is mended'),
];

/** What comes next. */
export const stepsAfter = (standing: Standing, { began }: { readonly began: boolean }): readonly NextStep[] =>
  began ? NEXT_STEPS[standing] : BEGIN;

/** None where nothing is left to do, or where the reason says it already. */
export const NEXT_STEPS: Readonly<Record<Standing, readonly NextStep[]>> = {
  running: [],
  completed: [],
  aborted: [],
  // Its reason says already how it goes on.
  paused: [],
  interrupted: [step(RESUME, 'go on')],
  broke_off: [step(RESUME, 'go on')],
  stuck: [
    EXPLAIN,
    step(RESUME, 'go on, with a new allowance of iterations'),
    GUIDE,
    step('dualgate skip -m "why"', 'force the phase; recorded for ever'),
    ABORT,
  ],
  needs_human: [EXPLAIN, step(RESUME, 'go on when it is mended'), ABORT],
};
