/**
 * Whether a block is for this phase and this iteration. A quoted, cached or replayed block is for another one (rule 3.8).
 *
 * @module
 */
import type { SignalReason } from '../../gates/signal-reasons.ts';
import type { BlockField } from './block-fields.ts';
import { readDecidingKey } from './deciding-keys.ts';

/** Fields that a signal must match to count. */
export interface SignalBinding {
  readonly phase: string;
  /** Position in the phase, from 1. */
  readonly iteration: number;
  /** `null`: none was issued (`check`, `require_nonce: false`). */
  readonly nonce: string | null;
  /** The required result of the tests in the phase, for contradictions (rule 3.9). */
  readonly tests: 'must_fail' | 'must_pass';
  /**
   * Number of tests at the start of the run: that many may pass while new tests must fail (rule 2.5).
   * @default 0
   */
  readonly existingTests?: number | undefined;
  /**
   * The work phase of this phase, in a dialect that has work phases (rule 3.11).
   * @default its own default
   */
  readonly workPhase?: string | undefined;
  /**
   * The caller wants only the words of the block: it may be of another turn.
   * @default false
   */
  readonly ofAnyTurn?: boolean;
}

/** Why the block is not for this iteration, or `null` if it is. PHASE and ITERATION count if they are given. */
export const findMismatch = (fields: readonly BlockField[], binding: SignalBinding): SignalReason | null => {
  const nonce = readDecidingKey(fields, 'NONCE');
  if (nonce.found === 'conflict') return 'duplicate_field';
  if (binding.ofAnyTurn === true) return null;
  if (binding.nonce !== null && (nonce.found === 'none' || nonce.value === '')) return 'nonce_missing';
  if (binding.nonce !== null && !carriesNonce(fields, binding.nonce)) return 'stale_signal';
  const phase = readDecidingKey(fields, 'PHASE');
  if (phase.found === 'conflict') return 'duplicate_field';
  if (phase.found === 'one' && phase.value.toUpperCase() !== binding.phase.toUpperCase()) return 'phase_mismatch';
  const iteration = readDecidingKey(fields, 'ITERATION');
  if (iteration.found === 'conflict') return 'duplicate_field';
  if (iteration.found === 'none') return null;
  if (!/^\d+$/.test(iteration.value)) return 'invalid_value';
  return Number(iteration.value) === binding.iteration ? null : 'iteration_mismatch';
};

/** Whether every NONCE of the block is exactly this one. */
export const carriesNonce = (fields: readonly BlockField[], nonce: string): boolean => {
  const nonces = fields.filter(({ name }) => name === 'NONCE');
  return nonce !== '' && nonces.length > 0 && nonces.every((field) => field.value === nonce);
};
