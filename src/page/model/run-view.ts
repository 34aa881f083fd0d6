/**
 * The whole run as the page shows it. Nothing in it comes from anywhere but the head, the records and the news.
 *
 * @module
 */
import type { TurnUsage } from '../../../gates/iteration.ts';
import type { BreakerChange } from '../../records/breaker-change.ts';
import type { LedgerData } from '../../records/work-record.ts';
import type { Standing } from '../../view/standing.ts';
import type { PageHead, PageRecord } from '../page-data.ts';
import { addUsage } from '../../text/amounts.ts';
import type { RecordGroup } from './groups.ts';
import { type IterationView, viewIteration } from './iteration-view.ts';
import { findLastHold, type LastHold } from './last-hold.ts';
import { listPhaseRows, type PhaseRow } from './phase-rows.ts';
import { foldPosition, type Position, startOf } from './position.ts';
import { type Rest, restIn } from './rest.ts';
import { createWorkClock, type WorkClock } from './work-clock.ts';

export interface RunView {
  readonly head: PageHead;
  readonly standing: Standing;
  /** In one sentence; '' while it goes on. */
  readonly why: string;
  readonly position: Position;
  readonly iterations: readonly IterationView[];
  readonly phases: readonly PhaseRow[];
  readonly clock: WorkClock;
  readonly usage: TurnUsage | null;
  /** As it last changed; null where it never did, and is closed. */
  readonly breaker: BreakerChange | null;
  /** When it opens in the phase that is worked at; null where it is not told. */
  readonly thresholds: { readonly no_progress: number; readonly same_error: number } | null;
  /** Of the last decision: iterations in a row without progress. */
  readonly without_progress: number;
  /** Why the phase that the work stands at was held last; null where that is over. */
  readonly hold: LastHold | null;
  /** What the last records leave a loop waiting for; null where it went on since. */
  readonly resting: Rest | null;
  readonly forced: readonly LedgerData['operator.skipped'][];
  readonly began: string | null;
}

export const viewRun = (told: PageHead, groups: readonly RecordGroup[]): RunView => {
  const head = told.phases.length > 0 ? told : { ...told, phases: phasesSeen(groups) };
  const records = groups.flatMap((group) => group.records);
  const names = head.phases.map(({ phase }) => phase);
  const position = records.reduce(foldPosition(names), startOf(names));
  const forced = records.flatMap((each) => (each.type === 'operator.skipped' ? [each.data] : []));
  const clock = createWorkClock(records);
  const iterations = groups.map(viewIteration).flatMap((each) => (each === null ? [] : [takeByClock(each, clock)]));
  const settled = records.findLast(({ type }) => type === 'run.settled' || type === 'run.resumed');
  const status = settled?.type === 'run.settled' ? settled.data : null;
  const standing: Standing = head.going || head.was_going === true ? 'running' : (status?.status ?? 'broke_off');
  const started = records.find(({ type }) => type === 'run.started');
  const rules = started?.type === 'run.started' ? (started.data.breaker ?? null) : null;
  const changed = records.findLast(({ type }) => type === 'breaker.changed');
  return {
    head,
    standing,
    why: whyOf(head, status?.why),
    position,
    iterations,
    phases: listPhaseRows(head.phases, {
      iterations,
      position,
      clock,
      forced: new Set(forced.map(({ phase }) => phase)),
      going: head.going,
    }),
    clock,
    usage: iterations.reduce<TurnUsage | null>((sum, { usage }) => addUsage(sum, usage ?? undefined), null),
    breaker: breakerAfter(records, changed?.type === 'breaker.changed' ? changed.data : null),
    thresholds: rules?.phases[position.phase ?? ''] ?? null,
    without_progress: lastDecision(records)?.record.without_progress ?? 0,
    hold: findLastHold(groups, head.phases, position),
    resting: restIn(records),
    forced,
    began: records[0]?.at ?? null,
  };
};

const whyOf = ({ going, was_going: wasGoing }: PageHead, why: string | undefined): string => {
  if (going) return '';
  if (wasGoing === true) return 'The run was active when this report was written';
  return why ?? 'It ended in the midst of its work, as a killed one does';
};

/** An iteration that was cut off, and begun anew by a resume, took only the time in which a loop went on. */
const takeByClock = (iteration: IterationView, { workedAt }: WorkClock): IterationView => {
  const { began, ms } = iteration;
  const worked = workedAt(Date.parse(began) + ms) - workedAt(began);
  return worked < ms ? { ...iteration, ms: worked } : iteration;
};

/** Of a config that cannot be read any more the records still name the phases. */
const phasesSeen = (groups: readonly RecordGroup[]): PageHead['phases'] =>
  [...new Set(groups.flatMap(({ phase }) => (phase === null ? [] : [phase])))].map((phase) => ({
    phase,
    purpose: '',
    gate_1: '',
    gate_2: '',
  }));

/** A phase that was left, and an operator, close it without a record of its own where it was not open. */
const breakerAfter = (records: readonly PageRecord[], change: BreakerChange | null): BreakerChange | null => {
  if (change === null) return null;
  const at = records.findLastIndex(({ type }) => type === 'breaker.changed');
  const closed = records
    .slice(at + 1)
    .some(({ type }) => ['phase.left', 'operator.reset', 'operator.resumed', 'operator.skipped'].includes(type));
  return closed ? { ...change, from: change.to, to: 'CLOSED', why: null, open_until: null, spent: false } : change;
};

const lastDecision = (records: readonly PageRecord[]): LedgerData['iteration.decided'] | null => {
  const last = records.findLast(({ type }) => type === 'iteration.decided' || type === 'phase.left');
  return last?.type === 'iteration.decided' ? last.data : null;
};
