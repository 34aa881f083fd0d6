/**
 * The one-time code of an approval: made for each wait, shown where only the operator looks (the terminal of the run, its page,
 * the message), and kept nowhere. The ledger has its hash alone, so that an agent that reads everything cannot approve.
 *
 * @module
 */
import { randomBytes } from 'node:crypto';
import { hashBytes } from '../ledger/ledger-record.ts';
import type { Journal } from '../records/journal.ts';

/** No letter looks like a digit. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
/** 80 bits: too many to guess from its hash. */
const LENGTH = 16;

/** One for each wait of this process: a resumed run makes another one. */
const CODES = new WeakMap<object, string>();

export const makeApprovalCode = (journal: Pick<Journal, 'write'>): string => {
  const letters = [...randomBytes(LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
  const code = letters.replaceAll(/.{4}(?=.)/g, '$&-');
  CODES.set(journal, code);
  return code;
};

/** The code of the wait; `undefined` in another process. */
export const approvalCodeOf = (journal: object): string | undefined => CODES.get(journal);

/** Small letters, blanks and dashes make no difference. */
export const hashApprovalCode = (code: string): string => hashBytes(code.toUpperCase().replaceAll(/[^A-Z\d]/g, ''));
