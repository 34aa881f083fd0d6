/**
 * A wait for an approval began, with a code of its own.
 *
 * @module
 */
import type { RecordKind } from '../record.ts';

/** The iteration whose exit waits, and the code that an approval needs. */
export interface ApprovalCoded {
  /** The phase whose exit waits. */
  readonly phase: string;
  /** From 1. */
  readonly iteration: number;
  /** The number of the turn within the iteration. */
  readonly attempt: number;
  /** SHA-256 of the code, which is in no record. */
  readonly code_hash: string;
}

export const approvalCoded: RecordKind<ApprovalCoded> = {
  meaning:
    'the wait for an approval began, or began again: the hash of the one-time code that the operator is shown; an earlier code is over',
  openEnds: (ends, { data: { code_hash } }) =>
    ends.approval === undefined ? ends : { ...ends, approval: { ...ends.approval, codeHash: code_hash } },
};
