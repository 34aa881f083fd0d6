/**
 * An operator resumed halted work.
 *
 * @module
 */
import { RESUME } from '../fold/work-position.ts';
import type { RecordKind } from '../record.ts';

export interface OperatorResumed {
  /** The operator. */
  readonly by: string;
}

export const operatorResumed: RecordKind<OperatorResumed> = {
  meaning: 'an operator resumed halted work: who, when',
  events: ({ by }) => [{ type: 'operator.resumed', by }],
  openEnds: (ends) => ({ ...ends, halt: null, forcing: null }),
  moves: () => RESUME,
  chart: () => ({ type: 'RESUME' }),
  // Halted work waits only for the operator who resumes it.
  breaker: () => ({ type: 'RESET' }),
};
