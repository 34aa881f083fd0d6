/** The status of a run and its iterations as rows, folded from full records, cut like them. The page counts nothing. */
import type { IterationRecord } from '../../gates/iteration.ts';
import { clauseLines, type Hold, type HoldLine, restOfWork, sayCauseOfHold, sayHold } from '../records/say-hold.ts';
import { showNumber } from '../base/text/amounts.ts';
import { showText, trimValue } from './trim-value.ts';
import { phaseAt, type Position } from '../records/fold/work-position.ts';
import type { PhaseStatus } from '../view/describe-phases.ts';
import { type IterationRow, foldRow, NO_ROWS, type RowsFold } from '../view/iteration-rows.ts';
import { type NextStep, statusNow } from '../view/next-steps.ts';
import { sayCommand } from '../records/events/say-command.ts';
import { lastHold } from '../records/hold.ts';
import { describeRun, type RunFacts, type RunStatus } from '../view/run-status.ts';
import { listMarks, type Mark } from './say-record.ts';
import type { WorkRecord } from '../records/records.ts';
import { foldWork } from '../records/fold/fold-sums.ts';
import { UNSTARTED, type WorkState } from '../records/fold/work-state.ts';

export interface PageFold {
  readonly state: WorkState;
  readonly rows: RowsFold;
  /** Events before the first iteration: the last marks, and their number. */
  readonly before: { readonly marks: readonly Mark[]; readonly total: number };
  /** Phase → milliseconds of its iterations, those of the last one of the run left out. */
  readonly spent: ReadonlyMap<string, Spent>;
}

/** Milliseconds of work, and those of them, or after it, in which the loop only waited. */
interface Spent {
  readonly took: number;
  readonly waited: number;
}

export const NO_PAGE: PageFold = { state: UNSTARTED, rows: NO_ROWS, before: { marks: [], total: 0 }, spent: new Map() };

/** In one place of the list: many resumes of one iteration, say, are no reason to send them all. */
export const MAX_MARKS = 50;

export const foldPage = ({ state, rows, before, spent }: PageFold, record: WorkRecord): PageFold => {
  const next = foldRow(rows, record);
  const { row } = rows;
  return {
    state: foldWork(state, record),
    rows: next,
    before: next.row === null ? addMarks(before, listMarks([record])) : before,
    spent:
      row === null || next.row?.n === row.n
        ? spent
        : new Map(spent).set(row.phase, spentBy(spent, row, next.row?.from ?? null)),
  };
};

const addMarks = ({ marks, total }: PageFold['before'], added: readonly Mark[]): PageFold['before'] => ({
  marks: [...marks, ...added].slice(-MAX_MARKS),
  total: total + added.length,
});

/** The time of a row's phase, with that row. @param until - the end of a wait that lasts; null: it is not counted */
const spentBy = (
  spent: PageFold['spent'],
  { phase, from, to, waits = [] }: NonNullable<RowsFold['row']>,
  until: number | null,
): Spent => {
  const { took, waited } = spent.get(phase) ?? NOTHING_SPENT;
  const more = waits.reduce((sum, wait) => sum + (wait.to ?? until ?? wait.from) - wait.from, 0);
  return { took: took + to - from, waited: waited + more };
};

const NOTHING_SPENT: Spent = { took: 0, waited: 0 };

/** The iteration that the last record belongs to, among those of the run; 0 before the first. */
export const placeOf = ({ rows }: PageFold): number => rows.row?.n ?? 0;

/** Why the current phase was held last, as the head of the page shows it: cause, conditions, and what fails. Pure. */
export interface PageHold {
  readonly phase: string;
  readonly iteration: number;
  readonly cause: string;
  /** The result of the two gates; null where the cause says it. */
  readonly reason: string | null;
  readonly clauses: readonly string[];
  /** The failing tests, with the values of each failure, and the other work. */
  readonly lines: readonly HoldLine[];
}

/** So many characters of each text keep the head of the page a head on a phone too. */
const MAX_CAUSE = 300;
const MAX_LINE = 240;
/** A finding ends with its way out: commands. */
const MAX_FINDING = 600;
/** Longer text is cut before it is made visible. */
const MAX_TEXT = 1_200;

const pageHoldOf = (hold: Hold, { phase, iteration }: Pick<IterationRecord, 'phase' | 'iteration'>): PageHold => {
  const [cause, reason] = [sayCauseOfHold(hold), sayHold(hold)];
  return {
    phase,
    iteration,
    cause: bound(cause, MAX_CAUSE),
    reason: reason === cause ? null : bound(reason, MAX_CAUSE),
    clauses: clauseLines(hold).map(({ text }) => bound(text, MAX_LINE)),
    lines: restOfWork(hold).map(({ kind, text }) => ({
      kind,
      text: bound(text, kind === 'finding' ? MAX_FINDING : MAX_LINE),
    })),
  };
};

