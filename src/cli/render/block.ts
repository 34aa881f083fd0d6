/** The live lines below the scrolled ones: five if there is room, else three or one; none as wide as the terminal. */
import { sayCounts } from '../../records/events/tests.events.ts';
import { showClock, showCost, showCount, showDuration, showTokens } from '../../base/text/amounts.ts';
import { type Live, type PhaseSeen, sayDoing, sumOf } from '../../view/live.ts';
import { cutTo, widthOf } from './display-width.ts';
import { type Paint, plain } from './paint.ts';
import type { ListEvent } from '../../queue/list/list-events.ts';

export interface Room {
  readonly columns: number;
  readonly rows: number;
}

/** The time of a shorter step is not shown, in milliseconds. */
const SHORT_MS = 10_000;
/** A smaller terminal has one live line. */
const MIN_COLUMNS = 40;
const MIN_ROWS = 10;
/** A terminal of this height has all lines. */
const ALL_ROWS = 16;
const SOME_LINES = 3;

/** At least one line. @param now - milliseconds since the epoch */
export const renderBlock = (live: Live, now: number, room: Room, paint: Paint): readonly string[] => {
  const columns = Math.max(1, room.columns - 1);
  if (columns < MIN_COLUMNS - 1 || room.rows < MIN_ROWS) return [cutTo(renderLine(live, now), columns)];
  const lines = [
    renderSpine(live, now, columns, paint),
    cutTo(renderStep(live, now), columns),
    renderTestLine(live, columns, paint),
    renderHeld(live, columns, paint),
    renderRemaining(live, now, columns, paint),
  ].filter((line) => line !== '');
  return lines.slice(0, room.rows < ALL_ROWS ? SOME_LINES : undefined);
};

const renderLine = (live: Live, now: number): string => {
  const elapsed = showDuration(Math.max(0, now - live.phaseSince));
  const { counts } = live.tests;
  const says = live.wait === null && counts !== null && isAboutTests(live) ? `: ${sayCounts(counts)}` : '';
  return `▶ ${titleOf(live)}${elapsed}  ${renderDoing(live, now)}${says}${renderTook(live, now)}`.trimEnd();
};

const isAboutTests = ({ doing }: Live): boolean => doing === 'tests' || doing === 'baseline';

/** The current step, without what other lines show. */
const renderStep = (live: Live, now: number): string => {
  const of = live.remaining === null ? '' : ` of ${live.iteration + live.remaining.in_phase - 1}`;
  const elapsed = showDuration(Math.max(0, now - live.phaseSince));
  return `  ${titleOf(live, of)}${elapsed}  ${renderDoing(live, now)}${renderTook(live, now)}`.trimEnd();
};

/** @param of - after the number of the iteration */
const titleOf = ({ phase, iteration }: Live, of = ''): string =>
  phase === null ? '' : `${plain(phase)}${iteration === 0 ? '' : ` ${iteration}${of}`}  `;

/** The current step; during a wait the countdown, the reason, and the time of day. */
const renderDoing = (live: Live, now: number): string => {
  const { wait } = live;
  if (wait === null) return plain(sayDoing(live));
  const left = showDuration(Math.max(0, Date.parse(wait.until) - now));
  return `waits ${left}, until ${showClock(wait.until)}, ${sayDoing(live)}`;
};

const renderTook = (live: Live, now: number): string => {
  const step = now - live.since;
  return live.wait === null && live.since > live.phaseSince && step >= SHORT_MS ? ` (${showDuration(step)})` : '';
};

const SIGNS = { ahead: '○', now: '▶', exited: '✓', forced: '!' } as const satisfies Record<PhaseSeen['is'], string>;

/** The phases with their signs, and the run time at the right; without room, the number of exited phases. */
const renderSpine = (live: Live, now: number, columns: number, paint: Paint): string => {
  const { phases } = live;
  const whole = showDuration(Math.max(0, now - live.runSince));
  const paints = { ahead: paint.faint, now: paint.strong, exited: paint.good, forced: paint.bad };
  const chain = phases.map(({ phase, is }) => paints[is](`${SIGNS[is]} ${plain(phase)}`)).join(paint.faint(' ── '));
  const spine = widthOf(chain) + whole.length + 2 <= columns ? chain : foldSpine(phases, columns - whole.length - 2);
  return `${spine}${' '.repeat(Math.max(2, columns - widthOf(spine) - whole.length))}${paint.faint(whole)}`;
};

const foldSpine = (phases: readonly PhaseSeen[], columns: number): string => {
  const over = phases.filter(({ is }) => is === 'exited' || is === 'forced').length;
  const now = phases.find(({ is }) => is === 'now');
  const here = now === undefined ? '' : ` ── ${SIGNS.now} ${plain(now.phase)}`;
  return cutTo(`${SIGNS.exited} ${over} of ${phases.length}${here}`, columns);
};

