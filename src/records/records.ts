/**
 * Every kind of record that a ledger may contain: the closed list. A kind is one object in a file of its own, in `run/`
 * or in `operator/`.
 *
 * @module
 */
import { operatorAborted } from './operator/operator-aborted.record.ts';
import { operatorAccepted } from './operator/operator-accepted.record.ts';
import { operatorApproved } from './operator/operator-approved.record.ts';
import { operatorGuided } from './operator/operator-guided.record.ts';
import { operatorRejected } from './operator/operator-rejected.record.ts';
import { operatorReopened } from './operator/operator-reopened.record.ts';
import { operatorReset } from './operator/operator-reset.record.ts';
import { operatorResumed } from './operator/operator-resumed.record.ts';
import { operatorRolledBack } from './operator/operator-rolled-back.record.ts';
import { operatorSkipped } from './operator/operator-skipped.record.ts';
import { approvalAsked } from './run/approval-asked.record.ts';
import { approvalCoded } from './run/approval-coded.record.ts';
import { breakerChanged } from './run/breaker-changed.record.ts';
import { chartHalted } from './run/chart-halted.record.ts';
import { iterationDecided } from './run/iteration-decided.record.ts';
import { phaseExited } from './run/phase-exited.record.ts';
import { reviewEnded } from './run/review-ended.record.ts';
import { runEnded } from './run/run-ended.record.ts';
import { runResumed } from './run/run-resumed.record.ts';
import { runStarted } from './run/run-started.record.ts';
import { sessionCompleted } from './run/session-completed.record.ts';
import { testsEnded } from './run/tests-ended.record.ts';
import { turnDiscarded } from './run/turn-discarded.record.ts';
import { turnEnded } from './run/turn-ended.record.ts';
import { turnStarted } from './run/turn-started.record.ts';
import { workCommitted } from './run/work-committed.record.ts';
import { workRolledBack } from './run/work-rolled-back.record.ts';
import { createRecordReader, type RecordKind } from './record.ts';
import type { RunEventBody } from './run-events.ts';
export const RECORDS = {
  'run.started': runStarted,
  'run.resumed': runResumed,
  'turn.started': turnStarted,
  'turn.ended': turnEnded,
  'tests.ended': testsEnded,
  'review.ended': reviewEnded,
  'session.completed': sessionCompleted,
  'approval.asked': approvalAsked,
  'approval.coded': approvalCoded,
  'iteration.decided': iterationDecided,
  'phase.exited': phaseExited,
  'work.committed': workCommitted,
  'work.rolled_back': workRolledBack,
  'turn.discarded': turnDiscarded,
  'breaker.changed': breakerChanged,
  'chart.halted': chartHalted,
  'operator.skipped': operatorSkipped,
  'operator.resumed': operatorResumed,
  'operator.aborted': operatorAborted,
  'operator.reset': operatorReset,
  'operator.accepted': operatorAccepted,
  'operator.reopened': operatorReopened,
  'operator.rolled_back': operatorRolledBack,
  'operator.guided': operatorGuided,
  'operator.approved': operatorApproved,
  'operator.rejected': operatorRejected,
  'run.ended': runEnded,
} as const;

export type LedgerType = keyof typeof RECORDS;

type DataOf<R> = { readonly [T in keyof R]: R[T] extends RecordKind<infer D> ? D : never };

/** The data of each type. An interface, so that TypeScript resolves it where the type is a parameter. */
// oxlint-disable-next-line typescript/no-empty-object-type -- see above
export interface LedgerData extends DataOf<typeof RECORDS> {}

/** Any record that a ledger may contain, typed by its `type`. */
export type WorkRecord = {
  [T in LedgerType]: { readonly type: T; readonly at: string; readonly data: LedgerData[T] };
}[LedgerType];

/** The kind of a record, by its type. */
export const kindOf = <T extends LedgerType>(type: T): RecordKind<LedgerData[T]> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the kind of this type takes the data of this type
  RECORDS[type] as unknown as RecordKind<LedgerData[T]>;

/** The events of a record of the type. */
export const eventsOf = <T extends LedgerType>(type: T, data: LedgerData[T]): readonly RunEventBody[] =>
  kindOf(type).events?.(data) ?? [];

/** A ledger's record by its type, with the data that `write` stored. @throws as `createRecordReader` says */
export const asWorkRecord = createRecordReader<WorkRecord>(RECORDS, 'the ledger');