const CUT = /… \(cut: ([\d,]+) characters\)$/;

/** One line. A text that was cut names how long it is. */
const bound = (text: string, most: number): string => {
  const line = showText(text, MAX_TEXT).replaceAll(/\s+/g, ' ').trim();
  const length = CUT.exec(line)?.[1] ?? showNumber(line.length);
  const bare = line.replace(CUT, '').slice(0, most);
  return bare.length < line.length ? `${bare.replace(/[\uD800-\uDBFF]$/, '')}… (${length} characters in all)` : line;
};

export interface PageStatus
  extends Pick<
    RunStatus,
    'began' | 'worked_ms' | 'budget' | 'breaker' | 'waits' | 'step' | 'approval' | 'ending' | 'suite_runs' | 'suite_ms'
  > {
  readonly forced_exits: readonly (RunStatus['forced_exits'][number] & { readonly says: string })[];
  /** The first sentence and the commands of a person, while a loop is active, and while none is. */
  readonly active: PageNow;
  readonly ended: PageNow;
  /** The start of the run time after the last record, in milliseconds of the epoch; null once an end was recorded. */
  readonly counts_from: number | null;
  /** The usage that the agent reports; null when it reports none. */
  readonly usage: RunStatus['usage']['run'];
  readonly position: Position;
  /** The last hold of the current phase; null when it is over. */
  readonly held: PageHold | null;
  /** The number of started iterations; the server may not have sent all rows. */
  readonly iterations: number;
  readonly before: readonly Mark[];
  readonly by_phase: readonly PagePhaseStatus[];
}

interface PageNow {
  /** '' where nothing is held. */
  readonly says: string;
  readonly next: readonly NextStep[];
}

interface PagePhaseStatus extends Omit<PhaseStatus, 'held' | 'last_held' | 'flakiness'> {
  /** Milliseconds of work of its iterations. */
  readonly took_ms: number;
  /** Milliseconds in which the loop only waited; a wait that lasts is not in it. */
  readonly waited_ms: number;
}

export interface PageRow extends IterationRow {
  /** How many records it has, of which not all may have been sent. */
  readonly records: number;
  /** Events in it or after it that a reader must see. */
  readonly marks: readonly Mark[];
}

/** As many phases and forced exits as anybody has. */
const ROOM = { text: 1_200, list: 500, keys: 500 } as const;

/** Pure. @param fold - of records without secrets */
export const pageStatusOf = (fold: PageFold): PageStatus => {
  const { state, rows, spent, before } = fold;
  const { phases, position, clock } = state.sums;
  const phase = phaseAt(position);
  const facts = describeRun({ state, phases, phase });
  const { began, worked_ms, budget, breaker, waits, step, approval, forced_exits, ending, usage, by_phase } = facts;
  const held = lastHold(state, phase);
  const last = rows.row;
  const status: PageStatus = {
    began,
    worked_ms,
    budget,
    counts_from: clock?.goesOn === true ? clock.to : null,
    usage: usage.run,
    position,
    iterations: placeOf(fold),
    before: boundMarks(before.marks, before.total),
    by_phase: by_phase.map(({ held: _held, last_held: _last, flakiness: _flakiness, ...sums }) => {
      const { took, waited } =
        sums.phase === last?.phase ? spentBy(spent, last, null) : (spent.get(sums.phase) ?? NOTHING_SPENT);
      return { ...sums, took_ms: took, waited_ms: waited };
    }),
    held: held === null ? null : pageHoldOf(held.hold, held.record),
    breaker,
    suite_runs: facts.suite_runs,
    suite_ms: facts.suite_ms,
    waits,
    active: nowOf(facts, true),
    ended: nowOf(facts, false),
    ...(step === undefined ? {} : { step }),
    ...(approval === undefined ? {} : { approval }),
    forced_exits: forced_exits.map((each) => ({ ...each, says: sayCommand('forced', each) })),
    ending,
  };
  return trimValue(status, ROOM).value;
};

const nowOf = (facts: RunFacts, isGoing: boolean): PageNow => {
  const { says, next } = statusNow(facts, { isGoing });
  return { says, next };
};

/** Null before the first. A left out clause would look met: there are as many as the config and the floor have. */
export const pageRowOf = ({ rows: { row, records } }: PageFold): PageRow | null =>
  row === null
    ? null
    : trimValue({ ...row, records: records.length, marks: boundMarks(listMarks(records)) }, ROOM, ['unmet']).value;

/** The last ones, and how many there were before them. */
const boundMarks = (marks: readonly Mark[], total = marks.length): readonly Mark[] => {
  const more = total - MAX_MARKS;
  const [first] = marks;
  if (more <= 0 || first === undefined) return marks;
  const earlier: Mark = { at: first.at, what: 'earlier', text: `${more} more, in the ledger`, tone: 'plain' };
  return [earlier, ...marks.slice(-MAX_MARKS)];
};
