/**
 * The only way to change the work: a record is written and synced, then folded into the state, with the result of the
 * breaker, then sent to the chart (rule 4.10). Views come after; the receivers of events make
 * them.
 *
 * @module
 */
import { createActor, type InspectionEvent, type SnapshotFrom } from 'xstate';
import { circuitBreakerActor, type TddMachine } from '../../machines/index.ts';
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { chartPosition } from './fold/chart-position.ts';
import { foldWorkWith } from './fold/fold-work.ts';
import { startFold, foldRecord, type LedgerFold } from './fold/fold-records.ts';
import { FaultError } from './run-error.ts';
import type { RunEventBody } from './run-events.ts';
import { chartEventOf } from './fold/chart-event-of.ts';
import { asWorkRecord, type LedgerData, eventsOf, type WorkRecord } from './catalogue/records.ts';
import type { WorkState } from './fold/work-state.ts';

export interface Journal {
  /** Its breaker is the snapshot of the live one. */
  readonly state: () => WorkState;
  /** The active phase, or the phase in which the work was halted; null when the work is over. */
  readonly phase: () => string | null;
  readonly chart: () => SnapshotFrom<TddMachine>;
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
  let fold = options.past ?? startFold(machine);
  const inspecting = inspect === undefined ? {} : { inspect };
  const standAt = (snapshot: SnapshotFrom<TddMachine>) => createActor(machine, { snapshot, ...inspecting }).start();
  const breaker = createActor(circuitBreakerActor, { input: fold.state.breaker, id: 'breaker', ...inspecting }).start();
  const foldLive = foldWorkWith((_before, event) => {
    breaker.send(event);
    return breaker.getSnapshot().context;
  });
  let actor = standAt(fold.chart.chart);
  let ledger: Ledger | null = null;
  const phase = () => chartPosition(machine, actor.getSnapshot(), phases);
  return {
    state: () => fold.state,
    phase,
    chart: () => actor.getSnapshot(),
    uncommitted: () => fold.uncommitted,
    write: (type, data) => {
      ledger ??= options.ledger();
      const given: object = data;
      const sealed = ledger.append(type, { ...given });
      const record = asWorkRecord(sealed);
      const before = phase();
      const event = chartEventOf(record);
      fold = foldRecord(machine, fold, sealed, foldLive);
      if (event !== null) actor.send(event);
      if (isPlaced(record)) {
        actor.stop();
        actor = standAt(fold.chart.chart);
      }
      if (record.type === 'iteration.decided') checkAgreement(record.data.decision.can_exit, before !== phase());
      onRecord(record, fold.state, sealed);
      for (const event of eventsOf(type, data)) emit(event);
    },
    close: () => {
      actor.stop();
      breaker.stop();
      ledger?.close();
    },
  };
};

/** The chart gets no event: its fold is placed anew. */
const isPlaced = (record: WorkRecord): boolean =>
  record.type === 'operator.rolled_back' || (record.type === 'operator.accepted' && record.data.config !== undefined);

/** The decision and the chart ask the same gates about the same record; if they ever differ, nothing may continue. */
const checkAgreement = (decided: boolean, left: boolean): void => {
  if (decided !== left)
    throw new FaultError(
      'Cannot continue: the chart and the decision disagree. This is a bug in dualgate. Please report it with the ledger.',
    );
};
