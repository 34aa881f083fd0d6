/**
 * An operator reset the counts that halt the work.
 *
 * @module
 */
import { withNewLimits } from '../fold/exit-phase.ts';
import { RESUME } from '../fold/work-position.ts';
import type { RecordKind } from '../record.ts';

export interface OperatorReset {
  readonly phase: string;
  readonly by: string;
  readonly reason: string;
}

export const operatorReset: RecordKind<OperatorReset> = {
  meaning: 'an operator reset the counts that halt the work and let it continue: who, when, why',
  events: ({ phase, by, reason }) => [{ type: 'operator.reset', phase, by, reason }],
  fold: (state, { data: { phase, by, reason }, at }) => ({
    ...state,
    ...withNewLimits(state, at),
    resets: [...state.resets, { phase, by, reason, at }],
  }),
  openEnds: (ends) => ({ ...ends, halt: null, forcing: null }),
  // Without a halt, position and chart ignore it.
  moves: () => RESUME,
  chart: () => ({ type: 'RESUME' }),
  breaker: () => ({ type: 'RESET' }),
};
