/** The state of the page: the received data, the link to the server, and the selection of the reader. Pure. */
import type { PageRow, PageStatus } from '../page-status.ts';
import type { PageData, PageHead, PageList, PageMessages, PagePart, PlacedRecord } from '../page-data.ts';
import type { PageAgent } from '../page-transcript.ts';
import type { ReportSection } from '../report/report.ts';
import { addRecords, insertRecords, type RecordGroup } from './list-rows.ts';
import { foldLive, type Live } from '../../view/live.ts';
import { type CountPoints, foldPoints, NO_POINTS } from './count-points.ts';

/** Replaces or inserts these rows, each in the place of its iteration. A late answer with fewer records is ignored. */
export const mergeRows = (rows: readonly PageRow[], fresh: readonly PageRow[]): readonly PageRow[] => {
  const [first] = fresh;
  const last = rows.at(-1);
  if (first === undefined) return rows;
  // An active run sends its last rows, and there may be thousands before them.
  if (last === undefined || first.n > last.n) return [...rows, ...fresh];
  if (first.n === last.n)
    return [...rows.slice(0, -1), ...(first.records < last.records ? [last, ...fresh.slice(1)] : fresh)];
  const known = new Map(rows.map((row) => [row.n, row]));
  for (const row of fresh) if (row.records >= (known.get(row.n)?.records ?? 0)) known.set(row.n, row);
  return [...known.values()].toSorted((one, other) => one.n - other.n);
};

/** The last ones, from the last gap on: what can be drawn along time. */
export const lastStretch = (rows: readonly PageRow[]): readonly PageRow[] => {
  const gap = rows.findLastIndex(({ n }, at) => at > 0 && rows[at - 1]?.n !== n - 1);
  return gap <= 0 ? rows : rows.slice(gap);
};

export const findRow = (rows: readonly PageRow[], n: number): PageRow | undefined => {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((rows[middle]?.n ?? n) < n) low = middle + 1;
    else high = middle;
  }
  return rows[low]?.n === n ? rows[low] : undefined;
};

/** `none`: a report. `over`: the run ended, and its server with it. */
export type Link = 'none' | 'connecting' | 'open' | 'lost' | 'over';

export interface PageState {
  readonly head: PageHead | null;
  /** In order; of a long run those of the last iterations, and of those that were looked at. */
  readonly groups: readonly RecordGroup[];
  readonly rows: readonly PageRow[];
  /** Behind the last record; null before the first. */
  readonly status: PageStatus | null;
  /** The server's id of the last record; null before the first. */
  readonly lastId: number | null;
  /** The current step of the run; null without one, or while it is unknown. */
  readonly live: Live | null;
  readonly points: CountPoints;
  /** The last sentence of the iteration that no record has; null without one. */
  readonly news: string | null;
  readonly link: Link;
  /** Reason why the shown data is invalid or has stopped; null if nothing is wrong. */
  readonly trouble: string | null;
  /** The number of valid records before the break of the ledger; null when it is not broken. */
  readonly sound: number | null;
  /** The text of the report; none on a live page. */
  readonly sections: readonly ReportSection[];
  /** That the run belongs to; null where it is of none. */
  readonly list: PageList | null;
  readonly agent: PageAgent | null;
  /** The iteration that is looked at, by its `n`; null: always the last one. */
  readonly selected: number | null;
}

export type PageAction =
  | { readonly do: 'head'; readonly head: PageHead }
  | { readonly do: 'records'; readonly records: PageMessages['records']; readonly id: number | null }
  | { readonly do: 'rows'; readonly rows: readonly PageRow[] }
  | { readonly do: 'status'; readonly status: PageStatus }
  | { readonly do: 'part'; readonly part: PagePart }
  | { readonly do: 'event'; readonly event: PageMessages['event'] }
  | { readonly do: 'list'; readonly list: PageList }
  | { readonly do: 'agent'; readonly agent: PageAgent }
  | { readonly do: 'going'; readonly going: boolean }
  | { readonly do: 'link'; readonly link: Link }
  | { readonly do: 'trouble'; readonly said: string; readonly sound?: number | undefined }
  /** `null`: follow the last one. */
  | { readonly do: 'select'; readonly n: number | null };

