/** The record of one iteration: what was measured and signalled in it, and nothing from before. */
import type { Confidence } from './indicators.ts';
import type { Approval, Guard, NamedGuard, NotStarted } from './record-parts.ts';
import type { SignalReason } from './signal-reasons.ts';
import type { Metrics } from './metrics.ts';

/** The data of an ITERATION event of the chart. Frozen on arrival; names are those of the ledger. */
export interface IterationRecord {
  /** Id of the run. */
  readonly run: string;
  /** The phase of the measurement, so that a late record satisfies no other phase. */
  readonly phase: string;
  /** Position among the decided iterations of the phase, from 1. */
  readonly iteration: number;
  /** Position among the turns of this iteration, from 1: discarded turns (a crash) count here and not in `iteration`. */
  readonly attempt: number;
  /** ISO 8601. */
  readonly started_at: string;
  /** ISO 8601. */
  readonly ended_at: string;
  /** Every metric that could be measured. */
  readonly metrics: Metrics;
  /** Absent: by the whole suite. `criteria`: by the new tests alone, some of which fail. `nothing`: by no test. */
  readonly measured?: 'criteria' | 'nothing';
  /** Runs of the suite that no result could have made lead to an exit, and that were not started. Absent without any. */
  readonly not_started?: NotStarted;
  /** The exit signal of the agent. */
  readonly signal: Signal;
  /** How the turn of the agent ended. */
  readonly turn: Turn;
  /** Fingerprints of the sources before and after the iteration, and the commit of HEAD. */
  readonly tree: { readonly before: string; readonly after: string; readonly head: string | null };
  /** Decided iterations in a row, this one included, in which neither sources nor metrics changed (rule 4.2). */
  readonly without_progress: number;
  /** Whether sources, HEAD or metrics are new in this phase. Absent in a record without a run: then by `without_progress`. */
  readonly progress?: boolean;
  /** Fingerprint of the metrics that count as progress, to recognise the same values. Absent in a record without a run. */
  readonly work?: string;
  /** Fingerprint of the failed tests and checks, without their output; `null`: none. Absent in a record without a run. */
  readonly failing_fingerprint?: string | null;
  /** Before this iteration (rule 4.5); absent: none. */
  readonly deadlocks?: Deadlocks;
  /** How near gate 1 came since the first premature signal in a row. Absent where something failed. */
  readonly nearest?: Nearest;
  /** Decided iterations of this phase, this one included, since it began or since the last resume: limits count these. */
  readonly iterations_used: number;
  /** The tests that failed. */
  readonly failing: readonly FailingTest[];
  /** The checks of the config that ran; absent when none is configured. */
  readonly checks?: readonly CheckResult[];
  /** The indicators of completion that were found; absent when the phase asks for none. */
  readonly indicators?: Indicators;
  /** Criteria with an id that have no passing test; absent when none has an id, or all have a passing test. */
  readonly criteria?: WaitingCriteria;
  /** Criteria that already hold, where new tests must fail: their new tests may pass. Absent without any. */
  readonly guards?: readonly Guard[];
  /** The score of spec 002; absent when the config asks for none. */
  readonly confidence?: Confidence;
  /** The answer of a person, where the phase has `confirm: true` and both gates agreed; absent without an answer. */
  readonly approval?: Approval;
  /** Facts that are no metrics, for people and the next prompt. */
  readonly findings: readonly Finding[];
}

/** A fact about an iteration that is no metric. `docs/reference/findings.md` lists the codes and their values. */
export interface Finding {
  /** The kind: words joined by `_`, from the general to the special with a dot between them. */
  readonly code: string;
  /** Absent when the finding is not about a file. `line`: from 1. */
  readonly where?: { readonly path: string; readonly line?: number };
  readonly values: Readonly<Record<string, FindingValue>>;
  /** One sentence, as sent to the agent. */
  readonly text: string;
}

export type FindingValue = string | number | boolean | readonly string[];

/** The agent's explicit exit signal (rules 3.1 to 3.11). Never inferred from metrics. */
export interface Signal {
  /** `null`: nothing readable or in scope. Only `true` satisfies the gate. */
  readonly value: boolean | null;
  /** The channel of the signal; if two agree, the more trusted one: the command (rule 3.10). */
  readonly source: 'block' | 'command' | null;
  /** The form of the block; `null` when only the command gave a signal. */
  readonly dialect: string | null;
  /** Line of the transcript where the block that decides begins, from 1. */
  readonly line: number | null;
  /** Why the signal has this value. */
  readonly reason: SignalReason;
  /** The block's STATUS, if readable, or the equivalent of the command's signal. BLOCKED needs human input. */
  readonly status: 'IN_PROGRESS' | 'BLOCKED' | 'COMPLETE' | null;
  /** The block's BLOCKERS, without `none`, and the reasons of the command's `blocked`. */
  readonly blockers: readonly string[];
  /** The block's REFACTORING_COMPLETE, or the command's flag of that name. */
  readonly refactoring_complete: boolean;
  /** The reason that the command gave; absent when it was not run. Shown; no gate uses it. */
  readonly says?: string;
  /** The criteria that the agent says already hold, each with its reason; absent without any. */
  readonly guards?: readonly NamedGuard[];
  /** Numbers that the block claims, by the names of metrics. Compared with the measured ones; no gate uses them. */
  readonly claims?: Readonly<Record<string, number | boolean>>;
  /** Other fields of the block. Shown; no gate uses them (rule 1.6). Absent when there are none. */
  readonly told?: Reported;
  /** The exact problem of the block, in one line, when `reason` does not say it. */
  readonly detail?: string;
  /** How to give a signal that counts, for people and for the agent; absent when the reason says it. */
  readonly way_out?: string;
}

