/**
 * The phases of a run, one by one: how far each came, how long it took, and what held it how often. Pure.
 *
 * @module
 */
import type { TurnUsage } from '../../gates/iteration.ts';
import type { PhaseSums } from '../records/fold/run-sums.ts';
import type { WorkState } from '../records/fold/work-state.ts';
import { type GreenLuck, luckOf } from './green-luck.ts';

/** How often something was so. */
export interface Tally {
  readonly text: string;
  readonly count: number;
}

export interface PhaseStatus {
  readonly phase: string;
  /** `forced`: left by an operator's order. `open`: worked at. `ahead`: not reached. */
  readonly outcome: 'left' | 'forced' | 'open' | 'ahead';
  /** Decided ones, those that a rollback took back included. */
  readonly iterations: number;
  /** Of these, those that were held. */
  readonly held_iterations: number;
  readonly void_attempts: number;
  /** Milliseconds of the agent's turns, and of test runs. */
  readonly agent_ms: number;
  readonly tests_ms: number;
  /** Null where the agent told of none. */
  readonly usage: TurnUsage | null;
  /** Clauses that held it, the most frequent first. */
  readonly held: readonly Tally[];
  /** Its last iteration that was held, and why; null where none was. */
  readonly last_held: { readonly iteration: number; readonly reason: string } | null;
  /** Of the green runs that it was left by; null where it was not, or where none was green. */
  readonly luck: GreenLuck | null;
}

/** @param phases - names, in order @param phase - the one that the work stands at; null when it is over */
export const describePhases = (
  { sums, forced, usage }: Pick<WorkState, 'sums' | 'forced' | 'usage'>,
  phases: readonly string[],
  phase: string | null,
): readonly PhaseStatus[] => {
  const reached = phase === null ? phases.length : phases.indexOf(phase);
  return phases.map((name, position) => {
    const own = find(sums.byPhase, name);
    const isForced = forced.some((each) => each.phase === name);
    const isLeft = position < reached && (isForced || (own?.exit ?? null) !== null);
    const runs = own?.exit?.greenRuns ?? null;
    return {
      phase: name,
      outcome: isLeft ? (isForced ? 'forced' : 'left') : name === phase || own !== undefined ? 'open' : 'ahead',
      ...countsOf(own),
      usage: find(usage.phases, name) ?? null,
      last_held: own?.lastHeld ?? null,
      luck: runs === null ? null : luckOf({ consecutive_green_runs: runs }),
    };
  });
};

/** A phase may be called `constructor`. */
const find = <T>(of: Readonly<Record<string, T>>, phase: string): T | undefined =>
  Object.hasOwn(of, phase) ? of[phase] : undefined;

const countsOf = (
  sums: PhaseSums | undefined,
): Pick<PhaseStatus, 'iterations' | 'held_iterations' | 'void_attempts' | 'agent_ms' | 'tests_ms' | 'held'> => ({
  iterations: sums?.iterations ?? 0,
  held_iterations: sums?.held ?? 0,
  void_attempts: sums?.voids ?? 0,
  agent_ms: sums?.agentMs ?? 0,
  tests_ms: sums?.testsMs ?? 0,
  held: (sums?.heldBy ?? []).map(([text, count]) => ({ text, count })).sort((one, other) => other.count - one.count),
});