export const EMPTY: PageState = {
  head: null,
  groups: [],
  rows: [],
  status: null,
  lastId: null,
  live: null,
  points: NO_POINTS,
  news: null,
  link: 'connecting',
  trouble: null,
  sound: null,
  sections: [],
  list: null,
  agent: null,
  selected: null,
};

/** The state of a page that is one file. @param list - of the file: it may be one that the run is not of */
export const ofReport = (
  { records, rows, status, sections, ...head }: PageData,
  list: PageList | null = null,
): PageState => ({
  ...EMPTY,
  list: list?.tasks.some(({ run }) => run === head.run) === true ? list : null,
  head,
  sections,
  groups: addRecords([], records),
  rows,
  status,
  link: 'none',
});

export const reducePage = (state: PageState, action: PageAction): PageState => {
  switch (action.do) {
    case 'head':
      return state.head?.run === action.head.run
        ? believed({ ...state, head: action.head })
        : { ...EMPTY, head: action.head, link: state.link };
    case 'records': {
      // Whatever is put back there: it was broken.
      if (state.sound !== null) return state;
      const records = unseen(action.records, action.id, state.lastId);
      return { ...state, groups: addRecords(state.groups, records), lastId: action.id ?? state.lastId };
    }
    case 'rows':
      return state.sound === null ? { ...state, rows: mergeRows(state.rows, action.rows) } : state;
    case 'status':
      return state.sound === null ? { ...state, status: action.status } : state;
    case 'part':
      // Nothing of a ledger that was sealed anew is shown.
      return state.sound === 0
        ? state
        : {
            ...state,
            rows: mergeRows(state.rows, action.part.rows),
            groups: insertRecords(state.groups, action.part.records),
          };
    case 'event':
      return receive(state, action.event);
    case 'list':
      return { ...state, list: action.list };
    case 'agent':
      return { ...state, agent: action.agent };
    case 'going':
      return state.head === null ? state : { ...state, head: { ...state.head, going: action.going } };
    case 'link':
      return state.link === 'over' ? state : { ...state, link: action.link };
    case 'trouble':
      return believed({ ...breakAt(state, action.sound), trouble: action.said });
    case 'select':
      return { ...state, selected: action.n };
  }
};

const NEWS_ENDS: ReadonlySet<string> = new Set(['iteration.started', 'waiting', 'run.ended']);

const receive = (state: PageState, event: PageMessages['event']): PageState => {
  const live = foldLive(state.live, event);
  // The page shows a wait in its own place.
  const news = NEWS_ENDS.has(event.type) ? null : (event.news ?? state.news);
  return { ...state, live, news, points: foldPoints(state.points, live, event) };
};

/** The page hides a ledger that was sealed again, even if it was visible before. */
const breakAt = (state: PageState, sound: number | undefined): PageState => {
  if (sound === undefined) return state;
  return sound > 0
    ? { ...state, sound }
    : { ...state, sound, groups: [], rows: [], status: null, lastId: null, live: null, news: null, selected: null };
};

/** No operator command is offered for a run that cannot be believed: it would be refused. */
const believed = (state: PageState): PageState =>
  state.trouble === null || state.head === null ? state : { ...state, head: { ...state.head, commands: false } };

/** After a lost link a server may begin with what was there already. */
const unseen = (
  records: readonly PlacedRecord[],
  id: number | null,
  lastId: number | null,
): readonly PlacedRecord[] => {
  if (id === null || lastId === null) return records;
  const fresh = id - lastId;
  if (fresh <= 0) return [];
  return fresh < records.length ? records.slice(-fresh) : records;
};
