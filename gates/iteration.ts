/**
 * The unit of truth: everything that one iteration measured and everything that was said in it, and nothing from before.
 *
 * @module
 */
import type { SignalReason } from './signal-reasons.ts';
import type { Metrics } from './metrics.ts';

/** The data of an ITERATION event of the chart. Frozen at the border; names are the ledger's. */
export interface IterationRecord {
  /** Id of the run it belongs to. */
  readonly run: string;
  /** The phase it was measured in, so that a late record opens no other phase. */
  readonly phase: string;
  /** Position among the decided iterations of the phase, from 1. */
  readonly iteration: number;
  /** Position among the turns of this iteration, from 1: void turns (a crash) count here and not in `iteration`. */
  readonly attempt: number;
  /** ISO 8601. */
  readonly started_at: string;
  /** ISO 8601. */
  readonly ended_at: string;
  /** Every metric that could be measured. */
  readonly metrics: Metrics;
  /** Absent: by the whole suite. `criteria`: only by the tests that are new since the run began, some of which fail; it opens nothing. */
  readonly measured?: 'criteria';
  /** The exit signal of the agent. */
  readonly signal: Signal;
  /** How the turn of the agent ended. */
  readonly turn: Turn;
  /** Fingerprints of the sources before and after the iteration, and the commit of HEAD. */
  readonly tree: { readonly before: string; readonly after: string; readonly head: string | null };
  /** Decided iterations in a row, this one included, in which neither sources nor metrics moved (RULES 4.2). */
  readonly without_progress: number;
  /** Whether sources, HEAD or metrics came to where they had not been in this phase. Absent in older records: then by `without_progress`. */
  readonly progress?: boolean;
  /** Names the values of the metrics that count as progress, so that the same ones are known again. Absent in older records. */
  readonly work?: string;
  /** Names the tests and checks that failed, whatever they said; `null` when none did. Absent in older records. */
  readonly failing_fingerprint?: string | null;
  /** Before this iteration (RULES 4.5); absent: none. */
  readonly deadlocks?: Deadlocks;
  /** How near gate 1 came since the row of premature signals began, this iteration included. Absent where something failed, and in older records. */
  readonly nearest?: Nearest;
  /** Decided iterations of this phase, this one included, since it began or since the last resume: what limits count. */
  readonly allowance_used: number;
  /** The tests that failed. */
  readonly failing: readonly FailingTest[];
  /** The checks of the config that were run; absent where none is configured. */
  readonly checks?: readonly CheckResult[];
  /** The indicators of completion that were found; absent where the phase asks for none. */
  readonly indicators?: Indicators;
  /** Criteria with an id that wait for a test; absent where none has an id, or all have a passing one. */
  readonly criteria?: WaitingCriteria;
  /** The score of spec 002; absent where the config asks for none. */
  readonly confidence?: Confidence;
  /** Facts that are no metrics, for people and for the next prompt: tampering, files that moved, checks that could not run. */
  readonly findings: readonly Finding[];
}

/** A fact about an iteration that is no metric. `docs/reference/findings.md` lists the codes and their values. */
export interface Finding {
  /** Names the kind: words joined by `_`, from the general to the special with a dot between them. */
  readonly code: string;
  /** Absent where no file is meant. `line`: from 1. */
  readonly where?: { readonly path: string; readonly line?: number };
  readonly values: Readonly<Record<string, FindingValue>>;
  /** One sentence, as the agent was told. */
  readonly text: string;
}

export type FindingValue = string | number | boolean | readonly string[];

/** The agent's explicit word (RULES 3). Never inferred from metrics. */
export interface Signal {
  /** `null`: nothing readable or in scope. Only `true` opens. */
  readonly value: boolean | null;
  /** The channel it came by; of two that agree, the one that is trusted more: the command (RULES 3.10). */
  readonly source: 'block' | 'command' | null;
  /** The form of the block; `null` when the command alone was heard. */
  readonly dialect: string | null;
  /** Line of the transcript where the deciding block begins, from 1. */
  readonly line: number | null;
  /** Why it reads as it does. */
  readonly reason: SignalReason;
  /** The block's STATUS, when it could be read, or what the command's word stands for. BLOCKED calls for a person. */
  readonly status: 'IN_PROGRESS' | 'BLOCKED' | 'COMPLETE' | null;
  /** The block's BLOCKERS, without `none`, and the reasons of the command's `blocked`. */
  readonly blockers: readonly string[];
  /** The block's REFACTORING_COMPLETE, or the command's flag of that name. */
  readonly refactoring_complete: boolean;
  /** What the command gave as its reason; absent when it was not run. Shown, and no gate asks for it. */
  readonly says?: string;
  /** Numbers that the block claims, by the names of metrics. Compared with what was measured, and no gate asks for them. */
  readonly claims?: Readonly<Record<string, number | boolean>>;
  /** What else the block tells. Shown, and no gate asks for it (RULES 1.6); absent when it tells nothing. */
  readonly told?: Told;
  /** What exactly was wrong with the block, in one line, where `reason` leaves it open. */
  readonly detail?: string;
  /** How the signal would count, for people and for the agent; absent where the reason says it. */
  readonly way_out?: string;
}

