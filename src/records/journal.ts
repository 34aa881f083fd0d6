/**
 * The only way to change the work: a record is written and synced, then folded into the state, with the result of the
 * breaker, then sent to the chart (rule 4.10). Views come after; the receivers of events make them.
 */
import { createActor, type InspectionEvent } from 'xstate';
import { circuitBreakerActor, type TddMachine } from '../../machines/index.ts';
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { chartAt, phaseOfChart } from './fold/fold-sums.ts';
import { beginFold, foldRecord, type LedgerFold } from './fold/fold-records.ts';
import { phaseAt } from './fold/work-position.ts';
import { FaultError } from './run-error.ts';
import type { RunEventBody } from './run-events.ts';
import { asWorkRecord, eventsOf, kindOf, type LedgerData, type WorkRecord } from './records.ts';
import type { WorkState } from './fold/work-state.ts';

export interface Journal {
  readonly state: () => WorkState;
  /** The active phase, or the phase in which the work was halted; null when the work is over. */
  readonly phase: () => string | null;
  /** The record of a start or an exit whose commit is still due. */
  readonly uncommitted: () => LedgerRecord | null;
  readonly write: <T extends keyof LedgerData>(type: T, data: LedgerData[T]) => void;
  readonly close: () => void;
}

interface JournalOptions {
  /** The chart with its gates bound. */
  readonly machine: TddMachine;
  readonly phases: readonly string[];
  /** Made when the first record is written, so that a run that never begins leaves no ledger. */
  readonly ledger: () => Ledger;
  /** The existing records of the ledger. @default nothing */
  readonly past?: LedgerFold;
  readonly onRecord: (record: WorkRecord, state: WorkState, sealed: LedgerRecord) => void;
  /** Receives the events of each record, after everything above. @default no receiver */
  readonly emit?: (event: RunEventBody) => void;
  readonly inspect?: (event: InspectionEvent) => void;
}

/** A journal over a new ledger or an existing one; the chart has the state after the existing records. */
export const openJournal = (options: JournalOptions): Journal => {
  const { machine, phases, onRecord, emit = () => {}, inspect } = options;
  let fold = options.past ?? beginFold(phases);
  const inspecting = inspect === undefined ? {} : { inspect };
  const position = () => fold.state.sums.position;
  const phase = () => phaseAt(position());
  const place = () => createActor(machine, { snapshot: chartAt(machine, position()), ...inspecting }).start();
  let actor = place();
  // Only to be looked at: the breaker that decides is folded.
  const shown =
    inspect === undefined
      ? null
      : createActor(circuitBreakerActor, { input: fold.state.breaker, id: 'breaker', inspect }).start();
  let ledger: Ledger | null = null;
  return {
    state: () => fold.state,
    phase,
    uncommitted: () => fold.uncommitted,
    write: (type, data) => {
      ledger ??= options.ledger();
      const given: object = data;
      const sealed = ledger.append(type, { ...given });
      const record = asWorkRecord(sealed);
      const { chart, breaker } = kindOf(record.type);
      const before = position();
      fold = foldRecord(fold, sealed);
      const step = chart?.(record.data) ?? null;
      if (step !== null) actor.send(step);
      else if (before.phase !== position().phase || before.state !== position().state) {
        actor.stop();
        actor = place();
      }
      if (phaseOfChart(machine, actor.getSnapshot(), phases) !== phase()) throw new FaultError(DISAGREE);
      const change = breaker?.(record) ?? null;
      if (change !== null) shown?.send(change);
      onRecord(record, fold.state, sealed);
      for (const event of eventsOf(type, data)) emit(event);
    },
    close: () => {
      actor.stop();
      shown?.stop();
      ledger?.close();
    },
  };
};

/** The decision and the chart ask the same gates about the same record; if they ever differ, nothing may continue. */
const DISAGREE =
  'Cannot continue: the chart and the decision disagree. This is a bug in dualgate. Please report it with the ledger.';
