/**
 * Both gates agree, and a person has to approve the exit.
 *
 * @module
 */
import { approveCommand } from '../fold/open-approval.ts';
import type { ApprovalAsked } from '../fold/open-approval.ts';
import { trimExit } from '../phase-exit.ts';
import type { RecordKind } from '../record.ts';

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
