/**
 * The ledger's records in the words of the loop: what each type carries.
 *
 * @module
 */
import type { CompletionVerdict } from '../../gates/confidence.ts';
import type { Decision } from '../../gates/decide.ts';
import type { IterationRecord, TurnOutcome, TurnUsage } from '../../gates/iteration.ts';
import type { BreakerRules, Settlement } from '../../machines/index.ts';
import type { Freeze } from '../integrity/freeze.ts';
import type { Inventory } from '../evidence/inventory.ts';
import type { ToldSources } from '../sources/told-sources.ts';
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import { LEDGER_TYPES } from '../ledger/ledger-types.ts';
import type { BreakerChange } from './breaker-change.ts';
import { migrateRecord } from '../ledger/migrations/migrate-record.ts';
import type { Calibration } from './fold/suite-writes.ts';
import type { SuiteCounts } from '../testing/test-run.ts';
import type { BranchStart, WorkCommit } from './run-branch.ts';
import type { ExitGateEntry } from './exit-gate-entry.ts';
import type { SpecCriteria } from '../evidence/criteria.ts';
import type { ListsAtStart } from '../evidence/plans.ts';
import type { GivenThreshold } from './given-threshold.ts';
import type { ProbeReport } from '../probe/probe-report.ts';
import type { Word } from '../signals/command/spoken-word.ts';
import type { SessionCompleted } from './session-completed.ts';
import { RunError } from './run-error.ts';

/** What the records of each type carry. */
export interface LedgerData {
  readonly 'run.started': {
    readonly run: string;
    readonly config: unknown;
    readonly config_hash: string;
    readonly inventory: Inventory;
    /** The criteria and the config, frozen from the start (RULES 2.7). */
    readonly frozen: Freeze;
    readonly criteria: number;
    /** Ids of the criteria that have one. */
    readonly criterion_ids: readonly string[];
    /** What tells the sources, for the whole run. Absent in ledgers before 0.2: then git does. */
    readonly sources?: ToldSources;
    readonly tree: string;
    readonly head: string | null;
    readonly versions: { readonly dualgate: string; readonly node: string };
    /** Absent where the run makes no commits. */
    readonly branch?: BranchStart;
    /** Absent in ledgers before 0.2: then the defaults. */
    readonly breaker?: BreakerRules;
    /** Lists of plans and tasks; absent where the config names none. */
    readonly lists?: ListsAtStart;
    /** An operator's; absent where the config's holds. */
    readonly exit_threshold?: GivenThreshold;
  };
  readonly 'work.committed': WorkCommit;
  readonly 'work.rolled_back': { readonly record: number };
  readonly 'run.resumed': {
    readonly tree: string;
    readonly ended: readonly string[];
    /** Nobody asked for it: what was used up (but for time), and the breaker, stay as they were. Absent where somebody did. */
    readonly unasked?: true;
    /** What goes on with it. */
    readonly versions?: LedgerData['run.started']['versions'];
    /** An operator's, from here on; absent where it stays as it was. */
    readonly exit_threshold?: GivenThreshold;
  };
  readonly 'turn.begun': {
    readonly phase: string;
    readonly iteration: number;
    readonly attempt: number;
    /** SHA-256 of the nonce, in hexadecimal; null when the config asks for none. */
    readonly nonce_hash: string | null;
  };
  readonly 'turn.ended': {
    readonly phase: string;
    readonly iteration: number;
    readonly attempt: number;
    readonly turn: IterationRecord['turn'];
    readonly transcript: string;
    /** What the signal command said; absent when it was not run. */
    readonly words?: readonly Word[];
  };
  readonly 'tests.ended': {
    readonly phase: string;
    readonly iteration: number;
    readonly test_run: number;
    readonly green: boolean;
    readonly exit_code: number | null;
    readonly ms: number;
    readonly tree: string;
    readonly counts: { readonly suite_passing: number; readonly suite_failing: number; readonly suite_skipped: number };
    readonly problems: readonly string[];
    /** Where the config lists several suites. */
    readonly suites?: readonly SuiteCounts[];
    /** Only the tests of the criteria were run. */
    readonly part?: 'criteria';
  };
  readonly 'session.completed': SessionCompleted;
  readonly 'iteration.decided': {
    readonly record: IterationRecord;
    readonly decision: Decision;
    /** What became of the score of spec 002, and which of the two decided; absent where nothing is scored. */
    readonly completion?: CompletionVerdict;
    readonly exit?: PhaseExit;
    /** Ids of tests that may not go and were not there; absent when none was missed. */
    readonly gone?: readonly string[];
    /** What the suite was seen to write; absent when its runs moved no source. */
    readonly calibration?: Calibration;
    /** What the probe of the suite showed; absent when it was not probed. */
    readonly probe?: RecordedProbe;
    /** What spec 000 logs of it; absent where the phase counts no indicators. */
    readonly exit_gate?: ExitGateEntry;
  };
  readonly 'phase.left': {
    readonly phase: string;
    readonly iteration: number;
    readonly forced_exit: boolean;
    readonly by?: string;
    readonly reason?: string;
  };
  readonly 'attempt.void': {
    readonly phase: string;
    readonly iteration: number;
    readonly attempt: number;
    /** `cut_off`: the loop ended in the midst of it. Absent in ledgers before 0.2: then it crashed, or was missing. */
    readonly outcome?: TurnOutcome | 'cut_off';
    readonly why: string;
    /** The limit of a provider is waited out: ISO 8601. */
    readonly wait_until?: string;
  };
  readonly 'breaker.changed': BreakerChange;
  readonly 'chart.halted': {
    readonly phase: string;
    readonly why: string;
    /** What the run is about to end as: a kill may come before it says so. Absent in ledgers before 0.2. */
    readonly status?: Settlement['status'];
  };
  readonly 'operator.skipped': {
    readonly phase: string;
    readonly by: string;
    readonly reason: string;
    readonly exit: PhaseExit;
    /** With every phase after it: the work is completed by force. Absent where this one alone was meant. */
    readonly whole?: true;
  };
  readonly 'operator.resumed': { readonly by: string };
  readonly 'operator.aborted': { readonly by: string; readonly reason: string };
  readonly 'operator.reset': { readonly phase: string; readonly by: string; readonly reason: string };
  readonly 'operator.accepted': {
    readonly phase: string;
    readonly by: string;
    readonly reason: string;
    /** Held fast from here on, as they were when the operator looked at them. */
    readonly files: Freeze;
    /** Ids of tests that may be gone from here on. */
    readonly tests: readonly string[];
    /** Globs of what the suite writes for itself, no sources from here on; absent when there are none. */
    readonly writes?: readonly string[];
    /** Read anew when the spec is among the files. */
    readonly criteria?: SpecCriteria;
  };
  readonly 'operator.rolled_back': {
    /** The phase whose exit the work stands at again. */
    readonly phase: string;
    readonly by: string;
    readonly reason: string;
    /** Of that exit. */
    readonly commit: string;
    /** What the branch and the files were like: a name in git under which it is kept. */
    readonly kept: string;
  };
  readonly 'operator.guided': { readonly phase: string; readonly by: string; readonly text: string };
  /** `usage`: of the whole run, absent when no turn told of any. */
  readonly 'run.settled': Settlement & { readonly exit_code: number; readonly usage?: TurnUsage };
}

