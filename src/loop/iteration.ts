/**
 * One iteration as data: what is known after each step, in their order. `src/run/actors/step-actors.ts` calls the
 * steps. Nothing of it is changed, or comes from another iteration (rule 1.1).
 */
import type { IterationRecord, Signal, Turn } from '../../gates/iteration.ts';
import type { NotStarted } from '../../gates/record-parts.ts';
import type { Iteration } from '../../machines/index.ts';
import type { FrozenStamps } from '../evidence/integrity/freeze.ts';
import type { MeasuredRun } from '../evidence/measures/measure.ts';
import type { JudgedEdit, WriteDetection, PhaseExit } from '../records/fold/reopened-tests.ts';
import type { RecordedMutationCheck } from '../evidence/mutation-check/mutation-report.ts';
import type { CommandSignal } from '../signals/command/command-signal.ts';
import type { Fingerprint } from '../project/sources/fingerprint.ts';

/** By `prepare.ts`, before the turn. */
export interface Prepared extends Iteration {
  readonly startedAt: string;
  readonly nonce: string | null;
  /** The sources before the turn. */
  readonly before: Fingerprint;
}

export interface Turned extends Prepared {
  readonly turn: Turn;
  readonly commandSignals: readonly CommandSignal[];
  /** The file; `null` where there was no turn and no other output. */
  readonly transcript: string | null;
  readonly received?: Received;
  readonly prompt?: string;
  readonly after: Fingerprint;
}

export interface Received {
  readonly signal: Signal;
  /** Patterns of `exit_gate` that were found; none where the phase asks for none. */
  readonly patterns: readonly string[];
  /** Keywords of `confidence` that were found; none where the config has none. */
  readonly keywords: readonly string[];
  /** Lines that name changed tests and guards, in a phase whose tests must fail. */
  readonly declared: readonly string[];
}

export interface Tested extends Turned {
  /** The frozen files that are no sources, before the first test run. */
  readonly frozenStamps: FrozenStamps;
  /** In order, at least one; the last one counts. */
  readonly runs: readonly [...MeasuredRun[], MeasuredRun];
  /** A runner that ended without running a test, and was started again; absent when each ran a test. */
  readonly withoutTest?: EndedWithoutTest;
  /** The runs that gate 1 still asks for, and that are not started; absent where none is left out. */
  readonly notStarted?: NotStarted;
}

export interface EndedWithoutTest {
  readonly why: string;
  /** The last lines of its output. */
  readonly lines: readonly string[];
  /** Why the turn is to blame; null: the surroundings are, and the turn is discarded; absent: the second run ran tests. */
  readonly blame?: string | null;
}

/** The test run that counts. */
export const lastOf = (runs: Tested['runs']): MeasuredRun => runs.at(-1) ?? runs[0];

/** By `measure.ts`; each check of `agreement/` answers it again with what it found. */
export interface Measured {
  /** The only input of the gates. */
  readonly record: IterationRecord;
  /** The files to freeze when the phase is exited; `null` where it cannot be. */
  readonly exit: PhaseExit | null;
  /** The last fingerprint of the sources: the subject of an exit. */
  readonly last: Fingerprint;
  readonly gone: readonly string[];
  readonly write_detection: WriteDetection | null;
  /** The edit of a reopened test that counts; absent when there is none. */
  readonly reopened?: JudgedEdit;
  /** The agent's lines that name changed tests and guards; absent when there is none. */
  readonly declared?: readonly string[];
  readonly mutation_check?: RecordedMutationCheck;
}
