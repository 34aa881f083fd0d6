/** The commands of an operator, as records; accepted files have a file of their own. */
import { AT_START, upTo, withNewLimits, exitPhase } from '../fold/exit-phase.ts';
import { type PhaseExit, trimExit, closeOpen, undoAfter } from '../fold/reopened-tests.ts';
import { backTo, RESUME, ABORT, leave } from '../fold/work-position.ts';
import { withoutApproval } from '../fold/work-state.ts';
import type { RecordKind } from '../record.ts';
import { answer } from '../fold/open-approval.ts';

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
