/**
 * The events of a run: the objects of `--json`, one a line, and of `createRun().events`. A record emits the durable
 * ones. The schema is versioned by `v` and listed in docs/reference/records.md.
 *
 * @module
 */
import type { DiscardedOutcome } from './discarded-outcome.ts';
import type { CompletionVerdict } from '../../gates/confidence.ts';
import type { Confidence } from '../../gates/confidence-score.ts';
import type { CheckResult, Signal, Turn, TurnUsage } from '../../gates/iteration.ts';
import type { Decision } from '../../gates/decide.ts';
import type { Ending, WaitReason } from '../../machines/index.ts';
import type { TestedMutant, UnprovenHunk } from '../mutation-check/mutation-report.ts';
import type { ReviewAnswer } from '../review/review-answer.ts';
import type { CommandSignal } from '../signals/command/command-signal.ts';
import type { BuildRun, SuiteCounts, TestCounts } from '../testing/test-run.ts';
import type { BreakerChange } from './breaker-change.ts';
import type { ConfigChange } from './config-change.ts';
import type { ExitGateEntry } from './exit-gate-entry.ts';
import type { Hold } from './hold.ts';
import type { RemovedTranscripts } from './removed-transcripts.ts';
import type { SessionCompleted } from './session-completed.ts';

/** Version of the schema of events. */
export const EVENTS_VERSION = 4;

interface At {
  readonly phase: string;
  readonly iteration: number;
}

/** An operator's command, and its reason. */
interface OperatorReason {
  readonly by: string;
  readonly reason: string;
}

/** The remaining limits when a turn begins. */
export interface RemainingLimits {
  /** Iterations that remain in the phase, this one included. */
  readonly in_phase: number;
  /** And in the run. */
  readonly iterations: number;
  /** When the time of the run, or of the phase, ends, whichever comes first. ISO 8601. */
  readonly until: string;
  /** `until` is the time limit of the phase; absent where it is that of the run. */
  readonly until_of?: 'phase';
  /** US dollars; absent where the agent has not reported the cost of its turns. */
  readonly cost_usd?: number;
  /** Input and output tokens; absent where the agent has reported none. */
  readonly tokens?: number;
}

