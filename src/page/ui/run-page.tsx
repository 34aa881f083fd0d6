/** A run on the page, from its head to the selected iteration. */
import { useMemo, useRef } from 'preact/hooks';
import { sayPhase, type RunView, headlineOf } from '../model/run-view.ts';
import { PHASE_STATES, OUTCOMES } from '../model/status-labels.ts';
import { lackOf, lackOfFile } from '../model/clauses.ts';
import { type PageState, findRow } from '../model/page-state.ts';
import type { PageItems, PlacedRecord, PageRun } from '../page-data.ts';
import { Actors, LivePanel } from './live-panel.tsx';
import { ChartPanel } from './charts/chart-panel.tsx';
import { CountsChart } from './charts/counts-chart.tsx';
import { Header } from './header.tsx';
import { HoldDetails, Notices } from './headline.tsx';
import { ItemList, TaskList } from './task-list.tsx';
import { IterationDetail, LackingIteration } from './iteration/iteration-detail.tsx';
import { IterationList } from './iteration/iteration-list.tsx';
import { openTranscript } from './iteration/changes-section.tsx';
import { OperatorCommands } from './operator-commands.tsx';
import { ReportPanel } from './report-panel.tsx';
import { Timeline } from './charts/timeline.tsx';
import { useKeys, Ticking, KEYS } from './hooks.ts';
import { useOlder, type OpenPage } from './use-page.ts';
import type { RefObject } from 'preact';
import { Chip } from './parts.tsx';

const MEANINGS = [
  [OUTCOMES.exited, 'both gates agreed in that iteration: the phase was exited'],
  [OUTCOMES.held, 'at least one gate was not satisfied: the reasons are shown beside it'],
  [OUTCOMES.halted, 'held, and the run halted'],
  [OUTCOMES.open, 'active, or without a decision'],
  [OUTCOMES.forced, 'an operator forced the exit without the gates'],
] as const;

