/** ralph, of ralph-claude-code: indicators of completion and a fix plan. */
import { fieldsOfIteration, joinLines } from '../scripted-block.ts';
import type { System } from '../system.ts';
import { RALPH_MARKERS } from './ralph.dialect.ts';
import preset from './ralph.yaml?raw';

export const ralph = {
  preset,
  writeBlock: (block) =>
    joinLines([
      RALPH_MARKERS.opens,
      `STATUS: ${block.isDone ? 'COMPLETE' : 'IN_PROGRESS'}`,
      'WORK_TYPE: IMPLEMENTATION',
      `EXIT_SIGNAL: ${block.isDone}`,
      `RECOMMENDATION: ${block.isDone ? 'Exit the phase.' : 'Continue the phase.'}`,
      ...fieldsOfIteration(block),
      RALPH_MARKERS.closes,
    ]),
} as const satisfies System;