/** Words of a block that decide nothing; texts are bounded, one line each. */
export interface Told {
  /** PROGRESS_PERCENT: 0 to 100. */
  readonly progress_percent?: number;
  /** CONFIDENCE or EXIT_CONFIDENCE. */
  readonly confidence?: 'high' | 'medium' | 'low';
  /** EXIT_OVERRIDE: a request of the agent, which lifts nothing that is measured. */
  readonly override?: boolean;
  /** TESTS_STATUS, in lower case. */
  readonly tests_status?: string;
  /** REMAINING_WORK, without `none`. */
  readonly remaining_work?: readonly string[];
  /** EXIT_REASON, or the notes of an exit signal. */
  readonly because?: string;
  /** Of an exit signal, or of the signal command, like the two below. */
  readonly exit_reason?: 'completed' | 'blocked' | 'error';
  readonly pr_url?: string;
  readonly evidence_bundle_ref?: string;
}

/** Signs of completion, as spec 000 counts them. They open nothing by themselves (RULES 1.2). */
export interface Indicators {
  /** Patterns that were found in the agent's message, as the config has them. */
  readonly patterns: readonly string[];
  /** Each check that is switched on, and whether it holds. */
  readonly evidence: Readonly<Record<string, boolean>>;
  /** How many were asked for, before anything lifted it. */
  readonly threshold: number;
  /** The agent's EXIT_OVERRIDE took the threshold away, as the config allows; absent otherwise. */
  readonly lifted?: true;
}

/** How the agent's process ended (RULES 4.1). Exit code 0 alone proves nothing. */
export interface Turn {
  readonly outcome: TurnOutcome;
  readonly exit_code: number | null;
  /** Duration in milliseconds. */
  readonly ms: number;
  /** Only beside `timed_out`: nothing was heard from the agent for too long, or the turn as a whole took too long. */
  readonly which?: 'idle' | 'wall';
  /** What the agent says that it used; shown and added up, and no gate asks for it. */
  readonly usage?: TurnUsage;
  /** What the agent was not allowed to do, in its own words. Reported; vetoes nothing by itself (RULES 4.1). */
  readonly denials?: readonly string[];
  /** Id of the agent's own session. */
  readonly session?: string;
  /** What went wrong, as the agent's program tells it. */
  readonly error?: TurnError;
  /** Processes that outlived the agent and were ended, as `pid command`. */
  readonly left_running?: readonly string[];
}

export interface TurnUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** `null` when the agent names no price. */
  readonly cost_usd: number | null;
}

export interface TurnError {
  readonly kind: 'unauthorised' | 'rate_limited' | 'permission_denied' | 'provider' | 'other';
  /** One line, shortened. */
  readonly message: string;
  /** When the provider answers again, ISO 8601; `null` when it was not told. */
  readonly resets_at: string | null;
}

/**
 * `empty`: it ended well and said nothing. `missing`: the program could not be started. `rate_limited`: the provider will
 * answer later. `permission_denied`: the agent may not do its work. `unauthorised`: the provider does not know the key.
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
  /** As the config names it. */
  readonly check: string;
  /** Program and arguments, joined by blanks. */
  readonly command: string;
  /** Exit code 0; `null`: it was not measured, since the program could not be started. */
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
  /** No test bears their id. */
  readonly without_test: readonly string[];
  /** There are tests of their id, and none passes. */
  readonly without_passing: readonly string[];
}

export interface FailingTest {
  /** Relative to the workspace. */
  readonly file: string;
  /** Suites and title. */
  readonly name: string;
  /** Why it failed, shortened. */
  readonly message: string;
}

/** Decided iterations in a row. Whole numbers of 0 or more. */
export interface Deadlocks {
  /** The agent said that it is done, gate 1 was not satisfied, and nothing moved. */
  readonly premature: number;
  /** Gate 1 was satisfied, and the agent said nothing that could be read. */
  readonly silent: number;
}

/** Comparison of gate 1, as written → the least distance from what it asks for. */
export type Nearest = Readonly<Record<string, number>>;

/** What spec 002 gives points for. */
export type ConfidencePart = 'block' | 'phase_complete' | 'files_modified' | 'task_done' | 'keywords' | 'tests_status';

/** The score of spec 002. */
export interface Confidence {
  /** 0 to 100. */
  readonly score: number;
  /** As the config asks for. */
  readonly threshold: number;
  /** Points given for each part: 0, or its weight. */
  readonly parts: Readonly<Record<ConfidencePart, number>>;
  /** Patterns that were found, as the config has them. */
  readonly keywords: readonly string[];
  /** `keywords`: there was no block to go by. `block_without_nonce`: there was one, and what it says does not count. */
  readonly basis: 'block' | 'block_without_nonce' | 'keywords';
  /** Iterations in a row, this one included, that claim to be done at a score under 50. */
  readonly low_claims: number;
}
