/** The iterations of the run and what happened between them. Only rows in sight are drawn. */
import { useMemo, useState, useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { showCount } from '../../../base/text/amounts.ts';
import {
  type RecordGroup,
  type Anchor,
  anchorAt,
  heightOf,
  listRows,
  type Row,
  rowsInSight,
  topOf,
  searchRun,
} from '../../model/list-rows.ts';
import type { PageRow } from '../../page-status.ts';
import { SEARCH } from '../hooks.ts';
import type { Lack } from '../../model/clauses.ts';
import type { RunView } from '../../model/run-view.ts';
import { IterationRow, MarkRow, UnknownRow, PrintedList } from './iteration-row.tsx';
import { LackLine } from '../parts.tsx';

interface SearchBoxProps {
  readonly iterations: readonly PageRow[];
  readonly groups: readonly RecordGroup[];
  readonly select: (n: number) => void;
}

/** Search over iterations and failing tests; each result leads to its iteration. */
const SearchBox = ({ iterations, groups, select }: SearchBoxProps) => {
  const [text, setText] = useState('');
  const { found, total } = useMemo(() => searchRun(text, { iterations, groups }), [text, iterations, groups]);
  return (
    <search class="search">
      <input
        id={SEARCH}
        type="search"
        placeholder="Search"
        aria-label="Search iterations and tests"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {text.trim() !== '' && (
        <>
          <p class="muted" role="status">
            {total === 0 ? 'Nothing is found in the loaded iterations.' : showCount(total, 'result')}
            {found.length < total && `; the newest ${found.length}:`}
          </p>
          <ol class="found">
            {found.map(({ n, place, text: what }, at) => (
              <li key={at}>
                <button type="button" class="link-button" onClick={() => select(n)}>
                  <bdi>{place}</bdi>
                </button>{' '}
                <bdi>{what}</bdi>
              </li>
            ))}
          </ol>
        </>
      )}
    </search>
  );
};

interface IterationListProps {
  readonly view: RunView;
  /** The records that the page has, by iteration. */
  readonly groups: readonly RecordGroup[];
  readonly sound: number | null;
  readonly shown: number | null;
  /** Whether the last one is looked at, whichever that will be. */
  readonly follows: boolean;
  readonly select: (n: number | null) => void;
  /** Asks for the rows around an iteration that was not sent yet. */
  readonly ask: (n: number) => void;
  /** The parts that a file lacks; null when it has all. */
  readonly lack: Lack | null;
}

export const IterationList = ({ view, groups, sound, shown, follows, select, ask, lack }: IterationListProps) => {
  const box = useRef<HTMLDivElement>(null);
  const [sight, setSight] = useState({ top: 0, height: 600 });
  const { count, iterations, before } = view;
  const rows = useMemo(() => listRows({ count, iterations, before }, sound), [count, iterations, before, sound]);
  /** Rows as they were drawn last, and what is seen at the top of them. */
  const drawn = useRef(rows);
  drawn.current = rows;
  const anchor = useRef<Anchor | null>(null);
  const isPrinting = usePrinting();
  const look = (): void => {
    const { current } = box;
    if (current === null) return;
    anchor.current = anchorAt(drawn.current, current.scrollTop);
    setSight({ top: current.scrollTop, height: current.clientHeight });
  };
  useEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    look();
    const observer = new ResizeObserver(look);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  // Rows that come above what is seen move it nowhere.
  useLayoutEffect(() => {
    const top = anchor.current === null ? null : topOf(rows, anchor.current);
    if (box.current !== null && top !== null && !follows && box.current.scrollTop !== top) box.current.scrollTop = top;
  }, [rows]);
  const seen = inSight(rows, sight, shown);
  useEffect(() => {
    // The current scroll position: before the first rows were drawn, it was at the start.
    const { scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    for (const row of rowsInSight(rows, scrollTop, clientHeight)) if (row.kind === 'unknown') ask(row.n);
  }, [rows, sight, ask]);
  useLayoutEffect(() => {
    if (box.current === null) return;
    bringIntoSight(box.current, rows, shown, follows);
    look();
  }, [shown, follows && rows.length]);
  return (
    <section class="panel list" aria-labelledby="list-title">
      <header class="panel-head">
        <h2 id="list-title">Iterations</h2>
        <div class="panel-aside">
          {follows && <span>follows the work</span>}
          {!follows && count > 0 && shown !== count && (
            <button type="button" class="link-button" onClick={() => select(count)}>
              Go to the last
            </button>
          )}
          <span class="count">{count}</span>
        </div>
      </header>
      {lack !== null && <LackLine lack={lack} />}
      {count > 1 && <SearchBox iterations={iterations} groups={groups} select={select} />}
      <div
        ref={box}
        class="list-box"
        role="listbox"
        tabIndex={0}
        aria-labelledby="list-title"
        aria-activedescendant={shown === null ? undefined : `row-${shown}`}
        onScroll={look}
      >
        <div class="list-all" role="presentation" style={{ height: `${heightOf(rows)}px` }}>
          {seen.map((row) => {
            if (row.kind === 'mark') return <MarkRow key={row.key} row={row} />;
            const more = { count, isShown: row.n === shown, select };
            return row.kind === 'unknown' ? (
              <UnknownRow key={row.n} row={row} {...more} />
            ) : (
              <IterationRow key={row.n} row={row} {...more} />
            );
          })}
        </div>
      </div>
      {isPrinting && <PrintedList rows={rows} />}
    </section>
  );
};

/** The one that is looked at is drawn wherever it is: a screen reader is pointed to it. */
const inSight = (
  rows: readonly Row[],
  { top, height }: { readonly top: number; readonly height: number },
  shown: number | null,
): readonly Row[] => {
  const seen = rowsInSight(rows, top, height);
  const own = rows.find((row) => row.kind !== 'mark' && row.n === shown);
  return own === undefined || seen.includes(own) ? seen : [...seen, own];
};

const bringIntoSight = (box: HTMLElement, rows: readonly Row[], shown: number | null, follows: boolean): void => {
  const row = rows.find((each) => each.kind !== 'mark' && each.n === shown);
  if (row === undefined) return;
  if (follows) box.scrollTop = heightOf(rows);
  else if (row.top < box.scrollTop) box.scrollTop = row.top;
  else if (row.top + row.height > box.scrollTop + box.clientHeight)
    box.scrollTop = row.top + row.height - box.clientHeight;
};

/** Whether the page is being printed: what is drawn only in sight has to be drawn whole then. */
const usePrinting = (): boolean => {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const start = (): void => setPrinting(true);
    const end = (): void => setPrinting(false);
    addEventListener('beforeprint', start);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', start);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
};