/** `subject`: what was probed, a hash of all sources but the documents. */
export type RecordedProbe = ProbeReport & { readonly subject: string };

/** What is held fast when a phase is left (RULES 2.7). */
export interface PhaseExit {
  /** Added to what was frozen before: the tests of a phase in which tests must fail. */
  readonly frozen: Freeze;
  /** Ids of all tests at this point: none may go. */
  readonly tests: readonly string[];
  /** Of these, the ones that failed: to a later phase in which tests must fail, they are still new. */
  readonly failing: readonly string[];
  /** Fingerprint of the sources at this point. */
  readonly tree: string;
  /** Git's tree of these very sources, to be committed; absent where the run makes no commits. */
  readonly git_tree?: string;
}

/** Anything that a ledger may hold, typed by its `type`. */
export type WorkRecord = {
  [T in keyof LedgerData]: { readonly type: T; readonly at: string; readonly data: LedgerData[T] };
}[keyof LedgerData];

/**
 * A ledger's record by its type; what a record of a type carries is what `write` put there.
 *
 * @throws {RunError} for a type that this version does not know: a state folded without it would be a wrong one
 * @throws {LedgerError} `newer` for a record in a format of a newer version
 */
export const asWorkRecord = (sealed: LedgerRecord): WorkRecord => {
  const { seq, at } = sealed;
  const { type, data } = migrateRecord(sealed);
  if (!Object.hasOwn(LEDGER_TYPES, type)) {
    throw new RunError(
      `Cannot read record ${seq} of the ledger: its type ${type} is not known here. Use the version of dualgate that wrote it.`,
    );
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the chain says that nobody but `write` made it
  return { type, at, data } as unknown as WorkRecord;
};
