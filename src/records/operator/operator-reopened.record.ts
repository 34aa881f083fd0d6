/**
 * An operator reopened a frozen test.
 *
 * @module
 */
import type { RecordKind } from '../record.ts';

export interface OperatorReopened {
  readonly phase: string;
  readonly by: string;
  readonly reason: string;
  /** The frozen test file that may be edited, relative to the workspace. */
  readonly file: string;
  /** The id of the test that may be edited. Absent: any one test of the file. */
  readonly test?: string;
}

export const operatorReopened: RecordKind<OperatorReopened> = {
  meaning: 'an operator reopened one frozen test for an edit: who, when, why, which',
  events: (reopened) => [{ type: 'operator.reopened', ...reopened }],
  fold: (state, { data: { phase, by, reason, file, test = null }, at }) => ({
    ...state,
    reopened: [...state.reopened, { phase, by, reason, at, file, test, state: 'open' }],
  }),
};
