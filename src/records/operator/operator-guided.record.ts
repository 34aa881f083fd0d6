/**
 * An operator gave the agent guidance.
 *
 * @module
 */
import type { RecordKind } from '../record.ts';

export interface OperatorGuided {
  readonly phase: string;
  readonly by: string;
  readonly text: string;
}

export const operatorGuided: RecordKind<OperatorGuided> = {
  meaning: 'an operator gave the agent guidance for the rest of the phase: who, when, what',
  events: ({ phase, by, text }) => [{ type: 'operator.guided', phase, by, text }],
  fold: (state, { data: { phase, by, text }, at }) => ({
    ...state,
    guidance: [...state.guidance, { phase, by, text, at }],
  }),
};
