/** The screen of a run: live in a terminal, a line an event in a pipe, NDJSON with `--json`. */
import { widthOf, wrap } from '../render/display-width.ts';
import type { RunEvent } from '../../records/run-events.ts';
import { foldLive, type Live } from '../../view/live.ts';
import { renderBlock, type Room, followWorkers, renderWorkers, type Workers } from '../render/block.ts';
import { createSayOnce, say } from '../../records/events/events.ts';
import { createPaint, keepPaint, jsonLine, joinPlain, type Paint, plain } from '../render/paint.ts';
import { type ListEvent, isOfList } from '../../queue/list/list-events.ts';
import type { Values } from '../command.ts';
import type { CommandIo } from '../terminal/io.ts';
import { showClock } from '../../base/text/amounts.ts';
import { renderListEvent } from '../render/list-lines.ts';
import { namePlace, type Said, type Tone } from '../../records/events/event-kind.ts';

/** The sentences of an event with the place before each. @param said - shorter where it says again what was said before */
export const renderInPipe = (event: RunEvent, paint: Paint, said = say(event)): readonly string[] =>
  said.map((each) => `${placeIn(each)}${each.detail === true ? '  ' : ''}${paintText(each, paint)}`);

/** Columns before a line that explains another, and before the rest of a long one. */
const INDENT = 8;

/** The same above the live lines, without what these show. @param columns - of the terminal: longer lines are cut at blanks */
export const renderInTerminal = (
  event: RunEvent,
  paint: Paint,
  { columns = Infinity, said = say(event) }: { readonly columns?: number; readonly said?: readonly Said[] } = {},
): readonly string[] => {
  const time = showClock(event.at).slice(0, 5);
  return said
    .filter(({ quiet }) => quiet !== true)
    .flatMap((each) => {
      const behind = `${SIGNS[each.tone]}${placeIn(each)}`;
      const isDetail = each.detail === true;
      const used = isDetail ? INDENT : widthOf(`  ${time} ${behind}`);
      const head = isDetail ? ' '.repeat(INDENT) : `  ${paint.faint(time)} ${behind}`;
      return wrap(joinPlain([each.text]).trimEnd(), columns, used, INDENT).map(
        (piece, n) => `${n === 0 ? head : ' '.repeat(INDENT)}${paintPiece(piece, each.tone, paint)}`,
      );
    });
};

const SIGNS = { plain: '', good: '✓ ', bad: '✗ ', warn: '', faint: '' } as const satisfies Record<Tone, string>;

const placeIn = ({ place }: Said): string => {
  const name = plain(namePlace(place));
  return name === '' ? '' : `${name}  `;
};

const paintText = ({ text, tone }: Said, paint: Paint): string => paintPiece(joinPlain([text]).trimEnd(), tone, paint);

const paintPiece = (piece: string, tone: Tone, paint: Paint): string => (tone === 'plain' ? piece : paint[tone](piece));

const BEGIN = '\u001B[?2026h';
const END = '\u001B[?2026l';
/** Without wrapping, a character of unexpected width cannot break a line. */
const NO_WRAP = '\u001B[?7l';
const WRAP = '\u001B[?7h';
const ERASE_BELOW = '\u001B[J';
const ERASE_REST = '\u001B[K';
const ERASE_LINE = '\u001B[2K';
const DOWN = '\u001B[1B';
const HIDE_CURSOR = '\u001B[?25l';

// Paints lines over the last block in one write; the cursor moves up by its height only, also after a resize. Pure.

const SHOW_CURSOR = '\u001B[?25h';

/**
 * Before and after, the cursor is at the start of the block's last line. @param painted - the last block; may be empty
 * @param columns - of the terminal now: lines that were painted on a wider one take more rows
 */
export const repaint = (
  painted: readonly string[],
  { above, block }: { readonly above: readonly string[]; readonly block: readonly string[] },
  columns: number,
): string => {
  const rows = painted.map((line) => rowsOf(line, columns));
  const up = sum(rows.slice(0, -1));
  const isBare = painted.length === 0;
  const toTop = isBare ? '' : `\r${moveUp(up)}`;
  // An erasure right after a line that ends in the last column would remove that column, so the rows are erased first.
  const ground = above.length > 0 || block.length === 0 ? eraseRows(sum(rows)) : '';
  const scrolled = `${ground}${above.map((line) => `${line}\n`).join('')}`;
  if (isBare && block.length === 0) return scrolled;
  const lines = block.map((line) => `${line}${ERASE_REST}`).join('\n');
  const shown = block.length === 0 ? '' : `${NO_WRAP}${lines}${ERASE_BELOW}${WRAP}\r`;
  return `${BEGIN}${cursorOf(isBare, block.length === 0)}${toTop}${scrolled}${shown}${END}`;
};

/** One by one: tmux would move everything into its history if all rows were erased from the upper left corner. */
const eraseRows = (rows: number): string =>
  rows === 0 ? '' : `${Array.from({ length: rows }, () => ERASE_LINE).join(DOWN)}${moveUp(rows - 1)}`;

