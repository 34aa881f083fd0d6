/** Status blocks for tests: well-formed and of this iteration by default; a test shows only what spoils it. */
import type { Signal } from '../../gates/iteration.ts';
import type { SignalReason } from '../../gates/signal-reasons.ts';
import type { SignalBinding } from '../../src/signals/blocks/block-fields.ts';

export const BINDING: SignalBinding = { phase: 'GREEN', iteration: 7, nonce: 'n-7f3a', tests: 'must_pass' };

/** A field that is `undefined` is left out; `extra` lines come last. */
export const aBlock = (
  fields: Readonly<Record<string, string | undefined>> = {},
  extra: readonly string[] = [],
): string => {
  const all = { PHASE: 'GREEN', ITERATION: '7', NONCE: 'n-7f3a', STATUS: 'COMPLETE', EXIT_SIGNAL: 'true', ...fields };
  const lines = Object.entries(all).flatMap(([key, value]) => (value === undefined ? [] : [`${key}: ${value}`]));
  return ['---PRP_PHASE_STATUS---', ...lines, ...extra, '---END_PRP_PHASE_STATUS---'].join('\n');
};

export const aSignal = (reason: SignalReason, differing: Partial<Signal> = {}): Signal => ({
  value: null,
  source: 'block',
  dialect: 'prp',
  line: 1,
  reason,
  status: null,
  blockers: [],
  refactoring_complete: false,
  ...(reason === 'nonce_missing' || reason === 'stale_signal' ? { way_out: WAYS_OUT } : {}),
  ...differing,
});

/** Ways out for a block without its nonce, or with another. */
export const WAYS_OUT =
  'To fix this, print NONCE: VALUE in the block, with the value of $DUALGATE_NONCE; or run the signal command, "$DUALGATE_SIGNAL" exit --reason TEXT, instead of the block; or let an operator start a new run with signals.require_nonce: false';

/** The signal that `aBlock()` reads as. */
export const YES = aSignal('explicit_true', { value: true, status: 'COMPLETE' });
