/** doyaken, spec 002: a score of confidence beside an explicit PHASE_COMPLETE. */
import { fieldsOfIteration, joinLines } from '../scripted-block.ts';
import type { System } from '../system.ts';
import { HEADER } from './doyaken.dialect.ts';
import preset from './doyaken.yaml?raw';

export const doyaken = {
  preset,
  writeBlock: (block) =>
    joinLines([
      HEADER,
      `  PHASE_COMPLETE: ${block.isDone}`,
      '  CONFIDENCE: high',
      `  REMAINING_WORK: ${block.isDone ? 'none' : 'the rest of the phase'}`,
      ...fieldsOfIteration(block).map((line) => `  ${line}`),
    ]),
} as const satisfies System;
