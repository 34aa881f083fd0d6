/**
 * What each step of an iteration adds, in the order of the steps. Each is made once and never changed; a step is given what it
 * needs of those before it, and there is no way to those of another iteration (RULES 1.1).
 *
 * @module
 */
import type { IterationRecord, Signal, Turn } from '../../gates/iteration.ts';
import type { Prepared } from '../../machines/index.ts';
import type { FrozenStamps } from '../integrity/stamp-frozen.ts';
import type { MeasuredRun } from '../measures/measure.ts';
import type { Calibration } from '../records/fold/suite-writes.ts';
import type { PhaseExit, RecordedProbe } from '../records/catalogue/decision.records.ts';
import type { Word } from '../signals/command/spoken-word.ts';
import type { Fingerprint } from '../sources/fingerprint.ts';

/** Added by `steps/prepare.ts`. */
export interface Begun {
  readonly prepared: Prepared;
  /** ISO 8601. */
  readonly startedAt: string;
  /** `null` when the config asks for none. */
  readonly nonce: string | null;
  /** The sources before the turn. */
  readonly before: Fingerprint;
}

/** Added by `steps/turn.ts`. */
export interface TurnTaken {
  readonly turn: Turn;
  readonly isVoid: boolean;
  /** What the signal command said in the turn. */
  readonly words: readonly Word[];
  /** The file; `null` where there was no turn and nothing else was given. */
  readonly transcript: string | null;
  /** What it said, heard while it was printed; absent where there was no turn. */
  readonly heard?: Heard;
  /** What the agent was asked in the turn; absent where there was none. */
  readonly prompt?: string;
  /** The sources after the turn. */
  readonly after: Fingerprint;
}

/** What was heard of an agent in one turn. */
export interface Heard {
  /** What its status block says. */
  readonly signal: Signal;
  /** Those of `exit_gate` that were found; none where the phase asks for none. */
  readonly patterns: readonly string[];
  /** Those of `confidence` that were found; none where the config has none. */
  readonly keywords: readonly string[];
}

/** Added by `steps/tests.ts`, one test run at a time. */
export interface Tested {
  /** What is frozen and no source, before the first test run. */
  readonly frozenStamps: FrozenStamps;
  /** In their order, one at least; the last one counts. */
  readonly runs: readonly [...MeasuredRun[], MeasuredRun];
}

/** The test run that counts. */
export const lastOf = (runs: Tested['runs']): MeasuredRun => runs.at(-1) ?? runs[0];

/** Added by `steps/measure.ts`; `steps/mutation-check.ts` answers it again with what it found out. */
export interface Measured {
  /** The only thing that a gate will see. */
  readonly record: IterationRecord;
  /** What is kept when the phase is left; `null` where it cannot be. */
  readonly exit: PhaseExit | null;
  /** The last look at the sources: what an exit is about. */
  readonly last: Fingerprint;
  /** Ids of tests that may not go and were not in the last test run. */
  readonly gone: readonly string[];
  /** What the suite was seen to write, when the sources moved while it ran. */
  readonly calibration: Calibration | null;
  /** What the mutation check showed; absent when there was none. */
  readonly probe?: RecordedProbe;
}
