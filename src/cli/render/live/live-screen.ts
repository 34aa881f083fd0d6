/**
 * The screen of a terminal during a run: decisions stay above, and a few live lines below show the current step. An exited
 * phase keeps one line.
 *
 * @module
 */
import type { RunEvent } from '../../../records/run-events.ts';
import { renderAbove } from './above.ts';
import { renderBlock, type Room } from './block.ts';
import { followRun, type Live } from './live.ts';
import { repaint } from './repaint.ts';
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
}

/** The shortest time between two paints, in milliseconds: hundreds of tests can end in a second. */
const PAUSE_MS = 100;

export const createLiveScreen = ({ write, room, colours, now }: LiveScreenOptions): LiveScreen => {
  const paint = createPaint(colours);
  let live: Live | null = null;
  let phases: readonly string[] = [];
  let startedAt: number | null = null;
  let waiting: string[] = [];
  let painted: readonly string[] = [];
  let paintedAt = -Infinity;
  const paintNow = () => {
    const block = live === null ? [] : renderBlock(live, now(), room(), paint).map(keepPaint);
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
      live = null;
      paintNow();
    },
    show: (event) => {
      if (event.type === 'run.started') ({ phases } = event);
      startedAt ??= Date.parse(event.at);
      waiting.push(...renderAbove(event, { live, phases, startedAt, paint }).map(keepPaint));
      live = followRun(live, event);
      if (live === null) paintNow();
      else paintSoon();
    },
  };
};
