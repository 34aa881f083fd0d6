/** cub, spec 000: indicators of completion beside an explicit EXIT_STATUS. */
import { fieldsOfIteration, joinLines } from '../scripted-block.ts';
import type { System } from '../system.ts';
import preset from './cub.yaml?raw';

export const cub = {
  preset,
  writeBlock: (block) =>
    joinLines([
      `EXIT_STATUS: ${block.isDone ? 'COMPLETE' : 'CONTINUE'}`,
      `EXIT_REASON: ${block.isDone ? 'All work is done.' : 'Some work remains.'}`,
      `REMAINING_WORK: ${block.isDone ? 'none' : 'the rest of the phase'}`,
      ...fieldsOfIteration(block),
    ]),
} as const satisfies System;
