/**
 * The status block of the scripted agent, in each dialect: the agent's own view. What it writes of tests and gates decides
 * nothing (RULES 1.6), so it leaves the numbers out.
 *
 * @module
 */
import type { Dialect } from '../../../gates/iteration.ts';
import { createExitSignal } from '../../signals/apm2/create-exit-signal.ts';
import type { WorkPhase } from '../../signals/apm2/exit-signal.ts';
import { writeStatusBlock } from '../../signals/block/write-status-block.ts';

export interface ScriptedBlock {
  readonly phase: string;
  /** From 1. */
  readonly iteration: number;
  /** `null`: none. */
  readonly nonce: string | null;
  /** ISO 8601. */
  readonly now: string;
  readonly isDone: boolean;
  readonly refactoringComplete: boolean;
  readonly workPhase: WorkPhase;
}

/** The block as text, with a line feed at its end; '' where the dialect has no word for it. */
export const writeBlock = (dialect: Dialect, block: ScriptedBlock): string => WRITERS[dialect](block);

const ofIteration = ({ phase, iteration, nonce, refactoringComplete }: ScriptedBlock): readonly string[] => [
  ...(refactoringComplete ? ['REFACTORING_COMPLETE: true'] : []),
  `PHASE: ${phase}`,
  `ITERATION: ${iteration}`,
  ...(nonce === null ? [] : [`NONCE: ${nonce}`]),
];

const join = (lines: readonly string[]): string => `${lines.join('\n')}\n`;

const WRITERS: Readonly<Record<Dialect, (block: ScriptedBlock) => string>> = {
  prp: ({ phase, iteration, nonce, now, isDone, refactoringComplete }) =>
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
      recommendation: isDone ? 'Leave the phase.' : 'Go on with the phase.',
      nonce,
      refactoringComplete,
    }),
  ralph: (block) =>
    join([
      '---RALPH_STATUS---',
      `STATUS: ${block.isDone ? 'COMPLETE' : 'IN_PROGRESS'}`,
      'WORK_TYPE: IMPLEMENTATION',
      `EXIT_SIGNAL: ${block.isDone}`,
      `RECOMMENDATION: ${block.isDone ? 'Leave the phase.' : 'Go on with the phase.'}`,
      ...ofIteration(block),
      '---END_RALPH_STATUS---',
    ]),
  cub: (block) =>
    join([
      `EXIT_STATUS: ${block.isDone ? 'COMPLETE' : 'CONTINUE'}`,
      `EXIT_REASON: ${block.isDone ? 'All of it is there.' : 'Some of it is left.'}`,
      `REMAINING_WORK: ${block.isDone ? 'none' : 'the rest of the phase'}`,
      ...ofIteration(block),
    ]),
  doyaken: (block) =>
    join([
      'DOYAKEN_STATUS:',
      `  PHASE_COMPLETE: ${block.isDone}`,
      '  CONFIDENCE: high',
      `  REMAINING_WORK: ${block.isDone ? 'none' : 'the rest of the phase'}`,
      ...ofIteration(block).map((line) => `  ${line}`),
    ]),
  // Who goes on prints no exit signal.
  apm2: ({ isDone, nonce, workPhase }) =>
    isDone
      ? `${JSON.stringify(
          createExitSignal({
            phase_completed: workPhase,
            exit_reason: 'completed',
            notes: 'as far as I can see',
            ...(nonce === null ? {} : { nonce }),
          }),
        )}\n`
      : '',
};
