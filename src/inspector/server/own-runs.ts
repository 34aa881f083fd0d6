/**
 * The runs of this process: their events, and their status for readers that connect in the middle of a run.
 *
 * @module
 */
import { createCurrentEvents, type CurrentEvents } from '../../run/feed/current-events.ts';
import type { RunEvent } from '../../records/run-events.ts';
import type { ListEvent } from '../../work/list-events.ts';

type Listener = (event: RunEvent) => void;

export interface OwnRuns {
  /** Takes every event, including those of a task list, which belong to no run. */
  readonly receive: (event: RunEvent | ListEvent) => void;
  /** Whether it is active in this process. */
  readonly isGoing: (run: string) => boolean;
  /** Receives the status and then every event, until the signal aborts. */
  readonly listen: (run: string, listener: Listener, signal: AbortSignal) => void;
}

export const createOwnRuns = (): OwnRuns => {
  const listeners = new Map<string, Set<Listener>>();
  const going = new Map<string, CurrentEvents>();
  return {
    receive: (event) => {
      if (isOfList(event) || event.type === 'agent.output') return;
      if (event.type === 'run.started') going.set(event.run, createCurrentEvents());
      going.get(event.run)?.receive(event);
      for (const listener of listeners.get(event.run) ?? []) listener(event);
      if (event.type === 'run.ended') going.delete(event.run);
    },
    isGoing: (run) => going.has(run),
    listen: (run, listener, signal) => {
      for (const event of going.get(run)?.list() ?? []) listener(event);
      const those = listeners.get(run) ?? new Set();
      listeners.set(run, those.add(listener));
      signal.addEventListener(
        'abort',
        () => {
          those.delete(listener);
          if (those.size === 0) listeners.delete(run);
        },
        { once: true },
      );
    },
  };
};

const isOfList = (event: RunEvent | ListEvent): event is ListEvent => /^(?:list|task)\./.test(event.type);
