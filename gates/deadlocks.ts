/**
 * The two deadlocks (rule 4.5): an exit signal that stays true while gate 1 is unmet and nothing moves, and a satisfied gate
 * 1, as far as it was measured, without a signal of the agent. Neither resolves itself, so both need human input. Pure.
 */
import type { Deadlocks, IterationRecord, Nearest } from './iteration.ts';
import { isSatisfiedSoFar } from './not-started.ts';
import type { Verdicts } from './verdict.ts';

export const NO_DEADLOCKS: Deadlocks = { premature: 0, silent: 0 };

export const DEADLOCK_AFTER = 3;

/** A turn that failed changes neither count; an explicit no is not silence. Silence counts while gate 1 waits for it alone. */
export const countDeadlocks = (
  { signal, turn, deadlocks = NO_DEADLOCKS }: Pick<IterationRecord, 'signal' | 'turn' | 'deadlocks'>,
  { gate_1, gate_2 }: Pick<Verdicts, 'gate_1' | 'gate_2'>,
): Deadlocks => {
  if (turn.outcome !== 'ok' && turn.outcome !== 'empty') return deadlocks;
  return {
    premature: gate_2.satisfied && !gate_1.satisfied ? deadlocks.premature + 1 : 0,
    silent: signal.value === null && isSatisfiedSoFar(gate_1) ? deadlocks.silent + 1 : 0,
  };
};

/** One iteration of a row of premature signals. */
interface Measured {
  /** Names the failing tests; `null`: none fails. Absent: unknown. */
  readonly failing?: string | null | undefined;
  readonly nearest?: Nearest | undefined;
}

type Row = Pick<IterationRecord, 'deadlocks' | 'nearest'>;

/**
 * Premature signals restart only when other tests fail, or a comparison comes nearer to its bound than ever in the row.
 * @param before - `null` for the first of its phase
 */
export const continueRow = (before: (Measured & { readonly deadlocks: Deadlocks }) | null, now: Measured): Row => {
  const { nearest = {} } = now;
  if (before === null || before.failing !== now.failing)
    return rowOf({ ...(before?.deadlocks ?? NO_DEADLOCKS), premature: 0 }, now, nearest);
  const { deadlocks } = before;
  if (now.failing !== null || deadlocks.premature === 0) return rowOf(deadlocks, now, nearest);
  const least = leastOf(before.nearest ?? {}, nearest);
  const moved = Object.entries(before.nearest ?? {}).some(([name, distance]) => (nearest[name] ?? distance) < distance);
  return rowOf(moved ? { ...deadlocks, premature: 0 } : deadlocks, now, least);
};

const rowOf = (deadlocks: Deadlocks, { failing, nearest }: Measured, least: Nearest): Row => ({
  deadlocks,
  ...(failing === null && nearest !== undefined && { nearest: least }),
});

const leastOf = (before: Nearest, now: Nearest): Nearest => ({
  ...now,
  ...Object.fromEntries(
    Object.entries(before).map(([name, distance]) => [name, Math.min(distance, now[name] ?? distance)]),
  ),
});