/** An event without its envelope. */
export type RunEventBody =
  | { readonly type: 'baseline.started' }
  | {
      readonly type: 'run.started';
      readonly phases: readonly string[];
      readonly phase: string;
      readonly resumed: boolean;
      readonly folder: string;
    }
  | { readonly type: 'phase.entered'; readonly phase: string; readonly purpose: string }
  | (At & {
      readonly type: 'iteration.started';
      readonly attempt: number;
      readonly remaining?: RemainingLimits;
      /** Parts of earlier transcripts that were removed before this turn. */
      readonly removed_transcripts?: RemovedTranscripts;
    })
  | (At & { readonly type: 'agent.output'; readonly stream: 'stdout' | 'stderr'; readonly text: string })
  | (At & CommandSignal & { readonly type: 'signal.received' })
  | (At & { readonly type: 'turn.ended'; readonly attempt: number; readonly turn: Turn; readonly transcript: string })
  | (Partial<At> &
      TestCounts & {
        readonly type: 'test.passed' | 'test.failed' | 'test.skipped';
        readonly file: string;
        readonly name: string;
        readonly message?: string;
      })
  | (Partial<At> &
      TestCounts & {
        readonly type: 'tests.ended';
        readonly green: boolean;
        readonly ms: number;
        readonly exit_code: number | null;
        readonly problems: readonly string[];
        /** Counts of the tests that existed before the run began, if there were any. */
        readonly existing?: TestCounts;
        /** If the config lists several suites. */
        readonly suites?: readonly SuiteCounts[];
        /** If a build is before the suite, and did not fail. */
        readonly build?: BuildRun;
        /** Only the files with new tests ran. */
        readonly part?: 'criteria';
      })
  /** Without a phase: in the baseline. */
  | (Partial<At> & { readonly type: 'check.started'; readonly check: string; readonly command: string })
  | (Partial<At> & Omit<CheckResult, 'command'> & { readonly type: 'check.ended' })
  | (At & {
      readonly type: 'mutation_check.started';
      readonly files: number;
      readonly mutants: number;
      readonly seed: string;
    })
  | (At & TestedMutant & { readonly type: 'mutant.tested' })
  | (At & {
      readonly type: 'mutation_check.ended';
      readonly mutants_tested: number;
      readonly mutants_killed: number;
      readonly unproven: readonly UnprovenHunk[];
      readonly inconclusive: string | null;
      readonly ms: number;
    })
  | (At & { readonly type: 'review.started'; readonly reviewer: string })
  | (At &
      ReviewAnswer & {
        readonly type: 'review.ended';
        readonly reviewer: string;
        readonly turn: Turn;
      })
  | (At & { readonly type: 'signal.read'; readonly signal: Signal })
  | (At & { readonly type: 'signal.premature' | 'signal.missing'; readonly warning: string })
  /** `warnings`: one of the two conditions without the other, and claims of low confidence (spec 002). */
  | (At & {
      readonly type: 'completion.scored';
      readonly confidence: Confidence;
      readonly verdict: CompletionVerdict;
      readonly warnings: readonly string[];
    })
  /** `tree`: the fingerprint of the measured sources; `command` approves their exit. */
  | (At & { readonly type: 'approval.asked'; readonly tree: string; readonly command: string })
  | (At & { readonly type: 'iteration.decided'; readonly decision: Decision })
  /** Spec 000's own words and numbers, in phases that count indicators. */
  | (At & Omit<ExitGateEntry, 'event'> & { readonly type: ExitGateEntry['event'] })
  | (At &
      Hold & {
        readonly type: 'phase.held';
        /** Globs of the files that each test run wrote; absent when none could be excluded. */
        readonly proposed_writes?: readonly string[];
      })
  /** AgentSessionCompleted of spec 003, as in the ledger. */
  | (SessionCompleted & { readonly type: 'session.completed' })
  | (At & { readonly type: 'phase.exited'; readonly forced_exit: boolean })
  /** `phase` is null for the commit that the run begins with; `subject` is the first line of its message. */
  | {
      readonly type: 'work.committed';
      readonly phase: string | null;
      readonly branch: string;
      readonly commit: string;
      readonly subject: string;
    }
  | (At & {
      readonly type: 'turn.discarded';
      readonly attempt: number;
      /** `cut_off`: the loop ended during it. `no_test_ran`: its tests could not run, and not because of it. */
      readonly outcome: DiscardedOutcome;
      readonly why: string;
    })
  /** The wait before the next turn, and why. `until`: ISO 8601. */
  | (At & {
      readonly type: 'waiting';
      readonly attempt: number;
      readonly for: WaitReason;
      readonly until: string;
      readonly why: string;
    })
  | (BreakerChange & { readonly type: 'breaker.changed' })
  | { readonly type: 'needs.human'; readonly why: string }
  | (OperatorReason & { readonly type: 'operator.skipped' | 'operator.reset'; readonly phase: string })
  | (OperatorReason & { readonly type: 'operator.aborted' })
  | (OperatorReason & {
      readonly type: 'operator.accepted';
      readonly phase: string;
      readonly files: readonly string[];
      readonly tests: readonly string[];
      /** Globs of the files that the suite writes; absent when none was accepted. */
      readonly writes?: readonly string[];
      /** The changed keys of an accepted config; absent when none was accepted. */
      readonly config?: readonly ConfigChange[];
    })
  | (OperatorReason & {
      readonly type: 'operator.reopened';
      readonly phase: string;
      /** Relative to the workspace. */
      readonly file: string;
      /** Its id; absent: any one test of the file. */
      readonly test?: string;
    })
  | (OperatorReason & { readonly type: 'operator.rolled_back'; readonly phase: string; readonly commit: string })
  | (At & { readonly type: 'operator.approved'; readonly tree: string; readonly by: string })
  | (At & OperatorReason & { readonly type: 'operator.rejected'; readonly tree: string })
  | { readonly type: 'operator.guided'; readonly phase: string; readonly by: string; readonly text: string }
  | { readonly type: 'notice'; readonly text: string }
  | (Ending & { readonly type: 'run.ended'; readonly exit_code: number; readonly usage?: TurnUsage });

/** The events that no record emits: progress, which is gone when the run is over. Only this list marks them. */
export const TRANSIENT_EVENTS = [
  'run.started',
  'baseline.started',
  'phase.entered',
  'agent.output',
  'test.passed',
  'test.failed',
  'test.skipped',
  'check.started',
  'check.ended',
  'signal.received',
  'mutation_check.started',
  'mutant.tested',
  'mutation_check.ended',
  'review.started',
  'waiting',
  'notice',
] as const satisfies readonly RunEventBody['type'][];

/** An event that a record emits, without its envelope. */
export type DurableEvent = Exclude<RunEventBody, { readonly type: (typeof TRANSIENT_EVENTS)[number] }>;

export type RunEvent = RunEventBody & { readonly v: typeof EVENTS_VERSION; readonly at: string; readonly run: string };

/** Exit codes of `run` and `resume` (rule 4.9). */
export const EXIT_CODES = {
  completed: 0,
  paused: 0,
  stuck: 1,
  aborted: 2,
  interrupted: 3,
  needs_human: 4,
} as const satisfies Record<Ending['status'], number>;
