/**
 * The secret of a session: made at its claim, and asked for with each later change. The ledger has its hash alone, so that
 * nobody who knows the name of a session can speak for it.
 *
 * @module
 */
import { randomBytes } from 'node:crypto';
import { hashBytes } from '../ledger/ledger-record.ts';

export const SECRET_VARIABLE = 'DUALGATE_SESSION_SECRET';

export const newSessionSecret = (): string => randomBytes(24).toString('base64url');

/** The hash that the record of a claim has. */
export const proofOf = (secret: string): string => hashBytes(secret);

/** @param proof - of the claim; `null`: it was made without a secret */
export const isProven = (proof: string | null, secret: string | undefined): boolean =>
  proof === null || (secret !== undefined && proofOf(secret) === proof);
