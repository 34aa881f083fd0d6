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
