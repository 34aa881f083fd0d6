/**
 * What a report of a run says, as data: `dualgate report --format json`. Texts stand as the ledger has them; whoever shows
 * them quotes them.
 *
 * @module
 */
import type { FailingTest, TurnUsage } from '../../gates/iteration.ts';
import type { UnprovenHunk } from '../probe/probe-report.ts';
import type { OrdersGiven } from '../records/fold/work-state.ts';
import type { PhaseStatus, Tally } from '../view/describe-phases.ts';
import type { ThresholdGiven } from '../records/fold/preset-state.ts';
import type { NextStep } from '../view/next-steps.ts';
import type { Standing } from '../view/standing.ts';

export interface CriterionReport {
  readonly id: string;
  /** Ids of the tests that bear its id. */
  readonly tests: readonly string[];
  /** By the last decision. */
  readonly state: 'passing' | 'not_passing' | 'no_test';
}

export interface ProbeOfPhase {
  readonly phase: string;
  readonly faults_planted: number;
  readonly faults_noticed: number;
  /** Changes without which every test stays green. */
  readonly unproven: readonly UnprovenHunk[];
  /** Why nothing was shown; null when something was. */
  readonly nothing_shown: string | null;
}

/** Times are ISO 8601, durations milliseconds. */
export interface Report {
  readonly v: 1;
  readonly run: string;
  /** What was to be done, as the config names it. */
  readonly spec: string;
  readonly standing: Standing;
  readonly why: string;
  readonly exit_code: number | null;
  readonly began: string;
  /** The last record. */
  readonly at: string;
  /** The run time: while a loop was active, its waits included, breaks between an end and a resume left out. */
  readonly worked_ms: number;
  /** The phase that is worked at, or was; null when the work is over. */
  readonly phase: string | null;
  readonly phases: readonly PhaseStatus[];
  readonly usage: TurnUsage | null;
  readonly orders: OrdersGiven;
  /** Indicator thresholds that an operator gave, in their order (spec 000). */
  readonly thresholds: readonly ThresholdGiven[];
  /** Acceptance criteria, with and without an id. */
  readonly criteria_count: number;
  readonly criteria: readonly CriterionReport[];
  /** Of the last decision, where it held: what it missed, and which tests failed. */
  readonly missing: readonly string[];
  readonly failing: readonly FailingTest[];
  /** How many failed: `failing` lists 50 at most. */
  readonly failing_count: number;
  /** Frozen files and tests that were not as they have to be. */
  readonly tampering: readonly Tally[];
  /** Other notes of iterations that were held. */
  readonly notes: readonly Tally[];
  /** Tests that were green and red on one and the same tree; how many iterations saw it. */
  readonly flaky: readonly Tally[];
  readonly probes: readonly ProbeOfPhase[];
  readonly denials: readonly Tally[];
  /** Turns that were ended, since nothing was heard from the agent for too long, or since they took too long. */
  readonly cut_short: readonly Tally[];
  /** Void turns by their reason. */
  readonly voids: readonly Tally[];
  /** Limits of the provider that were waited out, and for how long. */
  readonly waits: { readonly count: number; readonly ms: number };
  readonly branch: string | null;
  readonly commits: readonly { readonly phase: string | null; readonly commit: string }[];
  /** Best first. */
  readonly next: readonly NextStep[];
}
