/** The entry of the page: with data in it, it is a report; without, it asks its server. */
import { render } from 'preact';
import type { PageFile, PageData, PageItems, PageRun } from '../page-data.ts';
import { applyTheme, storedTheme } from './header.tsx';
import { readToken, nameRun, namedRun, fetchItems, fetchRuns, usePage } from './use-page.ts';
import './page.css';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { EMPTY, ofReport, type PageState } from '../model/page-state.ts';
import { sayDoingNow, worstRun } from '../model/task-rows.ts';
import { STATUSES } from '../model/status-labels.ts';
import type { Live } from '../../view/live.ts';
import { useNow, useAsked } from './hooks.ts';
import { type RunView, showStatus, viewRun } from '../model/run-view.ts';
import { ItemList } from './task-list.tsx';
import { Waiting } from './headline.tsx';
import { RunPage } from './run-page.tsx';

/** A tab among many says what happens, or how it ended. */
const titleOf = (view: RunView, live: Live | null, now: number): string => {
  const { head, now: said, status } = view;
  const waits = said.says !== '' && view.hold === null;
  const doing = head.going ? (waits ? said.says : sayDoingNow(view, live, now)) : STATUSES[status].word;
  return `${doing} · ${head.spec} · dualgate`;
};

const ReportPage = ({ file }: { readonly file: PageFile }) => {
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

const LivePage = ({ token }: { readonly token: string }) => {
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

/** The run to show when the user chose none: the active one, until another is. @param shown - null before the first */
const followRuns = (runs: readonly PageRun[], shown: string | null): string | null => {
  const [first] = runs;
  if (first === undefined || shown === null) return first?.run ?? null;
  const isShownGoing = runs.some(({ run, status }) => run === shown && status === 'running');
  return !isShownGoing && first.status === 'running' ? first.run : shown;
};

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath d='M3 14V4a2 2 0 0 1 2-2h1v12M13 14V4a2 2 0 0 0-2-2h-1v12' fill='none' stroke='%234878d8' stroke-width='2'/%3E%3C/svg%3E";

/** One run, or several in one file. */
const readFile = (): PageFile | null => {
  const text = document.getElementById('dualgate-data')?.textContent;
  if (text === undefined || text === null || text.trim() === '') return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the program that wrote this page
  return JSON.parse(text) as PageFile;
};

const addIcon = (): void => {
  const icon = document.createElement('link');
  icon.rel = 'icon';
  icon.href = ICON;
  document.head.append(icon);
};

const start = (): void => {
  applyTheme(storedTheme());
  if (document.documentElement.lang === '') document.documentElement.lang = 'en';
  if (document.querySelector('link[rel=icon]') === null) addIcon();
  const place = document.getElementById('dualgate-page') ?? document.createElement('div');
  place.id = 'dualgate-page';
  if (!place.isConnected) document.body.append(place);
  const file = readFile();
  render(file === null ? <LivePage token={readToken()} /> : <ReportPage file={file} />, place);
};

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
else start();
