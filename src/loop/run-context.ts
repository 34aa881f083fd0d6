/** The context that every step of the loop works with: config and gates, journal, paths, clock and stopwatch. */
import type { CompiledGate } from '../../gates/compile-gates.ts';
import type { AgentFunction } from '../agents/agent-function.ts';
import type { Agent } from '../project/config/choose-agent.ts';
import type { ChannelPlaces } from '../base/channel-folder.ts';
import type { Config } from '../project/config/config.ts';
import type { PlacedSuite } from '../runners/run-suites.ts';
import type { TestSuite } from '../runners/run-tests.ts';
import type { SuiteTally } from '../records/suite-runs.ts';
import type { GivenThreshold } from '../records/fold/preset-state.ts';
import type { Journal } from '../records/journal.ts';
import { RunError } from '../records/run-error.ts';
import type { Session } from './session/session.ts';
import type { RunFolders } from '../records/run-folders.ts';
import type { RunEventBody } from '../records/run-events.ts';
import type { SharedBudget } from './shared-budget.ts';
import type { KeptSources } from './turn/kept-sources.ts';
import type { PromptQuestion } from './prompt.ts';
import { type Fingerprint, takeFingerprint, findSourceListing } from '../project/sources/fingerprint.ts';
import type { WorkState } from '../records/fold/work-state.ts';

export interface RunContext {
  readonly run: string;
  readonly config: Config;
  readonly gates: readonly CompiledGate[];
  readonly suites: readonly PlacedSuite[];
  readonly hiddenSuite: TestSuite | null;
  readonly agent: Agent;
  /** The turns are its calls; absent: those of a program or of an agent session. */
  readonly agentFunction?: AgentFunction;
  readonly folders: RunFolders;
  /** The folder of the run's sockets; `null` when there are none. */
  readonly channels: ChannelPlaces | null;
  readonly journal: Journal;
  /** The agent session whose turns are those of the run; null: turns are started. @default null */
  readonly session?: Session | null;
  /** An operator's indicator threshold; null: unchanged, at first the config's. @default null */
  readonly exitThreshold?: GivenThreshold | null;
  /** Awaited before each turn; a text ends the run as interrupted. @default no wait */
  readonly beforeTurn?: () => Promise<string | null>;
  readonly until: string | null;
  /** Advice for the first phase of a new run. @default null */
  readonly guidance?: { readonly by: string; readonly text: string } | null;
  readonly budget?: SharedBudget | null;
  readonly emit: (event: RunEventBody) => void;
  readonly now: () => Date;
  readonly stopwatch: Stopwatch;
  readonly newNonce: () => string;
  readonly suiteRuns?: SuiteTally;
  readonly kept: KeptSources;
  /** Runs the whole suite at once, without the tests of the criteria first. @default false */
  readonly onlyWhole?: boolean;
  /** Replaces the prompt of the agent. @default the prompt of the phase */
  readonly writePrompt?: (question: PromptQuestion) => Promise<string>;
}

export const gateOf = (gates: readonly CompiledGate[], phase: string): CompiledGate => {
  const gate = gates.find((each) => each.phase.phase === phase);
  if (gate === undefined) throw new RunError(`Cannot measure the phase ${phase}: the config does not contain it.`);
  return gate;
};

interface Stopwatch {
  /**
   * Milliseconds since the limits began to count, 0 or more: the clock is read at the first question about a start
   * time, then a monotonic timer counts. @param since - ISO 8601: when they began
   */
  readonly elapsedMs: (since: string) => number;
}

interface StopwatchOptions {
  readonly now: () => Date;
  /** Milliseconds that only ever grow. */
  readonly ticks: () => number;
}

/** Start times that are kept: those of the run and of its phase, and of a few before. */
const MAX_STARTS = 8;

export const createStopwatch = ({ now, ticks }: StopwatchOptions): Stopwatch => {
  const starts = new Map<string, { readonly elapsed: number; readonly tick: number }>();
  const addStart = (since: string) => {
    const elapsed = Math.max(0, now().getTime() - Date.parse(since));
    const start = { elapsed: Number.isNaN(elapsed) ? 0 : elapsed, tick: ticks() };
    starts.set(since, start);
    if (starts.size > MAX_STARTS) for (const oldest of [...starts.keys()].slice(0, 1)) starts.delete(oldest);
    return start;
  };
  return {
    elapsedMs: (since) => {
      const { elapsed, tick } = starts.get(since) ?? addStart(since);
      return elapsed + (ticks() - tick);
    },
  };
};

/** @param state - @default how files are listed is found anew @throws {WorkspaceError} when they cannot be read */
export const lookAtSources = async (
  { folder, tests }: Pick<Config, 'folder' | 'tests'>,
  { sources, writes }: Pick<WorkState, 'sources' | 'writes'>,
): Promise<Fingerprint> =>
  takeFingerprint(folder, {
    writes: [...tests.writes, ...writes.accepted],
    sources: sources ?? (await findSourceListing(folder)),
  });
