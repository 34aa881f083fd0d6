/** The whole page: of a report, of a server. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { EMPTY, ofReport, type PageState } from '../model/page-state.ts';
import { sayDoingNow, worstRun } from '../model/task-rows.ts';
import { STATUSES } from '../model/status-labels.ts';
import type { Live } from '../../view/live.ts';
import { useNow, useAsked } from './hooks.ts';
import { type RunView, showStatus, viewRun } from '../model/run-view.ts';
import type { PageData, PageFile, PageItems, PageRun } from '../page-data.ts';
import { ItemList } from './task-list.tsx';
import { Waiting } from './notices.tsx';
import { RunPage } from './run-page.tsx';
import { nameRun, namedRun, fetchItems, fetchRuns } from './ask-server.ts';
import { usePage } from './use-page.ts';

/** A tab among many says what happens, or how it ended. */
const titleOf = (view: RunView, live: Live | null, now: number): string => {
  const { head, now: said, status } = view;
  const waits = said.says !== '' && view.hold === null;
  const doing = head.going ? (waits ? said.says : sayDoingNow(view, live, now)) : STATUSES[status].word;
  return `${doing} · ${head.spec} · dualgate`;
};

/** The first run is shown. */
export const ReportPage = ({ file }: { readonly file: PageFile }) => {
  const { runs: reports, list = null } = file;
  const [run, choose] = useState(() => firstRun(file));
  const runs = useMemo(() => reports.map(asChoice), [reports]);
  const report = reports.find((each) => each.run === run);
  const start = useMemo(() => (report === undefined ? EMPTY : ofReport(report, list)), [report]);
  return <OnePage key={run} {...{ run, runs, start, choose }} items={null} token={null} />;
};

/** The run of the worst task, in a list. */
const firstRun = ({ runs, list }: PageFile): string => {
  const worst = list === undefined ? null : worstRun(list);
  return runs.find(({ run }) => run === worst)?.run ?? runs[0]?.run ?? '';
};

export const LivePage = ({ token }: { readonly token: string }) => {
  const [chosen, setChosen] = useState(namedRun);
  const [isOver, setOver] = useState(false);
  const runs = useAsked(fetchRuns, { token, isOver }) ?? NO_RUNS;
  const items = useAsked(fetchItems, { token, isOver });
  const followed = useRef<string | null>(null);
  followed.current = followRuns(runs, followed.current);
  const run = chosen === '' ? followed.current : chosen;
  const choose = (wanted: string): void => {
    setChosen(wanted);
    nameRun(wanted);
  };
  if (run === null)
    return items === null || items.total === 0 ? (
      <Waiting link="connecting" trouble={null} />
    ) : (
      <Waiting link="connecting" trouble="No run has started.">
        <ItemList items={items} run="" {...{ runs, choose }} />
      </Waiting>
    );
  return <OnePage key={run} {...{ run, runs, items, token, choose }} start={EMPTY} onOver={() => setOver(true)} />;
};

const NO_RUNS: readonly PageRun[] = [];

interface OnePageProps {
  readonly run: string;
  readonly runs: readonly PageRun[];
  /** Null before the first, and in a report. */
  readonly items: PageItems | null;
  readonly start: PageState;
  /** Null in a report. */
  readonly token: string | null;
  readonly choose: (run: string) => void;
  readonly onOver?: () => void;
}

/** A run of its own: nothing is kept of the one that was looked at before. */
const OnePage = ({ run, runs, items, start, token, choose, onOver }: OnePageProps) => {
  const { state, act } = usePage(start, token === null ? null : { run, token });
  const { head, rows, status, link } = state;
  const view = useMemo(() => (head === null ? null : viewRun(head, { rows, status })), [head, rows, status]);
  const now = useNow(view?.head.going === true && link !== 'lost' && link !== 'over');
  const title = view === null ? null : titleOf(view, state.live, now);
  useEffect(() => {
    if (title !== null) document.title = title;
  }, [title]);
  // Not after a frame: a busy machine would ask the server that has ended for its runs once more.
  useLayoutEffect(() => {
    if (link === 'over') onOver?.();
  }, [link]);
  return view === null ? (
    <Waiting link={link} trouble={state.trouble} />
  ) : (
    <RunPage {...{ state, view, act, token, runs, items, choose }} />
  );
};

const asChoice = ({ records, rows: _rows, status, ...head }: PageData): PageRun => ({
  run: head.run,
  spec: head.spec,
  status: showStatus(head, status),
  at: records.at(-1)?.at ?? head.at,
});

/**
 * The run to show when the user chose none: the active one, until another becomes active.
 *
 * @param shown - null before the first
 */
const followRuns = (runs: readonly PageRun[], shown: string | null): string | null => {
  const [first] = runs;
  if (first === undefined || shown === null) return first?.run ?? null;
  const isShownGoing = runs.some(({ run, status }) => run === shown && status === 'running');
  return !isShownGoing && first.status === 'running' ? first.run : shown;
};
