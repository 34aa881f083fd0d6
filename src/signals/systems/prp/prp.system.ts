/** prp, spec 001: four phases. Its form of the exit signal is the native one. */
import type { System } from '../system.ts';
import preset from './prp.yaml?raw';
import { writeStatusBlock } from './write-status-block.ts';

export const prp = {
  preset,
  writeBlock: ({ phase, iteration, nonce, now, isDone, refactoringComplete }) =>
    writeStatusBlock({
      timestamp: now,
      phase,
      status: isDone ? 'COMPLETE' : 'IN_PROGRESS',
      iteration,
      progressPercent: isDone ? 100 : 50,
      tests: null,
      files: null,
      circuitBreaker: { state: 'CLOSED', noProgressCount: 0 },
      dualGate: { gate1: isDone, gate1Detail: 'as far as I can see', gate2: isDone, canExit: isDone },
      blockers: [],
      exitSignal: isDone,
      recommendation: isDone ? 'Exit the phase.' : 'Continue the phase.',
      nonce,
      refactoringComplete,
    }),
} as const satisfies System;
