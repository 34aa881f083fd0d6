/**
 * An operator rejected an exit.
 *
 * @module
 */
import { answer } from '../fold/open-approval.ts';
import type { RecordKind } from '../record.ts';
import type { OperatorApproved } from './operator-approved.record.ts';

export interface OperatorRejected extends OperatorApproved {
  /** Why, in the operator's words: the next prompt has it. */
  readonly reason: string;
}

export const operatorRejected: RecordKind<OperatorRejected> = {
  meaning:
    'an operator rejected the exit of a phase that both gates agree on: who, when, why, which iteration and sources',
  events: ({ phase, iteration, tree, by, reason }) => [
    { type: 'operator.rejected', phase, iteration, tree, by, reason },
  ],
  openEnds: (ends, { data: { by, tree, reason }, at }) => answer(ends, { approved: false, by, at, tree, reason }),
};
