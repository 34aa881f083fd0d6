/**
 * An operator forced the exit of a phase.
 *
 * @module
 */
import { exitPhase } from '../fold/exit-phase.ts';
import { leave } from '../fold/work-position.ts';
import { withoutApproval } from '../fold/work-state.ts';
import { type PhaseExit, trimExit } from '../phase-exit.ts';
import type { RecordKind } from '../record.ts';

export interface OperatorSkipped {
  readonly phase: string;
  readonly by: string;
  readonly reason: string;
  /** The files and tests that are frozen from here on, as at an exit by both gates. */
  readonly exit: PhaseExit;
  /** The phase and every phase after it are forced. Absent when only this one is forced. */
  readonly whole?: true;
}

export const operatorSkipped: RecordKind<OperatorSkipped> = {
  meaning: 'an operator forced a phase: who, when, why',
  events: ({ phase, by, reason }) => [{ type: 'operator.skipped', phase, by, reason }],
  fold: (state, { data: { phase, by, reason, exit }, at }) =>
    exitPhase({ ...state, forced: [...state.forced, { phase, by, reason, at }] }, { phase, exit, decided: null }, at),
  openEnds: (ends, { data: { phase, by, reason, whole } }, { iteration }) => ({
    ...withoutApproval(ends),
    halt: null,
    pendingExit: { phase, iteration, forced_exit: true, by, reason },
    forcing: whole === true ? { by, reason } : null,
  }),
  moves: ({ phase }) => leave('skip', phase),
  chart: ({ by, reason }) => ({ type: 'SKIP', by, reason }),
  breaker: () => ({ type: 'RESET' }),
  trims: ({ exit, ...data }) => ({ ...data, exit: trimExit(exit) }),
};
