/**
 * A signal without a block that says anything: `value` null, and why.
 *
 * @module
 */
import type { Signal } from '../../gates/iteration.ts';
import type { SignalReason } from '../../gates/signal-reasons.ts';
import { plainLine } from '../text/plain-line.ts';

/** @param line - of a block that was shown and not said */
export const noSignal = (reason: SignalReason, dialect: string | null, line: number | null = null): Signal => ({
  value: null,
  source: null,
  dialect,
  line,
  reason,
  status: null,
  blockers: [],
  refactoring_complete: false,
});

/** Longest detail, in UTF-16 units. */
const MAX_DETAIL = 200;

/** The block that is told of. */
interface FoundBlock {
  readonly dialect: string;
  readonly line: number;
  readonly detail?: string | undefined;
  /** How the agent can give the nonce. @default as a line of the block */
  readonly carryNonce?: string;
}

/** A block that was found and cannot be read. */
export const unreadBlock = (
  reason: SignalReason,
  {
    dialect,
    line,
    detail,
    carryNonce = 'print NONCE: VALUE in the block, with the value of $DUALGATE_NONCE',
  }: FoundBlock,
): Signal => ({
  ...noSignal(reason, dialect, line),
  source: 'block',
  ...(detail === undefined ? {} : { detail: plainLine(detail, MAX_DETAIL) }),
  ...(isOfNonce(reason) ? { way_out: describeWaysOut(carryNonce) } : {}),
});

const isOfNonce = (reason: SignalReason): boolean => reason === 'nonce_missing' || reason === 'stale_signal';

/** No specification knows the nonce, so a block as they print it lacks one. Each way out works without the others. */
const describeWaysOut = (carryNonce: string): string =>
  `Ways out: ${carryNonce}; or run the signal command, "$DUALGATE_SIGNAL" exit --reason TEXT, in place of the block; or an operator begins a new run with signals.require_nonce: false`;
