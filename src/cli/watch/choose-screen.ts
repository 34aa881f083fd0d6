/**
 * The screen of a run: live in a terminal, a line an event in a pipe, NDJSON with `--json`.
 *
 * @module
 */
import type { ListEvent } from '../../work/list-events.ts';
import { createSayOnce } from '../../records/events/say-once.ts';
import type { RunEvent } from '../../records/run-events.ts';
import type { Values } from '../command.ts';
import type { CommandIo } from '../terminal/io.ts';
import { showClock } from '../../text/amounts.ts';
import { renderInPipe } from '../render/said-lines.ts';
import { isOfList, renderListEvent } from '../render/list/list-lines.ts';
import { followWorkers } from '../render/live/workers.ts';
import { createLiveScreen } from '../render/live/live-screen.ts';
import { SHOW_CURSOR } from '../render/live/repaint.ts';
import { createPaint, jsonLine, keepPaint } from '../render/text/paint.ts';

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
