/**
 * The screen of `doctor`: each finding, and in a terminal a live line below with the current check.
 *
 * @module
 */
import type { DoctorEvent } from '../doctor/check.ts';
import type { CommandIo } from './terminal/io.ts';
import { showDuration } from '../text/amounts.ts';
import { renderFinding } from './render/findings.ts';
import { createPaint } from './render/text/paint.ts';
import { sayCounts } from '../records/events/tests.events.ts';

interface DoctorScreen {
  readonly show: (event: DoctorEvent) => void;
  /** Removes the live line. */
  readonly end: () => void;
}

/** Time between two paints of the live line, in milliseconds. */
const TICK_MS = 250;
const ERASE_LINE = '\r\u001B[2K';

export const createDoctorScreen = (io: CommandIo): DoctorScreen => {
  const paint = createPaint(io.colours);
  let doing = '';
  let since = Date.now();
  let painted = '';
  const repaint = (): void => {
    const line = doing === '' ? '' : `… ${doing}  ${showDuration(Date.now() - since)}`;
    if (!io.isLive || line === painted) return;
    const wanted = line.slice(0, Math.max(1, io.room().columns - 1));
    io.write(`${painted === '' ? '' : ERASE_LINE}${wanted}`);
    painted = wanted;
  };
  const turnTo = (what: string): void => {
    doing = what;
    since = Date.now();
    repaint();
  };
  const timer = io.isLive ? setInterval(repaint, TICK_MS) : null;
  return {
    show: (event) => {
      switch (event.type) {
        case 'looking':
          return turnTo(event.name);
        case 'counted':
          doing = `suite: ${sayCounts(event)}`;
          return repaint();
        case 'asking': {
          const atMost = `one turn of ${event.agent}, at most ${showDuration(event.timeout_ms)}`;
          // A pipe has no live line.
          if (!io.isLive) io.complain(`Running ${atMost}.`);
          return turnTo(atMost);
        }
        case 'found':
          turnTo('');
          for (const line of renderFinding(event.finding, paint)) io.print(line);
      }
    },
    end: () => {
      if (timer !== null) clearInterval(timer);
      turnTo('');
    },
  };
};
