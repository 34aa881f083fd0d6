/**
 * The status block of the scripted agent: the agent's own view. Its claims about tests and gates decide nothing (rule
 * 1.6), so it leaves the numbers out.
 */
import type { WorkPhase } from './dialects.ts';

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
  /** For a dialect that has work phases. @default its own default */
  readonly workPhase?: WorkPhase | undefined;
}

/** The fields that say what the block speaks for. */
export const fieldsOfIteration = ({
  phase,
  iteration,
  nonce,
  refactoringComplete,
}: ScriptedBlock): readonly string[] => [
  ...(refactoringComplete ? ['REFACTORING_COMPLETE: true'] : []),
  `PHASE: ${phase}`,
  `ITERATION: ${iteration}`,
  ...(nonce === null ? [] : [`NONCE: ${nonce}`]),
];

/** With a line feed behind each. */
export const joinLines = (lines: readonly string[]): string => `${lines.join('\n')}\n`;
