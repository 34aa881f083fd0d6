/**
 * An operator rolled the work back.
 *
 * @module
 */
import { AT_START, upTo, withNewLimits } from '../fold/exit-phase.ts';
import { closeOpen, undoAfter } from '../fold/reopened-tests.ts';
import { backTo } from '../fold/work-position.ts';
import { withoutApproval } from '../fold/work-state.ts';
import type { RecordKind } from '../record.ts';

export interface OperatorRolledBack {
  /** The phase to whose exit the work returns. */
  readonly phase: string;
  readonly by: string;
  readonly reason: string;
  /** The commit of that exit. */
  readonly commit: string;
  /** A name in git under which the former state of branch and files is kept. */
  readonly kept: string;
}

export const operatorRolledBack: RecordKind<OperatorRolledBack> = {
  meaning: 'an operator rolled the work back to the exit of a phase: who, when, why, to which commit',
  events: ({ phase, by, reason, commit }) => [{ type: 'operator.rolled_back', phase, by, reason, commit }],
  fold: (state, { data: { phase, by, reason, commit }, at }) => {
    const { branch } = state;
    const exits = upTo(state.exits, phase);
    return {
      ...state,
      ...state.exits[phase],
      exits,
      ...AT_START,
      ...withNewLimits(state, at),
      branch: branch === null ? null : { ...branch, tip: commit, exits: upTo(branch.exits, phase) },
      reopened: closeOpen(undoAfter(state.reopened, Object.keys(exits))),
      rollbacks: [...state.rollbacks, { phase, by, reason, commit, at }],
    };
  },
  openEnds: (ends) => ({ ...withoutApproval(ends), halt: null, forcing: null }),
  moves: ({ phase }) => backTo(phase),
  breaker: () => ({ type: 'RESET' }),
};
