/**
 * Why a phase stands where it does, in the space of its box: the gates of its last decision, its green runs, and how
 * often it was held. Pure.
 *
 * @module
 */
import type { PhaseRow } from './phase-rows.ts';
import type { RunView } from './run-view.ts';

/** `✗✓ ●○ held 2 ×`; '' where there is nothing to say. The gates and dots are those of the phase that is not exited. */
export const sayPhase = (
  { iterations, head, position }: Pick<RunView, 'iterations' | 'head' | 'position'>,
  { phase, held }: Pick<PhaseRow, 'phase' | 'held'>,
): string => {
  const last = iterations.findLast((row) => row.phase === phase && row.gate_1 !== null);
  const wanted = head.phases.find((each) => each.phase === phase)?.green_runs_wanted ?? null;
  const isHere = phase === position.phase && last !== undefined;
  return [
    ...(isHere ? [`${signOf(last.gate_1)}${signOf(last.gate_2)}`] : []),
    ...(isHere && wanted !== null ? [dotsOf(Math.min(last.green_runs, wanted), wanted)] : []),
    ...(held === 0 ? [] : [`held ${held} ×`]),
  ].join(' ');
};

const signOf = (gate: boolean | null): string => (gate === true ? '✓' : '✗');

/** More than a few are a number. */
const dotsOf = (row: number, wanted: number): string =>
  wanted > 5 ? `${row} of ${wanted}` : `${'●'.repeat(row)}${'○'.repeat(wanted - row)}`;
