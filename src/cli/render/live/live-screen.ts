/**
 * The screen of a terminal during a run: decisions stay above, and a few live lines below show the current step.
 *
 * @module
 */
import type { RunEvent } from '../../../records/run-events.ts';
import { foldLive, type Live } from '../../../view/live.ts';
import { renderBlock, type Room } from './block.ts';
import { repaint } from './repaint.ts';
import { followWorkers, renderWorkers, type Workers } from './workers.ts';
import { createSayOnce } from '../../../records/events/say-once.ts';
import { renderInTerminal } from '../said-lines.ts';
import { widthOf } from '../text/display-width.ts';
import { createPaint, keepPaint } from '../text/paint.ts';

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