const renderTestLine = ({ tests: { counts, expected, isRunning } }: Live, columns: number, paint: Paint): string => {
  if (counts === null) return '';
  const says = cutTo(sayCounts(counts), columns - 24);
  return `  ${renderBar(counts, isRunning ? expected : 0, paint)}  ${isRunning ? says : paint.faint(says)}`;
};

const renderHeld = ({ held }: Live, columns: number, paint: Paint): string =>
  held === '' ? '' : paint.warn(cutTo(`  held: ${plain(held)}`, columns));

const renderRemaining = ({ remaining }: Live, now: number, columns: number, paint: Paint): string => {
  if (remaining === null) return '';
  const parts = [
    showCount(remaining.iterations, 'iteration'),
    `${showDuration(Math.max(0, Date.parse(remaining.until) - now))}${remaining.until_of === undefined ? '' : ' (phase)'}`,
    ...(remaining.cost_usd === undefined ? [] : [showCost(remaining.cost_usd)]),
    ...(remaining.tokens === undefined ? [] : [`${showTokens(remaining.tokens)} tokens`]),
  ];
  return paint.faint(cutTo(`  remaining: ${parts.join(', ')}`, columns));
};

const CELLS = 20;

/** @param expected - the number of tests of the last full run; those that have not ended yet are dots */
const renderBar = (counts: Parameters<typeof sumOf>[0], expected: number, paint: Paint): string => {
  const seen = sumOf(counts);
  const all = Math.max(expected, seen, 1);
  const failing = cellsOf(counts.suite_failing, all);
  const skipped = cellsOf(counts.suite_skipped, all);
  const open = seen < all ? Math.max(1, Math.floor(((all - seen) / all) * CELLS)) : 0;
  const passing = Math.max(0, CELLS - failing - skipped - open);
  const bar = `${paint.bad('▚'.repeat(failing))}${paint.warn('░'.repeat(skipped))}`;
  return counts.suite_passing === 0
    ? `${bar}${paint.faint('·'.repeat(passing + open))}`
    : `${paint.good('█'.repeat(passing))}${bar}${paint.faint('·'.repeat(open))}`;
};

/** At least one cell for a count above 0. */
const cellsOf = (count: number, all: number): number =>
  count === 0 ? 0 : Math.max(1, Math.floor((count / all) * CELLS));

/** The live lines of a list with several workers: how many tasks are done, and one line a run. Pure, but for names. */
export interface Workers {
  readonly follow: (event: ListEvent) => void;
  /** Before each line of a run; empty where one runs at a time. */
  readonly labelOf: (run: string) => string;
  readonly areSeveral: () => boolean;
  readonly counts: () => { readonly done: number; readonly of: number; readonly merging: string | null };
  readonly end: () => void;
}

/** Characters of a name before a line. */
const MAX_NAME = 24;

export const followWorkers = (): Workers => {
  const names = new Map<string, string>();
  let [several, done, of] = [false, 0, 0];
  let merging: string | null = null;
  return {
    follow: (event) => {
      if (event.type === 'list.started')
        [several, done, of] = [(event.workers ?? 1) > 1, event.done ?? 0, event.tasks.length];
      if (event.type === 'task.started') names.set(event.task_run, plain(event.name));
      if (event.type === 'task.done') done += 1;
      if (event.type === 'task.merging') merging = plain(event.name);
      else if (event.type !== 'task.started' && event.type !== 'list.notice') merging = null;
    },
    labelOf: (run) => {
      const name = several ? names.get(run) : undefined;
      return name === undefined ? '' : `[${shorten(name)}] `;
    },
    areSeveral: () => several,
    counts: () => ({ done, of, merging }),
    end: () => {
      several = false;
    },
  };
};

/** Its end tells specs apart. */
const shorten = (name: string): string => (name.length <= MAX_NAME ? name : `…${name.slice(1 - MAX_NAME)}`);

/** Lines that must stay free above. */
const FREE_ROWS = 4;

/** A line of the list, and one of each run; without room, the runs that are left out are counted. */
export const renderWorkers = (
  { labelOf, counts }: Pick<Workers, 'labelOf' | 'counts'>,
  lives: ReadonlyMap<string, Live>,
  now: number,
  room: Room,
  paint: Paint,
): readonly string[] => {
  const columns = Math.max(1, room.columns - 1);
  const { done, of, merging } = counts();
  const head = `${done} of ${of} tasks done, ${lives.size} active${merging === null ? '' : `, merging ${merging}`}`;
  const most = Math.max(1, room.rows - FREE_ROWS);
  const lines = [...lives].map(([run, live]) => `${labelOf(run)}${renderLine(live, now)}`);
  const shown = lines.length > most ? [...lines.slice(0, most - 1), `and ${lines.length - most + 1} more`] : lines;
  return [paint.strong(cutTo(head, columns)), ...shown.map((line) => cutTo(line, columns))];
};