/** Fields of a block that decide nothing; texts are bounded, one line each. */
export interface Reported {
  /** PROGRESS_PERCENT: 0 to 100. */
  readonly progress_percent?: number;
  /** CONFIDENCE or EXIT_CONFIDENCE. */
  readonly confidence?: 'high' | 'medium' | 'low';
  /** EXIT_OVERRIDE: a request of the agent. It overrides no measured condition. */
  readonly override?: boolean;
  /** TESTS_STATUS, in lower case. */
  readonly tests_status?: string;
  /** REMAINING_WORK, without `none`. */
  readonly remaining_work?: readonly string[];
  /** EXIT_REASON, or the notes of an exit signal. */
  readonly because?: string;
  /** From an exit signal or the signal command, like the two below. */
  readonly exit_reason?: 'completed' | 'blocked' | 'error';
  readonly pr_url?: string;
  readonly evidence_bundle_ref?: string;
}

/** Signs of completion, as spec 000 counts them. They satisfy no gate by themselves (rule 1.2). */
export interface Indicators {
  /** Patterns found in the agent's message, as written in the config. */
  readonly patterns: readonly string[];
  /** Each check that is switched on, and whether it passes. */
  readonly evidence: Readonly<Record<string, boolean>>;
  /** The required number, before any override. */
  readonly threshold: number;
  /** The agent's EXIT_OVERRIDE removed the threshold, as the config allows; absent otherwise. */
  readonly lifted?: true;
}

/** How the agent's process ended (rule 4.1). Exit code 0 alone proves nothing. */
export interface Turn {
  readonly outcome: TurnOutcome;
  readonly exit_code: number | null;
  /** Duration in milliseconds. */
  readonly ms: number;
  /** Only beside `timed_out`: the agent printed nothing for too long, or the turn took too long. */
  readonly which?: 'idle' | 'wall';
  /** Only beside `empty`: it printed something, and none of it is a last message. */
  readonly printed?: true;
  /** The agent's reported usage. Shown and added up; no gate uses it. */
  readonly usage?: TurnUsage;
  /** The permissions that the agent was denied, in its own words. Reported; a denial alone does not hold a phase (rule 4.1). */
  readonly denials?: readonly string[];
  /** Id of the agent's own session. */
  readonly session?: string;
  /** The error that the agent's program reported. */
  readonly error?: TurnError;
  /** Processes that outlived the agent and were ended, as `pid command`. */
  readonly left_running?: readonly string[];
}

export interface TurnUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** `null` when the agent reports no cost. */
  readonly cost_usd: number | null;
}

export interface TurnError {
  readonly kind: 'unauthorised' | 'rate_limited' | 'permission_denied' | 'provider' | 'other';
  /** One line, shortened. */
  readonly message: string;
  /** When the provider answers again, ISO 8601; `null` when unknown. */
  readonly resets_at: string | null;
}

/**
 * `empty`: exited cleanly without output, or without a last message. `missing`: the program could not be started.
 * `rate_limited`: the provider will answer later. `permission_denied`: the agent may not do its work. `unauthorised`:
 * the provider does not know the key.
 */
export type TurnOutcome =
  | 'ok'
  | 'empty'
  | 'crashed'
  | 'timed_out'
  | 'missing'
  | 'rate_limited'
  | 'permission_denied'
  | 'unauthorised';

/** How a check ended. */
export interface CheckResult {
  /** Name in the config. */
  readonly check: string;
  /** Program and arguments, joined by spaces. */
  readonly command: string;
  /** Exit code 0; `null`: not measured, because the program could not be started. */
  readonly ok: boolean | null;
  /** `null` when it was killed, or never started. */
  readonly exit_code: number | null;
  /** Duration in milliseconds. */
  readonly ms: number;
  /** Why it is not ok, in a few words; '' when it is. */
  readonly because: string;
  /** The last lines that it printed, bounded; empty when it is ok. */
  readonly said: readonly string[];
}

/** Ids, in the order of the spec. */
export interface WaitingCriteria {
  /** No test has their id. */
  readonly without_test: readonly string[];
  /** There are tests with their id, and none passes. */
  readonly without_passing: readonly string[];
}

export interface FailingTest {
  /** Relative to the workspace. */
  readonly file: string;
  /** Suites and title. */
  readonly name: string;
  /** Why it failed, shortened. */
  readonly message: string;
  /** How it failed; absent where the runner does not tell, and for an error that the code may correct. */
  readonly failure?: FailureKind;
  /** A new test where tests must fail (RED): it holds nothing. Absent: it must pass. */
  readonly wanted?: true;
}

/** `assertion`: an expectation was not met. `own_error`: the test itself is wrong, as by a name that nothing declares. */
export type FailureKind = 'assertion' | 'own_error';

/** Decided iterations in a row. Whole numbers of 0 or more. */
export interface Deadlocks {
  /** The agent signalled that it is done, gate 1 was not satisfied, and nothing moved. */
  readonly premature: number;
  /** Gate 1 was satisfied, and the agent gave no readable signal. */
  readonly silent: number;
}

/** Comparison of gate 1, as written → the least distance from its bound. */
export type Nearest = Readonly<Record<string, number>>;
