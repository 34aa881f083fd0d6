/**
 * The target of an operator command, and its result.
 *
 * @module
 */
import type { Config } from '../config/shape-config.ts';
import type { LedgerType } from '../records/records.ts';
import type { Journal } from '../records/journal.ts';
import type { RunEventBody } from '../records/run-events.ts';
import type { OperatorCommand, OperatorCommandName } from './operator-command.ts';

export interface OperatorCommandContext {
  readonly config: Config;
  readonly journal: Journal;
  readonly emit: (event: RunEventBody) => void;
}

export interface CarriedOut {
  /** Types of the records, in order. */
  readonly recorded: readonly LedgerType[];
  /** For people, in a sentence or two. */
  readonly says: string;
}

/** Ledger first, then the events. `phase` is the current one. */
export type CarryOut<T extends OperatorCommandName> = (
  context: OperatorCommandContext,
  command: OperatorCommand & { readonly command: T },
  phase: string,
) => Promise<CarriedOut>;
