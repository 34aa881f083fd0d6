/**
 * The phases as a timeline: when each was worked at, how long, what it cost, and its iterations as bars on one axis of time.
 *
 * @module
 */
import type { TurnUsage } from '../../../gates/iteration.ts';
import type { PagePhase } from '../page-data.ts';
import { addUsage } from '../../text/amounts.ts';
import type { IterationView, Outcome } from './iteration-view.ts';
import type { Position } from './position.ts';
import type { WorkClock } from './work-clock.ts';

/** Milliseconds of work since the run began. */
export interface Bar {
  readonly n: number;
  readonly from: number;
  readonly to: number;
  readonly outcome: Outcome;
}

/** `current`: a loop works at it. `open`: the work stands there, and no loop goes on. */
export type PhaseState = 'left' | 'forced' | 'current' | 'open' | 'halted' | 'ahead';

export interface PhaseRow {
  readonly phase: string;
  readonly purpose: string;
  readonly state: PhaseState;
  readonly iterations: number;
  readonly held: number;
  /** Milliseconds of work. */
  readonly ms: number;
  readonly agent_ms: number;
  readonly tests_ms: number;
  readonly usage: TurnUsage | null;
  readonly bars: readonly Bar[];
}

export const listPhaseRows = (
  phases: readonly PagePhase[],
  seen: {
    readonly iterations: readonly IterationView[];
    readonly position: Position;
    readonly clock: WorkClock;
    /** Phases that an operator forced. */
    readonly forced: ReadonlySet<string>;
    /** Whether a loop goes on. */
    readonly going: boolean;
  },
): readonly PhaseRow[] => {
  const { iterations, position, clock, forced, going } = seen;
  const reached = position.phase === null ? phases.length : phases.findIndex(({ phase }) => phase === position.phase);
  return phases.map(({ phase, purpose }, at) => {
    const own = iterations.filter((each) => each.phase === phase);
    const bars = own.map(({ n, began, ms, outcome, at: last }) => {
      const from = clock.workedAt(began);
      return { n, from, to: outcome === 'open' ? clock.workedAt(last) : from + ms, outcome };
    });
    return {
      phase,
      purpose,
      state: stateOf(position, { before: at < reached, current: at === reached, forced: forced.has(phase), going }),
      iterations: own.length,
      held: own.filter(({ outcome }) => outcome === 'held' || outcome === 'halted').length,
      ms: bars.reduce((sum, { from, to }) => sum + to - from, 0),
      agent_ms: own.reduce((sum, each) => sum + each.agent_ms, 0),
      tests_ms: own.reduce((sum, each) => sum + each.tests_ms, 0),
      usage: own.reduce<TurnUsage | null>((sum, each) => addUsage(sum, each.usage ?? undefined), null),
      bars,
    };
  });
};

const stateOf = (
  { state }: Position,
  seen: Readonly<Record<'before' | 'current' | 'forced' | 'going', boolean>>,
): PhaseState => {
  const { before, current, forced, going } = seen;
  if (before) return forced ? 'forced' : 'left';
  if (!current) return 'ahead';
  if (state !== 'working') return 'halted';
  return going ? 'current' : 'open';
};
