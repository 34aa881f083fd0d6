/**
 * One line of `exit-gate.log`, in the words of spec 000.
 *
 * @module
 */
import type { ExitGateEntry } from '../../records/exit-gate-entry.ts';

/** One line of `exit-gate.log`, in the words of spec 000. */
export const renderExitGate = (
  { event, indicators, explicit, threshold, decided_by }: ExitGateEntry,
  { phase, iteration, at }: { readonly phase: string; readonly iteration: number; readonly at: string },
): string =>
  `${at} ${event} indicators=${indicators} explicit=${explicit} threshold=${threshold} phase=${phase} iteration=${iteration}${decided_by === 'exit_gate' ? '' : ` decided_by=${decided_by}`}`;
