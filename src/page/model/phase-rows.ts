/**
 * The phases as a timeline: when each was worked at, how long, what it cost, and its iterations as bars on one axis of time.
 */
import type { TurnUsage } from '../../../gates/iteration.ts';
import type { PagePhase } from '../page-data.ts';
import type { PageRow, PageStatus } from '../page-status.ts';
import type { Outcome, Waited } from '../../view/iteration-rows.ts';
import type { Position } from '../../records/fold/work-position.ts';

/** Milliseconds of work since the run began. */
export interface Bar {
  readonly n: number;
  readonly from: number;
  readonly to: number;
  readonly outcome: Outcome;
}

/** `current`: a loop works in it. `open`: it is the current phase, and no loop is active. */
export type PhaseState = 'exited' | 'forced' | 'current' | 'open' | 'halted' | 'ahead';

export interface PhaseRow {
  readonly phase: string;
  readonly purpose: string;
  readonly state: PhaseState;
  /** Decided ones. */
  readonly iterations: number;
  readonly held: number;
  /** Milliseconds of work. */
  readonly ms: number;
  readonly agent_ms: number;
  readonly tests_ms: number;
  /** Milliseconds in which the loop only waited; a wait that lasts is not in it. */
  readonly waited_ms: number;
  readonly usage: TurnUsage | null;
  /** Times in which the loop only waited; `to` of one that lasts is null. */
  readonly waits: readonly Waited[];
  /** In a long run, only those of the last iterations. */
  readonly bars: readonly Bar[];
}

/** Without a row of the status: a phase of which no record speaks. */
const NOT_REPORTED = {
  outcome: 'ahead',
  iterations: 0,
  held_iterations: 0,
  took_ms: 0,
  waited_ms: 0,
  agent_ms: 0,
  tests_ms: 0,
  usage: null,
} as const;

export const listPhaseRows = (
  phases: readonly PagePhase[],
  seen: {
    readonly byPhase: PageStatus['by_phase'];
    /** Those that are drawn. */
    readonly iterations: readonly PageRow[];
    readonly position: Position;
    /** Whether a loop is active. */
    readonly going: boolean;
  },
): readonly PhaseRow[] => {
  const { byPhase, iterations, position, going } = seen;
  return phases.map(({ phase, purpose }) => {
    const row = byPhase.find((each) => each.phase === phase) ?? NOT_REPORTED;
    const bars = iterations
      .filter((each) => each.phase === phase)
      .map(({ n, from, to, outcome }) => ({ n, from, to, outcome }));
    return {
      phase,
      purpose,
      state: phase === position.phase ? stateAt(position, going) : row.outcome,
      iterations: row.iterations,
      held: row.held_iterations,
      ms: row.took_ms,
      agent_ms: row.agent_ms,
      tests_ms: row.tests_ms,
      waited_ms: row.waited_ms,
      usage: row.usage,
      bars,
      waits: iterations.flatMap((each, at) => (each.phase === phase ? waitsOf(each, iterations[at + 1]) : [])),
    };
  });
};

/** A wait after the decision lasts until the next iteration. */
const waitsOf = ({ waits = [] }: PageRow, next: PageRow | undefined): readonly Waited[] =>
  waits.map(({ from, to }) => ({ from, to: to ?? next?.from ?? null }));

const stateAt = ({ state }: Position, going: boolean): PhaseState =>
  state === 'working' ? (going ? 'current' : 'open') : 'halted';
