/**
 * A signal without a usable block: `value` null, and the reason.
 *
 * @module
 */
import type { Signal } from '../../gates/iteration.ts';
import type { SignalReason } from '../../gates/signal-reasons.ts';
import { plainLine } from '../text/plain-line.ts';

/** @param line - of a block that was shown, not said */
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

/** The block in question. */
interface FoundBlock {
  readonly dialect: string;
  readonly line: number;
  readonly detail?: string | undefined;
  /** How the agent can give the nonce. @default as a line of the block */
  readonly carryNonce?: string;
}

/** A block that was found but cannot be read. */
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

/** No specification has the nonce, so a block in their form lacks it. Each remedy works without the others. */
const describeWaysOut = (carryNonce: string): string =>
  `To fix this, ${carryNonce}; or run the signal command, "$DUALGATE_SIGNAL" exit --reason TEXT, instead of the block; or let an operator start a new run with signals.require_nonce: false`;
