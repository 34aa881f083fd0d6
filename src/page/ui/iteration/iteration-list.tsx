/**
 * The iterations of the run and what happened between them. Only rows in sight are drawn.
 *
 * @module
 */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { IterationRow as Iteration } from '../../../view/iteration-rows.ts';
import type { RecordGroup } from '../../model/groups.ts';
import { heightOf, listRows, type Row, rowsInSight } from '../../model/list-rows.ts';
import { IterationRow, MarkRow } from './iteration-row.tsx';
import { PrintedList } from '../parts/printed-list.tsx';

interface IterationListProps {
  readonly groups: readonly RecordGroup[];
  readonly iterations: readonly Iteration[];
  /** Records before the break of the ledger; null where it is not broken. */
  readonly sound: number | null;
  /** By its `n`. */
  readonly shown: number | null;
  /** Whether the last one is looked at, whichever that will be. */
  readonly follows: boolean;
  readonly select: (n: number | null) => void;
}

export const IterationList = ({ groups, iterations, sound, shown, follows, select }: IterationListProps) => {
  const box = useRef<HTMLDivElement>(null);
  const [sight, setSight] = useState({ top: 0, height: 600 });
  const rows = useMemo(() => listRows(groups, iterations, sound), [groups, iterations, sound]);
  const isPrinting = usePrinting();
  const count = rows.filter(({ kind }) => kind === 'iteration').length;
  const look = (): void => {
    const { current } = box;
    if (current !== null) setSight({ top: current.scrollTop, height: current.clientHeight });
  };
  useEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    look();
    const observer = new ResizeObserver(look);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (box.current !== null) bringIntoSight(box.current, rows, shown, follows);
  }, [shown, follows && rows.length]);
  return (
    <section class="panel list" aria-labelledby="list-title">
      <header class="panel-head">
        <h2 id="list-title">Iterations</h2>
        <div class="panel-aside">
          {follows && <span>follows the work</span>}
          {!follows && count > 0 && shown !== count && (
            <button type="button" class="link-button" onClick={() => select(count)}>
              to the last
            </button>
          )}
          <span class="count">{count}</span>
        </div>
      </header>
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
          {inSight(rows, sight, shown).map((row) =>
            row.kind === 'mark' ? (
              <MarkRow key={row.key} row={row} />
            ) : (
              <IterationRow key={row.view.n} row={row} count={count} isShown={row.view.n === shown} select={select} />
            ),
          )}
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
  const own = rows.find((row) => row.kind === 'iteration' && row.view.n === shown);
  return own === undefined || seen.includes(own) ? seen : [...seen, own];
};

const bringIntoSight = (box: HTMLElement, rows: readonly Row[], shown: number | null, follows: boolean): void => {
  const row = rows.find((each) => each.kind === 'iteration' && each.view.n === shown);
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
    const begin = (): void => setPrinting(true);
    const end = (): void => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
};
