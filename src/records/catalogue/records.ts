/**
 * Every kind of record that a ledger may contain: the closed list. A kind is one object in one of the files beside
 * this one.
 *
 * @module
 */
import type { LedgerRecord } from '../../ledger/ledger-record.ts';
import { readContent } from '../../ledger/format.ts';
import { RunError } from '../run-error.ts';
import type { RunEventBody } from '../run-events.ts';
import {
  approvalAsked,
  breakerChanged,
  chartHalted,
  iterationDecided,
  phaseExited,
  sessionCompleted,
  workCommitted,
  workRolledBack,
} from './decision.records.ts';
import {
  operatorAborted,
  operatorAccepted,
  operatorApproved,
  operatorGuided,
  operatorRejected,
  operatorReopened,
  operatorReset,
  operatorResumed,
  operatorRolledBack,
  operatorSkipped,
} from './operator.records.ts';
import { reviewEnded } from './review.records.ts';
import { runResumed, runEnded, runStarted } from './run.records.ts';
import { turnDiscarded, testsEnded, turnStarted, turnEnded } from './turn.records.ts';
import type { RecordKind } from './record-kind.ts';

export const RECORDS = {
  'run.started': runStarted,
  'run.resumed': runResumed,
  'turn.started': turnStarted,
  'turn.ended': turnEnded,
  'tests.ended': testsEnded,
  'review.ended': reviewEnded,
  'session.completed': sessionCompleted,
  'approval.asked': approvalAsked,
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

/** The events of a record of the type. */
export const eventsOf = <T extends LedgerType>(type: T, data: LedgerData[T]): readonly RunEventBody[] => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the kind of this type takes the data of this type
  const { toEvents } = RECORDS[type] as unknown as RecordKind<LedgerData[T]>;
  return toEvents(data);
};

/**
 * A ledger's record by its type, with the data that `write` stored.
 *
 * @throws {RunError} for a type that this version does not know: a state folded without it would be wrong
 * @throws {LedgerError} `newer` for a record in a format of a newer version
 */
export const asWorkRecord = (sealed: LedgerRecord): WorkRecord => {
  const { seq, at } = sealed;
  const { type, data } = readContent(sealed);
  if (!Object.hasOwn(RECORDS, type)) {
    throw new RunError(
      `Cannot read record ${seq} of the ledger: its type ${type} is not known here. Use the version of dualgate that wrote it.`,
    );
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the chain shows that `write` made it
  return { type, at, data } as unknown as WorkRecord;
};
