/**
 * An operator approved an exit.
 *
 * @module
 */
import { answer } from '../fold/open-approval.ts';
import type { RecordKind } from '../record.ts';

/** The iteration whose exit is approved or rejected, and its sources. */
export interface OperatorApproved {
  readonly phase: string;
  readonly iteration: number;
  /** The number of the turn within the iteration. */
  readonly attempt: number;
  /** Fingerprint of the measured sources: the answer is about no others. */
  readonly tree: string;
  /** The operator, or `approval.command`. */
  readonly by: string;
}

export const operatorApproved: RecordKind<OperatorApproved> = {
  meaning: 'an operator approved the exit of a phase that both gates agree on: who, when, which iteration and sources',
  events: ({ phase, iteration, tree, by }) => [{ type: 'operator.approved', phase, iteration, tree, by }],
  openEnds: (ends, { data: { by, tree }, at }) => answer(ends, { approved: true, by, at, tree }),
};
