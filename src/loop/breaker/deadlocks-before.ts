/**
 * The deadlocks that an iteration comes to (RULES 4.5).
 *
 * @module
 */
import type { CompiledGate } from '../../../gates/compile-gates.ts';
import { continueRow } from '../../../gates/deadlocks.ts';
import type { IterationRecord } from '../../../gates/iteration.ts';
import { measureApproach } from '../../../gates/measure-approach.ts';
import type { WorkState } from '../../records/fold/work-state.ts';

/** The fields of the record, as the last decision left the row; how near it came is asked only where a row begins or may continue. */
export const deadlocksBefore = (
  { deadlocks, held }: Pick<WorkState, 'deadlocks' | 'held'>,
  gate: CompiledGate,
  record: IterationRecord,
): Pick<IterationRecord, 'deadlocks' | 'nearest'> => {
  const isRow = record.signal.value === true || deadlocks.premature > 0;
  return continueRow(
    held === null ? null : { deadlocks, failing: held.record.failing_fingerprint, nearest: held.record.nearest },
    { failing: record.failing_fingerprint, nearest: isRow ? measureApproach(gate, record) : undefined },
  );
};
