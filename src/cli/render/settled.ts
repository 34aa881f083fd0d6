/**
 * How a run ended, and what a person can do about it; pure.
 *
 * @module
 */
import { renderAcceptance, type RunEvent } from '../../index.ts';
import { plain } from './paint.ts';

type Status = Extract<RunEvent, { readonly type: 'run.settled' }>['status'];

/** The status in the words of people. */
export const nameStatus = (status: Status): string => (status === 'needs_human' ? 'needs a person' : status);

/** The end in one line; a run that was interrupted has no reason beyond that. */
export const renderSettled = (status: Status, why: string): string =>
  why.toLowerCase() === status ? status : `${nameStatus(status)}: ${plain(why)}`;

/**
 * Commands that come next. A run that never began has no ledger, so there is nothing to explain or to go on with.
 *
 * @param proposed - globs of what the suite was seen to write when the run was last held
 */
export const adviseAfter = (status: Status, began: boolean, proposed: readonly string[] = []): readonly string[] => {
  const advice = began ? ADVICE[status] : [];
  if (advice.length === 0 || proposed.length === 0) return advice;
  return [
    ...advice,
    `  ${renderAcceptance(proposed)}`,
    '                               leave out what each test run writes',
  ];
};

const RESUME = '  dualgate resume              go on';
const GUIDE = '  dualgate guide "TEXT"        tell the agent something before that';
const ABORT = '  dualgate abort -m "why"      end it for good';
const EXPLAIN = '  dualgate explain             why the last iteration was held';

const ADVICE: Readonly<Record<Status, readonly string[]>> = {
  completed: [],
  aborted: [],
  // Its reason says already how it goes on.
  paused: [],
  interrupted: ['Next:', RESUME],
  stuck: [
    'Next:',
    EXPLAIN,
    `${RESUME}, with a new allowance of iterations`,
    GUIDE,
    '  dualgate skip -m "why"       force the phase; recorded for ever',
    ABORT,
  ],
  needs_human: ['Next:', EXPLAIN, `${RESUME} when it is mended`, ABORT],
};
