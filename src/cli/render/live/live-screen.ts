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
import { followWorkers, renderWorkers, type Workers } from './workers.ts';
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
  const lives = new Map<string, Live>();
  const starts = new Map<string, { readonly phases: readonly string[]; readonly startedAt: number }>();
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
      const before = starts.get(run) ?? { phases: [], startedAt: Date.parse(event.at) };
      const { phases, startedAt } = event.type === 'run.started' ? { ...before, phases: event.phases } : before;
      starts.set(run, { phases, startedAt });
      const known = lives.get(run) ?? null;
      const label = workers.labelOf(run);
      const above = renderAbove(event, { live: known, phases, startedAt, paint });
      waiting.push(...above.filter((line) => label === '' || line !== '').map((line) => `${label}${keepPaint(line)}`));
      const live = followRun(known, event);
      if (live === null) lives.delete(run);
      else lives.set(run, live);
      if (live === null) paintNow();
      else paintSoon();
    },
  };
};