const moveUp = (rows: number): string => (rows === 0 ? '' : `\u001B[${rows}A`);

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

const cursorOf = (wasBare: boolean, isBare: boolean): string => {
  if (isBare) return SHOW_CURSOR;
  return wasBare ? HIDE_CURSOR : '';
};

const rowsOf = (line: string, columns: number): number => Math.max(1, Math.ceil(widthOf(line) / Math.max(1, columns)));

interface LiveScreen {
  readonly show: (event: RunEvent) => void;
  /** Puts a line above what is live. */
  readonly say: (line: string) => void;
  /** Paints new events and the current times. */
  readonly tick: () => void;
  /** The terminal was resized: paints at once. */
  readonly resize: () => void;
  /** Removes the live lines. */
  readonly end: () => void;
}

interface LiveScreenOptions {
  readonly write: (text: string) => void;
  readonly room: () => Room;
  readonly colours: boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Which task a run is of, where several run at the same time. @default one run */
  readonly workers?: Workers;
}

/** The shortest time between two paints, in milliseconds: hundreds of tests can end in a second. */
const PAUSE_MS = 100;

/** The screen of a terminal during a run: decisions stay above, and a few live lines below show the current step. */
export const createLiveScreen = ({
  write,
  room,
  colours,
  now,
  workers = followWorkers(),
}: LiveScreenOptions): LiveScreen => {
  const paint = createPaint(colours);
  const sayOnce = createSayOnce();
  const lives = new Map<string, Live>();
  let waiting: string[] = [];
  let painted: readonly string[] = [];
  let paintedAt = -Infinity;
  const paintNow = () => {
    const [live = null] = lives.values();
    const several = workers.areSeveral() ? renderWorkers(workers, lives, now(), room(), paint) : null;
    const block = (several ?? (live === null ? [] : renderBlock(live, now(), room(), paint))).map(keepPaint);
    const isSame = block.length === painted.length && block.every((line, i) => line === painted[i]);
    // The same lines are not written twice.
    if (waiting.length > 0 || !isSame) write(repaint(painted, { above: waiting, block }, room().columns));
    [waiting, painted, paintedAt] = [[], block, now()];
  };
  const paintSoon = () => {
    // The clock may have been set back.
    if (Math.abs(now() - paintedAt) >= PAUSE_MS) paintNow();
  };
  return {
    tick: paintSoon,
    resize: paintNow,
    say: (line) => {
      waiting.push(keepPaint(line));
      paintNow();
    },
    end: () => {
      lives.clear();
      workers.end();
      paintNow();
    },
    show: (event) => {
      const { run } = event;
      const label = workers.labelOf(run);
      const columns = room().columns - widthOf(label);
      const lines = renderInTerminal(event, paint, { columns, said: sayOnce(event) });
      waiting.push(...lines.map((line) => `${label}${keepPaint(line)}`));
      const live = foldLive(lives.get(run) ?? null, event);
      if (live === null) lives.delete(run);
      else lives.set(run, live);
      if (live === null) paintNow();
      else paintSoon();
    },
  };
};

interface Screen {
  readonly show: (event: RunEvent | ListEvent) => void;
  /** Prints a line that is no event of the run. */
  readonly say: (line: string) => void;
  readonly end: () => void;
}

/** Time between two paints of the live lines, in milliseconds. */
const TICK_MS = 100;

export const chooseScreen = (values: Values, io: CommandIo): Screen => {
  const { write, print, complain, colours } = io;
  if (values['json'] === true) {
    const isAsked = ({ type }: RunEvent | ListEvent) => type !== 'agent.output' || values['agent-output'] === true;
    return { show: (event) => isAsked(event) && print(jsonLine(event)), say: complain, end: () => {} };
  }
  if (!io.isLive) {
    const paint = createPaint(colours);
    const workers = followWorkers();
    const sayOnce = createSayOnce();
    const show = (event: RunEvent | ListEvent) => {
      if (isOfList(event)) workers.follow(event);
      const lines = isOfList(event) ? renderListEvent(event, paint) : renderInPipe(event, paint, sayOnce(event));
      const label = workers.labelOf(event.run);
      for (const line of lines.filter((each) => each !== ''))
        print(`${showClock(event.at)}  ${label}${keepPaint(line)}`);
    };
    return { show, say: complain, end: () => {} };
  }
  const workers = followWorkers();
  const live = createLiveScreen({ write, room: io.room, colours, now: Date.now, workers });
  const giveBack = io.leaveAs(SHOW_CURSOR);
  const forget = io.onResize(live.resize);
  const timer = setInterval(live.tick, TICK_MS);
  const end = () => {
    clearInterval(timer);
    forget();
    live.end();
    giveBack();
  };
  const paint = createPaint(colours);
  const show = (event: RunEvent | ListEvent) => {
    if (!isOfList(event)) return live.show(event);
    workers.follow(event);
    for (const line of renderListEvent(event, paint)) live.say(line);
  };
  return { show, say: live.say, end };
};
