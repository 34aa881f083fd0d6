/**
 * What every step of the loop works with: the config and its gates, the journal, the places on disk, the clock.
 *
 * @module
 */
import type { CompiledGate } from '../../gates/compile-gates.ts';
import type { Prepared } from '../../machines/index.ts';
import type { Signal, Turn } from '../../gates/iteration.ts';
import type { Agent } from '../agents/choose-agent.ts';
import type { ChannelPlaces } from '../channels/channel-folder.ts';
import type { Config } from '../config/shape-config.ts';
import type { Fingerprint } from '../sources/fingerprint.ts';
import type { FrozenStamps } from '../integrity/stamp-frozen.ts';
import type { Word } from '../signals/command/spoken-word.ts';
import type { PlacedSuite } from '../testing/run-suites.ts';
import type { TestSuite } from '../testing/run-tests.ts';
import type { TestRun } from '../testing/test-run.ts';
import type { Calibration } from '../records/fold/suite-writes.ts';
import type { GivenThreshold } from '../records/given-threshold.ts';
import type { Journal } from '../records/journal.ts';
import { RunError } from '../records/run-error.ts';
import type { RunFolders } from '../records/run-folders.ts';
import type { RunNews } from '../records/run-events.ts';
import type { Stopwatch } from './stopwatch.ts';
import type { PhaseExit, RecordedProbe } from '../records/work-record.ts';
import type { PromptQuestion } from './turn/write-prompt.ts';

export interface RunSite {
  readonly run: string;
  readonly config: Config;
  readonly gates: readonly CompiledGate[];
  /** At least one, in the order in which they run. */
  readonly suites: readonly PlacedSuite[];
  /** `null` where the config names none. */
  readonly heldOut: TestSuite | null;
  readonly agent: Agent;
  readonly folders: RunFolders;
  /** Where the sockets of the run lie; `null` when there are none. */
  readonly channels: ChannelPlaces | null;
  readonly journal: Journal;
  /** An operator's indicator threshold; null: as it was, at first the config's. @default null */
  readonly exitThreshold?: GivenThreshold | null;
  /** The phase after which the run pauses. */
  readonly until: string | null;
  readonly announce: (news: RunNews) => void;
  readonly now: () => Date;
  /** What limits in minutes are counted with. */
  readonly stopwatch: Stopwatch;
  readonly newNonce: () => string;
  /** The whole suite is asked at once, and nothing before it. @default false */
  readonly onlyWhole?: boolean;
  /** Says something else to the agent than its work. @default the prompt of the phase */
  readonly writePrompt?: (question: PromptQuestion) => Promise<string>;
  /** What the iteration that is going on has shown so far; made anew by each `prepare`. */
  readonly workbench: Workbench;
}

/** Facts of one iteration on their way into its record. */
export interface Facts {
  readonly prepared: Prepared;
  readonly startedAt: string;
  /** `null` when the config asks for none. */
  readonly nonce: string | null;
  readonly before: Fingerprint;
  afterTurn: Fingerprint | null;
  turn: Turn | null;
  /** What the signal command said in the turn. */
  words: readonly Word[];
  transcript: string | null;
  /** What it said, heard while it was printed; absent where there was no turn. */
  heard?: Heard;
  /** What the agent was asked in the turn; absent where there was none. */
  prompt?: string;
  readonly testRuns: MeasuredRun[];
  exit: PhaseExit | null;
  /** The last look at the sources: what an exit is about. */
  last?: Fingerprint;
  /** Ids of tests that may not go and were not in the last test run. */
  gone: readonly string[];
  /** What the suite was seen to write, when the sources moved while it ran. */
  calibration?: Calibration | null;
  /** What the probe of the suite showed; absent when it was not probed. */
  probe?: RecordedProbe;
  /** What is frozen and no source, before the first test run. */
  frozenStamps?: FrozenStamps;
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

/** A test run, with the sources right before and right after it. */
interface MeasuredRun {
  readonly run: TestRun;
  /** Only the tests of the criteria were run, and hold. */
  readonly part?: 'criteria';
  readonly before: Fingerprint;
  readonly after: Fingerprint;
}

/** Holds the facts of one iteration and of no other (RULES 1.1). */
export interface Workbench {
  readonly begin: (facts: Facts) => void;
  readonly facts: () => Facts;
}

export const createWorkbench = (): Workbench => {
  let facts: Facts | null = null;
  return {
    begin: (fresh) => {
      facts = fresh;
    },
    facts: () => {
      if (facts === null) throw new RunError('Cannot measure: no iteration was prepared.');
      return facts;
    },
  };
};

/** The gate of the phase that the work stands in. */
export const gateOf = (gates: readonly CompiledGate[], phase: string): CompiledGate => {
  const gate = gates.find((each) => each.phase.phase === phase);
  if (gate === undefined) throw new RunError(`Cannot measure the phase ${phase}: the config does not have it.`);
  return gate;
};
