/** The exit of a phase, and the question to a person before it. */
import type { PhaseExited } from '../fold/work-state.ts';
import type { RecordKind } from '../record.ts';
import { approveCommand, type ApprovalAsked } from '../fold/open-approval.ts';
import { trimExit } from '../phase-exit.ts';

/** A phase was exited. */
export const phaseExited: RecordKind<PhaseExited> = {
  meaning: 'a phase was exited, by both gates or by a recorded forced exit',
  events: ({ phase, iteration, forced_exit }) => [{ type: 'phase.exited', phase, iteration, forced_exit }],
  openEnds: (ends) => ({ ...ends, session: null, pendingExit: null }),
};

/** The iteration whose exit waits, and the code that an approval needs. */
export interface ApprovalCoded {
  /** The phase whose exit waits. */
  readonly phase: string;
  /** From 1. */
  readonly iteration: number;
  /** The number of the turn within the iteration. */
  readonly attempt: number;
  /** SHA-256 of the code, which is in no record. */
  readonly code_hash: string;
}

export const approvalCoded: RecordKind<ApprovalCoded> = {
  meaning:
    'the wait for an approval began, or began again: the hash of the one-time code that the operator is shown; an earlier code is over',
  openEnds: (ends, { data: { code_hash } }) =>
    ends.approval === undefined ? ends : { ...ends, approval: { ...ends.approval, codeHash: code_hash } },
};

/** Both gates agree, and a person has to approve the exit. */
export const approvalAsked: RecordKind<ApprovalAsked> = {
  meaning:
    'both gates agree in a phase with `confirm: true`, and a person has to approve the exit: everything that was measured, until the answer is decided',
  events: ({ record: { phase, iteration, tree } }) => [
    { type: 'approval.asked', phase, iteration, tree: tree.after, command: approveCommand(tree.after) },
  ],
  // The turn is over, and its measurement is kept: nothing of it is discarded.
  openEnds: (ends, { at, data }) => ({ ...ends, startedTurn: null, kills: 0, approval: { at, asked: data } }),
  trims: ({ exit, ...data }) => (exit === undefined ? data : { ...data, exit: trimExit(exit) }),
};
