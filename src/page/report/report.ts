/** The data of a report (`dualgate report --format json`). Texts are as in the ledger; each printer quotes them. */
import type { TurnUsage } from '../../../gates/iteration.ts';
import type { ReviewAnswer } from '../../evidence/review/read-verdict.ts';
import type { UnprovenHunk } from '../../evidence/mutation-check/mutation-report.ts';
import type { CriterionKills } from '../../evidence/mutation-check/criterion-kills.ts';
import type { Reach } from '../../evidence/mutation-check/reach/reach.ts';
import type { Hold } from '../../records/say-hold.ts';
import { type NextStep, nameRun } from '../../view/next-steps.ts';
import type { RemovedTranscripts } from '../../records/removed-transcripts.ts';
import type { SuiteRuns } from '../../records/suite-runs.ts';
import type { GivenCommands } from '../../records/fold/work-state.ts';
import type { PhaseStatus, Tally } from '../../view/describe-phases.ts';
import type { ThresholdGiven } from '../../records/fold/preset-state.ts';
import type { StatusName } from '../../view/status-name.ts';
import type { TaskStatus } from '../../queue/list/describe-list.ts';

export interface CriterionReport {
  readonly id: string;
  /** Ids of its tests: those with its id, and earlier ones that it changed. */
  readonly tests: readonly string[];
  readonly state: 'passing' | 'not_passing' | 'no_test';
  /** The answer of the last mutation check; absent where it did not ask. */
  readonly mutants?: Pick<CriterionKills, 'killed' | 'end' | 'weak'>;
}

export interface MutationCheckOfPhase {
  readonly phase: string;
  readonly mutants_tested: number;
  readonly mutants_killed: number;
  /** Changes without which every test stays green. */
  readonly unproven: readonly UnprovenHunk[];
  /** Why it was inconclusive; null when it was not. */
  readonly inconclusive: string | null;
  /** How much of the changed code tests reach; absent where nothing was measured. */
  readonly reach?: Reach;
}

/** Times are ISO 8601, durations milliseconds. */
type ReviewOfPhase = ReviewAnswer & {
  readonly phase: string;
  readonly iteration: number;
  readonly reviewer: string;
};

/** A person's answer to an exit that both gates agree on. Times are ISO 8601. */
interface ApprovalGiven {
  readonly phase: string;
  readonly iteration: number;
  readonly approved: boolean;
  /** The operator, or `approval.command`. */
  readonly by: string;
  readonly at: string;
  /** Fingerprint of the sources that the answer is about. */
  readonly tree: string;
  /** The reason of a rejection; null for an approval. */
  readonly reason: string | null;
}

export interface Report {
  readonly v: 1;
  readonly run: string;
  readonly spec: string;
  readonly status: StatusName;
  readonly why: string;
  readonly exit_code: number | null;
  readonly began: string;
  readonly at: string;
  /** The run time: all activity with its waits, without breaks between an end and a resume. */
  readonly worked_ms: number;
  /** How often the suite ran, and for what. */
  readonly suite_runs: readonly SuiteRuns[];
  /** The last run of the whole suite in a phase; 0 before it. */
  readonly suite_ms: number;
  /** The active phase, or the last one; null when the work is over. */
  readonly phase: string | null;
  readonly phases: readonly PhaseStatus[];
  readonly usage: TurnUsage | null;
  readonly commands: GivenCommands;
  /** Indicator thresholds of an operator, in order (spec 000). */
  readonly thresholds: readonly ThresholdGiven[];
  /** Acceptance criteria, with and without an id. */
  readonly criteria_count: number;
  readonly criteria: readonly CriterionReport[];
  /** The last decision, if it held. */
  readonly held: Hold | null;
  /** Criteria that already held when RED was exited, one sentence each; absent without any. */
  readonly guards?: readonly string[];
  /** Settings that RED extended, one sentence each; absent where it extended none. */
  readonly extended?: readonly string[];
  /** Earlier tests that a criterion changed, one sentence each; absent where none was changed. */
  readonly changed?: readonly string[];
  /** Facts that its config leaves unmeasured, one sentence each; absent without any. */
  readonly unmeasured?: readonly string[];
  /** Data that the suite read when RED was exited, and that changed since, one sentence each; absent without any. */
  readonly changed_data?: readonly string[];
  /** Public names that were there when the run began and were gone at the last decision, one sentence each; absent without any. */
  readonly removed_names?: readonly string[];
  /** Frozen files that differ and tests that are missing at the last decision. */
  readonly tampering: readonly Tally[];
  /** Other notes on held iterations. */
  readonly notes: readonly Tally[];
  /** Tests that were green and red on the same tree, with the number of iterations. */
  readonly flaky: readonly Tally[];
  readonly mutationChecks: readonly MutationCheckOfPhase[];
  /** In order; absent where no person was asked. */
  readonly approvals?: readonly ApprovalGiven[];
  /** Answers of the independent review, as recorded; absent where no reviewer answered. */
  readonly reviews?: readonly ReviewOfPhase[];
  readonly denials: readonly Tally[];
  /** Turns that were ended because the agent printed nothing for too long, or because they took too long. */
  readonly cut_short: readonly Tally[];
  /** Discarded turns by their reason. */
  readonly discarded: readonly Tally[];
  /** Limits of the provider that were waited out, and for how long. */
  readonly waits: { readonly count: number; readonly ms: number };
  /** Parts of its transcripts that dualgate removed; absent where it kept everything. */
  readonly removed_transcripts?: RemovedTranscripts;
  readonly branch: string | null;
  readonly commits: readonly { readonly phase: string | null; readonly commit: string }[];
  readonly next: readonly NextStep[];
}

// Next steps of one task: the commands of its run. They name it, since without a name they mean the last run. Pure.

/** None for a task that the list continues by itself. */
export const stepsOfTask = (task: TaskStatus, { run, next }: Pick<Report, 'run' | 'next'>): readonly NextStep[] =>
  task.aside === null || task.aside.again
    ? []
    : next.map(({ command, what }) => ({ command: nameRun(command, task, run), what }));

/** Text of dualgate as a string; foreign text, which is always quoted, and emphasized text. */
export type Word = string | MarkedWord;

export interface MarkedWord {
  readonly text: string;
  /** From an agent, a test, a config or an operator. */
  readonly theirs?: true;
  readonly most?: number;
  readonly strong?: true;
}

export type Line = readonly Word[];

export interface ReportSection {
  readonly title: string;
  readonly table?: { readonly head: readonly string[]; readonly rows: readonly (readonly Line[])[] };
  readonly items?: readonly Line[];
  readonly notes?: readonly Line[];
}
