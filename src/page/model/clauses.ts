/** The clauses of both gates of an iteration, each met or not met, with its measured value. */
import { type ClauseStatus, listClauses } from '../../../gates/list-clauses.ts';
import type { LedgerData } from '../../records/records.ts';
import type { PagePhase, PageRecord, PlacedRecord } from '../page-data.ts';
import { joinAll, type TotalOf, totalsOf } from './count-points.ts';
import type { Signal } from '../../../gates/iteration.ts';
import { SIGNAL_REASONS } from '../../../gates/signal-reasons.ts';
import type { PageSaid } from '../say-record.ts';
import { showNumber } from '../../base/text/amounts.ts';
import { quoteWord } from '../../base/text/quote-text.ts';
import type { PageRow } from '../page-status.ts';

export interface GateView {
  readonly satisfied: boolean;
  readonly clauses: readonly ClauseStatus[];
}

/** A phase that the config no longer has, or that the server did not send: only the unmet clauses are known. */
const NOTHING = { source: '', metrics: [], clauses: [] } as const;
const NOT_REPORTED = { gate_1: NOTHING, gate_2: NOTHING, floor: [] } as const;

export const viewGates = (
  { record, decision }: Pick<LedgerData['iteration.decided'], 'record' | 'decision'>,
  phases: readonly PagePhase[],
): Readonly<Record<'gate_1' | 'gate_2', GateView>> => {
  const asks = phases.find(({ phase }) => phase === decision.phase)?.asks;
  const asked = listClauses(asks ?? NOT_REPORTED, record, decision);
  return {
    gate_1: { satisfied: decision.gate_1.satisfied, clauses: asked.gate_1 },
    gate_2: { satisfied: decision.gate_2.satisfied, clauses: asked.gate_2 },
  };
};

/** `tests_failing 3`, `criteria_count 4 · tests_total 2`; `not measured` where nothing was. */
export const showValues = (values: ClauseStatus['values']): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${value === null ? 'not measured' : String(value)}`)
    .join(' · ');

type Decided = PageRecord & { readonly type: 'iteration.decided' };

/** The decision with what was cut of it. */
export const findDecided = (records: readonly PageRecord[]): Decided | undefined =>
  records.find((record): record is Decided => record.type === 'iteration.decided');

export const testRunsOf = (records: readonly PageRecord[]): readonly LedgerData['tests.ended'][] =>
  records.flatMap((record) => (record.type === 'tests.ended' ? [record.data] : []));

/** Null where a row has nothing to say. */
type Rows = readonly (readonly [name: string, text: string | null])[];

const list = (values: Readonly<Record<string, unknown>>): string | null =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(' · ') || null;

/** Evidence for completion, if a phase needs it: the indicators of spec 000, the score of spec 002. None if nothing was counted. */
export const listCompletion = (
  { record: { indicators, confidence }, completion }: Pick<LedgerData['iteration.decided'], 'record' | 'completion'>,
  totalOf: TotalOf = totalsOf(undefined),
): Rows => {
  const rows: Rows[number][] = [];
  if (indicators !== undefined) {
    const { patterns, evidence, threshold, lifted } = indicators;
    const all = totalOf('record.indicators.patterns', patterns.length);
    const count = all + Object.values(evidence).filter(Boolean).length;
    const held = Object.fromEntries(Object.entries(evidence).map(([name, holds]) => [name, holds ? 'yes' : 'no']));
    rows.push(
      ['indicators', `${count} of ${threshold}${lifted === true ? ', lifted by EXIT_OVERRIDE' : ''}`],
      ['patterns found', joinAll(patterns, ' · ', all) ?? 'none'],
      ['evidence', list(held)],
    );
  }
  if (confidence !== undefined) {
    const { score, threshold, parts, keywords } = confidence;
    const given = Object.entries(parts).flatMap(([part, points]) =>
      points > 0 ? [`${part.replaceAll('_', ' ')} ${points}`] : [],
    );
    const decided = completion === undefined ? '' : `, decided by the ${completion.decided_by}`;
    rows.push(
      ['confidence', `${score} of ${threshold} required${decided}`],
      ['points', given.join(' · ') || 'none'],
      ['keywords', joinAll(keywords, ' · ', totalOf('record.confidence.keywords', keywords.length))],
    );
  }
  return rows;
};

/** The exit signal: its value, its channel, its line, and other fields. */
export const listSignal = (signal: Signal, records: readonly PageRecord[]): Rows => {
  const totalOf = totalsOf(findDecided(records));
  const turn = records.findLast((record) => record.type === 'turn.ended');
  const transcript = turn?.data.transcript ?? null;
  const { value, source, dialect, line, status, reason, detail, says, told, claims } = signal;
  const remaining = told?.remaining_work ?? [];
  return [
    ['said', value === null ? 'not readable' : value ? 'yes' : 'no'],
    ['read as', `${SIGNAL_REASONS[reason][0]}${detail === undefined ? '' : `: ${detail}`}`],
    ['by', source === null ? null : source === 'command' ? 'the signal command' : `a ${dialect ?? ''} block`],
    ['at', transcript === null ? null : `${transcript}${line === null ? '' : `:${line}`}`],
    ['status', status],
    ['blockers', joinAll(signal.blockers, '; ', totalOf('record.signal.blockers', signal.blockers.length))],
    ['because', says ?? told?.because ?? null],
    ['progress', told?.progress_percent === undefined ? null : `${told.progress_percent} %`],
    ['confidence', told?.confidence ?? null],
    ['requests', told?.override === true ? 'lifting the threshold (EXIT_OVERRIDE)' : null],
    ['tests', told?.tests_status ?? null],
    ['remaining', joinAll(remaining, '; ', totalOf('record.signal.told.remaining_work', remaining.length))],
    ['claims', list(claims ?? {})],
  ];
};

export interface Message extends PageSaid {
  /** ISO 8601. */
  readonly at: string;
}

export const listMessages = (records: readonly Pick<PlacedRecord, 'at' | 'said'>[]): readonly Message[] =>
  records.flatMap(({ at, said }) => said.map((each) => ({ at, ...each })));

export interface Lack {
  readonly says: string;
  /** As typed; null if there is none. */
  readonly command: string | null;
}

/**
 * @param row - undefined: not even that is there @param has - how many of its records the page has
 * @param asked - on a live page: why the rest did not arrive; '' while it is loading. Null in a file
 */
export const lackOf = (
  run: string,
  row: Pick<PageRow, 'phase' | 'iteration' | 'records'> | undefined,
  has: number,
  asked: string | null,
): Lack | null => {
  if (row === undefined) return { says: asked === null || asked === '' ? READING : asked, command: null };
  const lacks = row.records - has;
  if (lacks <= 0) return null;
  if (asked === '') return { says: READING, command: null };
  const which =
    has === 0
      ? 'The records of this iteration are'
      : `${showNumber(lacks)} of the ${showNumber(row.records)} records of this iteration are`;
  const where = asked === null ? 'not in this file.' : `not shown here. ${asked}`;
  const command = `dualgate explain ${quoteWord(row.phase)} ${row.iteration} --run ${quoteWord(run)}`;
  return { says: `${which} ${where} To see them as text:`, command };
};

const READING = 'Loading this iteration …';

/** In a file: the first iterations, whose records it lacks. @param first - the `n` of the first iteration with records */
export const lackOfFile = (run: string, first: number): Lack | null =>
  first <= 1
    ? null
    : {
        says: `For iterations up to ${showNumber(first - 1)} this file has one line each, without details. To see one as text:`,
        command: `dualgate explain PHASE N --run ${quoteWord(run)}`,
      };
