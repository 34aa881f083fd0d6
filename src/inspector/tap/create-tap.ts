/**
 * Receives XState's inspection events and passes them on, a little later and in order. Without a listener it keeps references and
 * reads nothing. It never throws into the observed actor.
 *
 * @module
 */
import type { InspectionEvent } from 'xstate';
import { createReader, type Seen } from './seen.ts';
import { createWindow } from './window.ts';

export interface TapOptions {
  /** The number of kept happenings for late listeners; at most twice as many are kept. @default 1000 */
  readonly keep?: number;
  /** Types of events that come in streams: of several in a row to one actor only the last is kept. @default TEST_COUNTED */
  readonly streams?: readonly string[];
}

type Listener = (seen: readonly Seen[]) => void;

export interface Tap {
  /** For `createRun({ inspect })` and `createActor(machine, { inspect })`. */
  readonly inspect: (said: InspectionEvent) => void;
  /**
   * Sends the kept happenings, then everything as it happens; simultaneous ones in one list. A listener that throws
   * gets nothing more. @returns a function that stops it
   */
  readonly listen: (listener: Listener) => () => void;
  /** Sends the pending happenings now. */
  readonly flush: () => void;
}

/** This many are sent at the latest, even if the actors do not pause. */
const MAX_PENDING = 500;

export const createTap = ({ keep = 1_000, streams = ['TEST_COUNTED'] }: TapOptions = {}): Tap => {
  const read = createReader();
  const window = createWindow({ keep, streams: new Set(streams) });
  const listeners = new Set<Listener>();
  let pending: Seen[] = [];
  let isFlushing = false;

  const drop = (listener: Listener): void => {
    listeners.delete(listener);
    if (listeners.size === 0) process.off('exit', flush);
  };
  const send = (listener: Listener, all: readonly Seen[]): void => {
    try {
      listener(all);
    } catch (error) {
      drop(listener);
      process.emitWarning(`An inspector receives no more messages: ${String(error)}`, 'DualgateWarning');
    }
  };
  const flush = (): void => {
    // A listener may itself make actors move.
    if (isFlushing) return;
    isFlushing = true;
    while (pending.length > 0) {
      const sent = pending;
      pending = [];
      // A new listener gets these with all that is kept.
      const receivers = Array.from(listeners);
      for (const listener of receivers) send(listener, sent);
    }
    isFlushing = false;
  };
  return {
    inspect: (said) => {
      for (const seen of read(said, Date.now())) {
        window.add(seen);
        if (listeners.size === 0) continue;
        // Held by the event loop, so that a program which ends now has still sent it.
        if (pending.push(seen) === 1) setImmediate(flush);
        else if (pending.length >= MAX_PENDING) flush();
      }
    },
    listen: (listener) => {
      flush();
      if (listeners.size === 0) process.on('exit', flush);
      listeners.add(listener);
      send(listener, window.all());
      return () => drop(listener);
    },
    flush,
  };
};
