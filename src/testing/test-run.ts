/**
 * The result of one run of the user's test suite. Measured by dualgate, never typed by an agent (rule 2.1).
 *
 * @module
 */
import type { FailureKind } from '../../gates/iteration.ts';
import type { ProcessEnd } from '../processes/process-options.ts';

export interface TestCase {
  /** Relative to the workspace, with `/`; `''` when the runner reports none. */
  readonly file: string;
  /** Full name, suites and title joined by ` > `. */
  readonly name: string;
  /** `skipped`: skipped, todo, or switched off by an `only` beside it. */
  readonly state: 'passed' | 'failed' | 'skipped';
  /** For a failed test: the first lines of the runner's message, bounded. */
  readonly message?: string;
  /** For a failed test: how it failed, where its runner tells. */
  readonly failure?: FailureKind;
  /** It stands in a source, among production code: only its text is a test, and not the file. */
  readonly inside?: true;
}

export interface TestRun {
  /** ISO 8601. */
  readonly started_at: string;
  /** Duration in milliseconds. */
  readonly ms: number;
  /** `null` when it was killed or could not be started. */
  readonly exit_code: number | null;
  /** `missing`: the command could not be started. */
  readonly ended: ProcessEnd['ended'];
  /** Written by this very run (rule 2.2). */
  readonly report_fresh: boolean;
  /** Has an end, was not interrupted, is consistent (rule 2.2). */
  readonly report_complete: boolean;
  readonly tests: readonly TestCase[];
  /** Test files that did not load. */
  readonly load_failures: readonly { readonly file: string; readonly message: string }[];
  /** Errors outside any test. */
  readonly unhandled_errors: readonly string[];
  /** Absent where none was reported by this very run. */
  readonly coverage?: LineCoverage;
  /** Why the report is not complete or not fresh, or what the runner says against it, for people; empty when all is well. */
  readonly problems: readonly string[];
  /** Sentences for people about what the report leaves open: they hold nothing. Absent when there are none. */
  readonly notes?: readonly string[];
  /** The last lines of the runner's output, bounded: only of a run that reported no test and should have. */
  readonly last_output?: readonly string[];
  /** The build in front of the suite; absent where there is none, or where it failed. */
  readonly build?: BuildRun;
  /** If the config lists several suites: the runs that this one was joined from, in their order. */
  readonly suites?: readonly SuiteRun[];
}

/** The result of a build, as it is recorded. */
export interface BuildRun {
  /** Milliseconds. */
  readonly ms: number;
  /** How many files it made. */
  readonly files: number;
  /** One hash over their paths and their content. */
  readonly fingerprint: string;
}

/** The part of one suite in the test run of several. */
export interface SuiteRun extends TestRun {
  /** Its name. */
  readonly suite: string;
}

/** One suite of several, as it is recorded. */
export interface SuiteCounts extends TestCounts {
  /** Its name. */
  readonly suite: string;
  /** `null` when its runner was killed or could not be started. */
  readonly exit_code: number | null;
  /** Duration in milliseconds. */
  readonly ms: number;
}

/** Whole numbers; `total` is 1 or more. */
export interface LineCoverage {
  readonly covered: number;
  readonly total: number;
}

/** Counts while a suite runs and at its end. */
export interface TestCounts {
  /** Tests that passed. */
  readonly suite_passing: number;
  /** Tests that failed. */
  readonly suite_failing: number;
  /** Tests that were skipped. */
  readonly suite_skipped: number;
}
