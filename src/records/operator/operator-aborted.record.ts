/**
 * An operator aborted the work.
 *
 * @module
 */
import { ABORT } from '../fold/work-position.ts';
import { withoutApproval } from '../fold/work-state.ts';
import type { RecordKind } from '../record.ts';

export interface OperatorAborted {
  readonly by: string;
  readonly reason: string;
}

export const operatorAborted: RecordKind<OperatorAborted> = {
  meaning: 'an operator aborted the work permanently: who, when, why',
  events: ({ by, reason }) => [{ type: 'operator.aborted', by, reason }],
  fold: (state, { data: { by, reason }, at }) => ({ ...state, aborted: { by, reason, at } }),
  openEnds: (ends) => ({ ...withoutApproval(ends), halt: null, forcing: null }),
  moves: () => ABORT,
  chart: ({ by, reason }) => ({ type: 'ABORT', by, reason }),
};
