/** Every kind of record that a ledger may contain: the closed list. */
import {
  operatorAborted,
  operatorApproved,
  operatorGuided,
  operatorRejected,
  operatorReopened,
  operatorReset,
  operatorResumed,
  operatorRolledBack,
  operatorSkipped,
} from './run/operator.records.ts';
import { operatorAccepted } from './run/operator-accepted.record.ts';
import {
  approvalAsked,
  approvalCoded,
  phaseExited,
  workCommitted,
  workRolledBack,
  iterationDecided,
} from './run/exit.records.ts';
import { breakerChanged, chartHalted, runEnded, runResumed, sessionCompleted, runStarted } from './run/run.records.ts';
import { reviewEnded, testsEnded, turnDiscarded, turnEnded, turnStarted } from './run/turn.records.ts';
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

export const kindOf = <T extends LedgerType>(type: T): RecordKind<LedgerData[T]> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the kind of this type takes the data of this type
  RECORDS[type] as unknown as RecordKind<LedgerData[T]>;

export const eventsOf = <T extends LedgerType>(type: T, data: LedgerData[T]): readonly RunEventBody[] =>
  kindOf(type).events?.(data) ?? [];

/** A ledger's record by its type, with the data that `write` stored. @throws as `createRecordReader` says */
export const asWorkRecord = createRecordReader<WorkRecord>(RECORDS, 'the ledger');