const HelpDialog = ({ dialog }: { readonly dialog: RefObject<HTMLDialogElement | null> }) => (
  <dialog ref={dialog} class="dialog" aria-labelledby="help-title">
    <h2 id="help-title">Keys and signs</h2>
    <dl class="keys">
      {KEYS.map(([keys, what]) => (
        <div key={keys}>
          <dt>
            {keys.split(', ').map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
    <ul class="meanings">
      {MEANINGS.map(([shown, what]) => (
        <li key={shown.word}>
          <Chip shown={shown} /> {what}
        </li>
      ))}
      <li>
        <code>1✗ 2✓ ●○ held 2 ×</code> gate 1 is not satisfied, gate 2 is; one of two green runs; held twice
      </li>
    </ul>
    <form method="dialog" class="dialog-buttons">
      <button class="button">Close</button>
    </form>
  </dialog>
);

/** The phases in a row, for a window without room for the chart: signs, holds, and gates of the last decision. */
const PhaseStrip = ({ view }: { readonly view: RunView }) => (
  <ol class="phase-strip panel" aria-label="Phases in order">
    {view.phases.map((row) => {
      const { sign, word, tone } = PHASE_STATES[row.state];
      return (
        <li key={row.phase} class={row.phase === view.position.phase ? 'strip-now' : ''} title={row.purpose}>
          <span class={`tone-${tone}`} aria-hidden="true">
            {sign}
          </span>{' '}
          <bdi>{row.phase}</bdi> <span class="hidden">{word}</span>
          <small class="muted">{sayPhase(view, row)}</small>
        </li>
      );
    })}
  </ol>
);

interface RunPageProps {
  readonly state: PageState;
  readonly view: RunView;
  readonly act: OpenPage['act'];
  readonly token: string | null;
  readonly runs: readonly PageRun[];
  /** Null before the first, and in a report. */
  readonly items: PageItems | null;
  readonly choose: (run: string) => void;
}

export const RunPage = ({ state, view, act, token, runs, items, choose }: RunPageProps) => {
  const help = useRef<HTMLDialogElement>(null);
  const { run } = view.head;
  const last = view.count === 0 ? null : view.count;
  const shown = state.selected ?? last;
  const select = (n: number | null): void => act({ do: 'select', n: n === last && view.head.going ? null : n });
  // The active iteration has to be drawn first.
  const showTranscript = (): void => {
    select(null);
    setTimeout(openTranscript, 50);
  };
  useKeys({ shown, last: last ?? 0, select, help });
  const row = shown === null ? undefined : findRow(view.iterations, shown);
  const records = state.groups.find(({ n }) => n === shown)?.records ?? NO_RECORDS;
  const older = useOlder({
    state,
    view,
    act,
    token,
    shown: shown === null ? null : { n: shown, row, has: records.length },
  });
  const lack = shown === null ? null : lackOf(run, row, records.length, older.why);
  // News come many times a second, and move none of these.
  const chart = useMemo(() => (view.head.chart.nodes.length > 0 ? <ChartPanel view={view} /> : null), [view]);
  const timeline = useMemo(() => <Timeline view={view} select={select} />, [view]);
  const counts = useMemo(() => <CountsChart view={view} shown={shown} select={select} />, [view, shown]);
  // Ids begin with the time.
  const isNewest = runs.every((each) => each.run <= run);
  const headline = headlineOf(view, { list: state.list, isNewest, live: state.live });
  const newer = runs.find((each) => each.status === 'running' && each.run > run);
  // Both columns are about as long.
  const isLong = view.head.going || view.head.commands || (items?.total ?? 0) > 0;
  return (
    <Ticking.Provider value={!isStill(state)}>
      <a class="skip-link" href="#iteration">
        Go to the iteration
      </a>
      <Header
        {...{ view, live: state.live, trouble: state.trouble, sound: state.sound, runs, choose }}
        {...{ headline, list: state.list }}
        openHelp={() => help.current?.showModal()}
      />
      <Notices
        link={state.link}
        trouble={state.trouble}
        sound={state.sound}
        forced={view.forced}
        newer={newer === undefined || view.head.going ? null : { run: newer, choose }}
        isStill={view.head.going && isStill(state)}
      />
      <main class="page">
        {/* Nothing is shown of a ledger that was sealed again. */}
        {state.sound !== 0 && (
          <>
            {state.list !== null && <TaskList list={state.list} run={view.head.run} runs={runs} choose={choose} />}
            {headline.hold !== null && state.trouble === null && <HoldDetails hold={headline.hold} />}
            <div class="overview">
              <div class="side">
                {chart}
                {chart !== null && <PhaseStrip view={view} />}
                {isLong && <Actors view={view} live={state.live} />}
              </div>
              <div class="work">
                {/* Above what grows: a click on one button must not hit another. */}
                {view.head.commands && token !== null && (
                  <OperatorCommands view={view} token={token} isOver={state.link === 'over'} />
                )}
                {view.head.going && <LivePanel view={view} state={state} openTranscript={showTranscript} />}
                {timeline}
                {counts}
                {items !== null && hasItems(items) && (
                  <ItemList items={items} run={view.head.run} runs={runs} choose={choose} />
                )}
                {!isLong && <Actors view={view} live={state.live} />}
              </div>
            </div>
            {state.sections.length > 0 && <ReportPanel sections={state.sections} />}
            <div class="split">
              <IterationList
                view={view}
                groups={state.groups}
                sound={state.sound}
                lack={token === null ? lackOfFile(run, state.groups.find(({ n }) => n > 0)?.n ?? 1) : null}
                shown={shown}
                follows={view.head.going && state.selected === null}
                select={select}
                ask={older.askRows}
              />
              {row !== undefined && <IterationDetail {...{ row, records, lack, view, token, counted: state.points }} />}
              {row === undefined && shown !== null && <LackingIteration n={shown} lack={lack} />}
            </div>
          </>
        )}
      </main>
      <HelpDialog dialog={help} />
    </Ticking.Provider>
  );
};

const isStill = ({ link }: PageState): boolean => link === 'lost' || link === 'over';

/** A panel with nothing in it says nothing. */
const hasItems = ({ total, problem }: PageItems): boolean => total > 0 || problem !== null;

const NO_RECORDS: readonly PlacedRecord[] = [];
