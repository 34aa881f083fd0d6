/**
 * What a turn of the agent leaves in the state of the work; pure.
 *
 * @module
 */
import type { TurnOutcome } from '../../gates/iteration.ts';
import { spendTurn } from './breaker/spending.ts';
import { sumUsage } from './sum-usage.ts';
import type { LedgerData } from './work-record.ts';
import type { WorkState } from './work-state.ts';

/** One that came to nothing. */
export const afterVoid = (state: WorkState, outcome: TurnOutcome | 'cut_off'): WorkState => ({
  ...state,
  voids: state.voids + 1,
  limits: state.limits + (outcome === 'rate_limited' ? 1 : 0),
});

/** A session that crashed, or that cannot be found any more, would only crash again. */
export const afterTurn = (state: WorkState, { phase, turn }: LedgerData['turn.ended'], at: string): WorkState => {
  const { run, phases } = state.usage;
  const ofPhase = sumUsage(phases[phase] ?? null, turn.usage ?? null);
  return {
    ...state,
    session: turn.outcome === 'crashed' ? null : (turn.session ?? null),
    spending: spendTurn(state.spending, turn, at),
    usage: {
      run: sumUsage(run, turn.usage ?? null),
      phases: ofPhase === null ? phases : { ...phases, [phase]: ofPhase },
    },
  };
};
