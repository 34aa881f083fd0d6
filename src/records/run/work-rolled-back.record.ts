/**
 * A rollback was carried out.
 *
 * @module
 */
import type { RecordKind } from '../record.ts';

export interface WorkRolledBack {
  /** The `seq` of the `operator.rolled_back` that is carried out. */
  readonly record: number;
}

export const workRolledBack: RecordKind<WorkRolledBack> = {
  meaning: 'branch and files were reset to the exit of the phase that an operator named',
};
