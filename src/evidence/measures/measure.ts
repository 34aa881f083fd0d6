/** A measure: which metrics it brings, and how they are measured. `.github/CONTRIBUTING.md` shows how one is added. */
import type { CompiledGate } from '../../../gates/compile-gates.ts';
import type { Confidence } from '../../../gates/indicators.ts';
import type { CheckResult, Finding, Indicators, Signal, Turn } from '../../../gates/iteration.ts';
import type { MetricDefinitions, Metrics } from '../../../gates/metrics.ts';
import type { CheckCommand } from '../../project/config/own-measure.ts';
import type { Config } from '../../project/config/config.ts';
import type { Coverage } from '../cover-criteria.ts';
import type { FoundGuards, SpecCriteria, ListsAtStart } from '../criteria.ts';
import type { Baseline } from '../baseline.ts';
import type { Freeze, FrozenStamps } from '../integrity/freeze.ts';
import type { ChangedTest } from '../changing/judge-change.ts';
import type { ReadFrozen } from '../integrity/edited-test.ts';
import type { Fingerprint } from '../../project/sources/fingerprint.ts';
import type { TestRun } from '../../runners/test-run.ts';

export type Measure = MeasuredAfterTests | MeasuredLast | MeasuredOnAgreement;

interface Described {
  /** Each metric with its type, its meaning, and whether another value of it is progress (rule 4.2). */
  readonly metrics: MetricDefinitions;
}

/** Measured after the last test run. It may run commands: another look at the sources follows. */
interface MeasuredAfterTests extends Described {
  readonly after: 'tests';
  readonly measure: (question: Question) => Promise<Measured> | Measured;
}

/** Measured after the last look at the sources. It runs no command of the config. */
interface MeasuredLast extends Described {
  readonly after: 'last_look';
  readonly measure: (question: LastQuestion) => Promise<Measured> | Measured;
}

/** Measured when both gates agree on everything else. The loop does that in a step of its own. */
interface MeasuredOnAgreement extends Described {
  readonly after: 'agreement';
}

/** The facts of the iteration and of its run that a measure may use. */
export interface Question {
  readonly config: Config;
  readonly gate: CompiledGate;
  /** In the phase, from 1. */
  readonly iteration: number;
  readonly turn: Turn;
  readonly signal: Signal;
  readonly said: Said;
  /** In their order, one at least; the last one counts. */
  readonly testRuns: readonly MeasuredRun[];
  readonly tests: MeasuredRun;
  readonly consecutive_green_runs: number;
  /** The sources before the turn and after it. */
  readonly before: Fingerprint;
  readonly afterTurn: Fingerprint;
  /** Frozen files that are no sources, before the first test run. */
  readonly frozenStamps: FrozenStamps | undefined;
  readonly run: KnownOfRun;
  /** The values of the earlier measures in the list. */
  readonly known: Metrics;
  readonly found: Found;
  /** The commit that the phase began at; null where the run makes no commits. */
  readonly base: string | null;
  /** Runs a command of the config in the sandbox of the tests, and looks at the sources after it. */
  readonly runCheck: (check: CheckCommand) => Promise<MeasuredCheck>;
  readonly abort: AbortSignal;
}

export interface LastQuestion extends Question {
  /** The last look at the sources: what an exit is about (rule 2.4). */
  readonly last: Fingerprint;
}

/** A test run, with the sources right before and right after it. */
export interface MeasuredRun {
  readonly run: TestRun;
  /** `criteria`: only their tests were run, and hold. `nothing`: no test was run, and the phase is held anyway. */
  readonly part?: 'criteria' | 'nothing';
  readonly before: Fingerprint;
  readonly after: Fingerprint;
}

export interface MeasuredCheck {
  readonly result: CheckResult;
  /** The sources right after it. */
  readonly after: Fingerprint;
  /** Its stdout; null when it was too long to keep. */
  readonly stdout: string | null;
}

/** The output of the agent in the turn. */
interface Said {
  /** The file of the transcript; null where there is none. */
  readonly transcript: string | null;
  /** The results that were read while it was printed; absent if it was not read then. */
  readonly received?: { readonly patterns: readonly string[]; readonly keywords: readonly string[] };
  /** The prompt of the agent: an echo of it has no meaning. */
  readonly prompt?: string;
}

/** The facts from the ledger of the run that a measure may need. */
export interface KnownOfRun {
  /** The commit that the run began at; null without one. */
  readonly base: string | null;
  readonly baseline: Baseline;
  /** Ids of tests that may not go. */
  readonly tests: readonly string[];
  /** Ids of those that failed when the last phase was exited. */
  readonly failing: readonly string[];
  readonly frozen: Freeze;
  /** Earlier tests that a criterion changed, up to now. @default none */
  readonly changed?: readonly ChangedTest[];
  /** @default nothing is known of it but its hashes */
  readonly readFrozen?: ReadFrozen;
  readonly criteria: SpecCriteria;
  readonly lists: ListsAtStart;
  /** Fingerprint of the sources when the phase began. */
  readonly phaseTree: string;
  /** An operator's indicator threshold; null: the config's. */
  readonly threshold: number | null;
  /** Claims in a row to be done at a low score (spec 002). */
  readonly lowClaims: number;
  /** Globs of what the suite writes for itself. */
  readonly writes: readonly string[];
}

export interface Measured {
  /** An unmeasurable metric is absent, and an absent metric holds (rule 2.1). */
  readonly metrics: Metrics;
  /** For people and for the next prompt. @default none */
  readonly findings?: readonly Finding[];
  /** The facts for later measures and for the record of the iteration. @default nothing */
  readonly found?: Found;
}

export interface Found {
  readonly coverage?: Coverage;
  /** Criteria that already hold, where new tests must fail. */
  readonly guards?: FoundGuards;
  readonly checks?: readonly CheckResult[];
  /** The sources after each command. */
  readonly looks?: readonly Fingerprint[];
  /** Changes to frozen lists. */
  readonly tampering?: readonly Finding[];
  /** The edit of a reopened test, if it does not count. */
  readonly reopened?: Finding;
  /** Changed tests of before that do not count, though they are named. */
  readonly changes?: readonly Finding[];
  /** Changed settings that may not be extended so, with the rest of a sentence about the change. */
  readonly refused?: ReadonlyMap<string, string>;
  /** Ids of tests that may not go and were not in the last test run. */
  readonly gone?: readonly string[];
  /** Sources that moved while they were measured, in path order. */
  readonly moved?: readonly string[];
  readonly indicators?: Indicators;
  readonly confidence?: Confidence;
}

/** Whether a condition of the phase asks for one of the metrics, in gate 1 or in gate 2. */
export const asksFor = ({ gate_1, gate_2 }: Pick<CompiledGate, 'gate_1' | 'gate_2'>, metrics: object): boolean =>
  [...gate_1.metrics, ...gate_2.metrics].some((name) => Object.hasOwn(metrics, name));

export const asksForMetric = (gate: Pick<CompiledGate, 'gate_1' | 'gate_2'>, metric: string): boolean =>
  asksFor(gate, { [metric]: true });

/** Finds words in the agent's message: none where a turn did not end well, as it has no exit signal (rule 3.2). */
export const findSaid = async (
  { said: { received, transcript, prompt = '' }, turn }: Pick<Question, 'said' | 'turn'>,
  what: 'patterns' | 'keywords',
  words: readonly string[],
  find: (transcript: string, words: readonly string[], prompt: string) => Promise<readonly string[]>,
): Promise<readonly string[]> =>
  turn.exit_code === 0 ? (received?.[what] ?? (transcript === null ? [] : find(transcript, words, prompt))) : [];
