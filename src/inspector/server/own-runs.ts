/**
 * The runs of this very process: what they say, for whoever shows them, and where they stand, for who begins to look in the midst of one.
 *
 * @module
 */
import { createStandingNews, type StandingNews } from '../../run/feed/standing-news.ts';
import type { RunEvent } from '../../records/run-events.ts';
import type { ListEvent } from '../../work/list-events.ts';

type Listener = (event: RunEvent) => void;

export interface OwnRuns {
  /** Takes every event, also those of a list, which are nobody's run. */
  readonly hear: (event: RunEvent | ListEvent) => void;
  /** The one that goes on, and its workspace; `null` when none does. */
  readonly going: () => { readonly run: string; readonly folder: string } | null;
  /** Hears where it stands and then every event, until the signal. */
  readonly listen: (run: string, listener: Listener, signal: AbortSignal) => void;
}

export const createOwnRuns = (): OwnRuns => {
  const listeners = new Map<string, Set<Listener>>();
  let current: { readonly run: string; readonly folder: string; readonly standing: StandingNews } | null = null;
  return {
    hear: (event) => {
      if (isOfList(event) || event.type === 'agent.output') return;
      if (event.type === 'run.started')
        current = { run: event.run, folder: event.folder, standing: createStandingNews() };
      if (current?.run === event.run) current.standing.hear(event);
      for (const listener of listeners.get(event.run) ?? []) listener(event);
      if (event.type === 'run.settled' && current?.run === event.run) current = null;
    },
    going: () => current,
    listen: (run, listener, signal) => {
      if (current?.run === run) for (const event of current.standing.list()) listener(event);
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
