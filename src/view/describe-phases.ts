/** The phases of a run, one by one: how far each came, how long it took, and which clauses held it how often. Pure. */
import type { Metrics } from '../../gates/metrics.ts';
import type { TurnUsage } from '../../gates/iteration.ts';
import type { WorkState } from '../records/fold/work-state.ts';

/** The flakiness estimate: how likely a suite that fails now and then would have been as green by chance. Pure. */
export interface FlakinessEstimate {
  /** In a row, on one tree and in one iteration: 1 or more. */
  readonly green_runs: number;
  /** For a suite that passes with this probability … */
  readonly passes: number;
  /** … this is the probability that all of them are green. From 0 to 1. */
  readonly flakiness: number;
}

/** The failure rates that people tolerate before they fix a suite. */
const FLAKY = 0.9;

/** `null` where no run was green: there is nothing to estimate. */
export const flakinessOf = ({
  consecutive_green_runs: runs,
}: Pick<Metrics, 'consecutive_green_runs'>): FlakinessEstimate | null =>
  runs === undefined || runs < 1 ? null : { green_runs: runs, passes: FLAKY, flakiness: FLAKY ** runs };

export const describeFlakiness = ({ green_runs, passes, flakiness }: FlakinessEstimate): string => {
  const runs = `${['', 'one', 'two', 'three', 'four', 'five'][green_runs] ?? green_runs} green ${green_runs === 1 ? 'run' : 'runs'}`;
  // Never 0: rare is not impossible.
  const share = flakiness < 0.01 ? 'less than 1' : String(Math.round(flakiness * 100));
  return `Flakiness estimate for ${runs}: a suite that passes ${Math.round(passes * 10)} times in 10 gives this result in ${share} % of cases. To require more green runs, set confirmations in the config.`;
};

export interface Tally {
  readonly text: string;
  readonly count: number;
}

export interface PhaseStatus {
  readonly phase: string;
  /** `forced`: exited by an operator command. `open`: active. `ahead`: not reached. */
  readonly outcome: 'exited' | 'forced' | 'open' | 'ahead';
  /** Decided ones, including rolled-back ones. */
  readonly iterations: number;
  readonly held_iterations: number;
  readonly discarded_turns: number;
  /** Milliseconds of the agent's turns, and of test runs. */
  readonly agent_ms: number;
  readonly tests_ms: number;
  /** Null where the agent reported none. */
  readonly usage: TurnUsage | null;
  /** Clauses that held it, the most frequent first. */
  readonly held: readonly Tally[];
  /** Its last held iteration, and why; null where there was none. */
  readonly last_held: { readonly iteration: number; readonly reason: string } | null;
  /** For the green runs of its exit; null without an exit, or without a green run. */
  readonly flakiness: FlakinessEstimate | null;
}

/** @param phases - names, in order @param phase - the current one; null when the work is over */
export const describePhases = (
  { sums, forced, usage }: Pick<WorkState, 'sums' | 'forced' | 'usage'>,
  phases: readonly string[],
  phase: string | null,
): readonly PhaseStatus[] => {
  const reached = phase === null ? phases.length : phases.indexOf(phase);
  return phases.map((name, position) => {
    const own = find(sums.byPhase, name);
    const isForced = forced.some((each) => each.phase === name);
    const isExited = position < reached && (isForced || (own?.exit ?? null) !== null);
    const runs = own?.exit?.greenRuns ?? null;
    return {
      phase: name,
      outcome: isExited ? (isForced ? 'forced' : 'exited') : name === phase || own !== undefined ? 'open' : 'ahead',
      iterations: own?.iterations ?? 0,
      held_iterations: own?.held ?? 0,
      discarded_turns: own?.discarded ?? 0,
      agent_ms: own?.agentMs ?? 0,
      tests_ms: own?.testsMs ?? 0,
      held: (own?.heldBy ?? []).map(([text, count]) => ({ text, count })).sort((one, other) => other.count - one.count),
      usage: find(usage.phases, name) ?? null,
      last_held: own?.lastHeld ?? null,
      flakiness: runs === null ? null : flakinessOf({ consecutive_green_runs: runs }),
    };
  });
};

/** A phase may be called `constructor`. */
const find = <T>(of: Readonly<Record<string, T>>, phase: string): T | undefined =>
  Object.hasOwn(of, phase) ? of[phase] : undefined;
