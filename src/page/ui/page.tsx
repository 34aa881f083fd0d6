/**
 * The whole page: of a report, of a server.
 *
 * @module
 */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { EMPTY, ofReport, type PageState } from '../model/page-state.ts';
import { showStatus, viewRun } from '../model/run-view.ts';
import type { PageData, PageFile, PageRun } from '../page-data.ts';
import { Waiting } from './notices.tsx';
import { RunPage } from './run-page.tsx';
import { nameRun, namedRun } from './address.ts';
import { usePage } from './hooks/use-page.ts';
import { fetchRuns } from './ask-server.ts';

/** The first run is shown. */
export const ReportPage = ({ file }: { readonly file: PageFile }) => {
  const { runs: reports, list = null } = file;
  const [run, choose] = useState(reports[0]?.run ?? '');
  const runs = useMemo(() => reports.map(asChoice), [reports]);
  const report = reports.find((each) => each.run === run);
  const start = useMemo(() => (report === undefined ? EMPTY : ofReport(report, list)), [report]);
  return <OnePage key={run} {...{ run, runs, start, choose }} token={null} />;
};

export const LivePage = ({ token }: { readonly token: string }) => {
  const [chosen, setChosen] = useState(namedRun);
  const [isOver, setOver] = useState(false);
  const runs = useRuns(token, isOver);
  const followed = useRef<string | null>(null);
  followed.current = followRuns(runs, followed.current);
  const run = chosen === '' ? followed.current : chosen;
  const choose = (wanted: string): void => {
    setChosen(wanted);
    nameRun(wanted);
  };
  if (run === null) return <Waiting link="connecting" trouble={null} />;
  return <OnePage key={run} {...{ run, runs, token, choose }} start={EMPTY} onOver={() => setOver(true)} />;
};

interface OnePageProps {
  readonly run: string;
  readonly runs: readonly PageRun[];
  readonly start: PageState;
  /** Null in a report. */
  readonly token: string | null;
  readonly choose: (run: string) => void;
  readonly onOver?: () => void;
}

/** A run of its own: nothing is kept of the one that was looked at before. */
const OnePage = ({ run, runs, start, token, choose, onOver }: OnePageProps) => {
  const { state, act } = usePage(start, token === null ? null : { run, token });
  const { head, rows, status, link } = state;
  const view = useMemo(() => (head === null ? null : viewRun(head, { rows, status })), [head, rows, status]);
  useEffect(() => {
    if (view !== null) document.title = `${view.head.spec} · dualgate`;
  }, [view?.head.spec]);
  // Not after a frame: a busy machine would ask the server that has ended for its runs once more.
  useLayoutEffect(() => {
    if (link === 'over') onOver?.();
  }, [link]);
  return view === null ? (
    <Waiting link={link} trouble={state.trouble} />
  ) : (
    <RunPage {...{ state, view, act, token, runs, choose }} />
  );
};

const asChoice = ({ records, rows: _rows, status, ...head }: PageData): PageRun => ({
  run: head.run,
  spec: head.spec,
  status: showStatus(head, status),
  at: records.at(-1)?.at ?? head.at,
});

/** Milliseconds: before there is one, and after. */
const SOON = 500;

const LATER = 5_000;

/**
 * The runs that the server knows, asked for again and again: a list of work begins one after another.
 *
 * @param token - null in a report, which knows no others than its own
 */
const useRuns = (token: string | null, isOver: boolean): readonly PageRun[] => {
  const [runs, setRuns] = useState<readonly PageRun[]>([]);
  const isFound = runs.length > 0;
  useLayoutEffect(() => {
    if (token === null || isOver) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const ask = async (): Promise<void> => {
      const found = await fetchRuns(token);
      if (isGone) return;
      if (found.length > 0) setRuns(found);
      timer = setTimeout(() => void ask(), found.length > 0 ? LATER : SOON);
    };
    void ask();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [token, isOver, isFound]);
  return runs;
};

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
