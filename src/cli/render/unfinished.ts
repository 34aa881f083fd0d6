/**
 * A run that is not over, in words; pure.
 *
 * @module
 */
import type { Unfinished } from '../../index.ts';
import { plain } from './text/paint.ts';
import { nameStatus } from './settled.ts';

/** What became of it: `which was killed`. */
export const nameUnfinished = (how: Unfinished['how']): string => {
  switch (how) {
    case 'killed':
      return 'was killed or broke';
    case 'interrupted':
    case 'paused':
    case 'aborted':
    case 'completed':
      return `was ${how}`;
    case 'stuck':
      return 'is stuck';
    case 'needs_human':
      return 'needs a person';
  }
};

/** Nobody but a person lets it go on: both ways out. */
export const renderHalted = ({ run, how, why }: Unfinished): string =>
  `Cannot begin a run: the work of ${run} is not over (${how === 'killed' ? 'killed' : nameStatus(how)}: ${plain(why)}). dualgate resume goes on with it, with a new allowance of iterations; dualgate run --new begins a new one.`;
