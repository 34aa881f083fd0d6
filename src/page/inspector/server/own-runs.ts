/** The runs of this process: their events, and their status for readers that connect in the middle of a run. */
import { statSync } from 'node:fs';
import { DualgateError } from '../../../../gates/errors.ts';
import type { Config } from '../../../project/config/config.ts';
import { readLock } from '../../../ledger/lock-file.ts';
import type { PageList } from '../../page-data.ts';
import { readPageList } from '../../report/read-page.ts';
import { listFolders, readCurrentList } from '../../../queue/list/list-folders.ts';
import { type FoundRun, isGoing } from './find-runs.ts';
import { createCurrentEvents, type CurrentEvents } from '../../../run/feed/feed.ts';
import type { RunEvent } from '../../../records/run-events.ts';
import { type ListEvent, isOfList } from '../../../queue/list/list-events.ts';
import { watchRun } from '../../../run/feed/watch-run.ts';

// The task list of a run, for one reader: sent again when it changes. A check costs a few sizes of files.

/** @returns `null` if nothing changed, or the run belongs to no list */
export type LookAtList = () => Promise<PageList | null>;

/** @param config - of the checkout */
export const createLookAtList = (config: Config, found: FoundRun): LookAtList => {
  let seen = '';
  let sent = '';
  return async () => {
    if (config.list === null) return null;
    try {
      const now = glance(config, found);
      if (now === seen) return null;
      seen = now;
      const list = await readPageList(config);
      const text = JSON.stringify(list);
      if (text === sent || list?.tasks.every((task) => task.run !== found.run) !== false) return null;
      sent = text;
      return list;
    } catch (error) {
      // An invalid list is reported by dualgate status and by the report; the run is shown anyway.
      if (error instanceof DualgateError) return null;
      throw error;
    }
  };
};

/** Which list it is, how much of it was written, and who works on it; and whether an operator ended the run, of which the list does not know. */
const glance = ({ folder }: Config, found: FoundRun): string => {
  const list = readCurrentList(folder);
  if (list === null) return '';
  const { ledger, lock } = listFolders(folder, list);
  const holder = readLock(lock);
  const run = isGoing(found) ? null : measure(found.ledger);
  return JSON.stringify([list, measure(ledger), holder?.live === true && holder.run, run]);
};

const measure = (path: string): readonly number[] => {
  const { size = 0, mtimeMs = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return [size, mtimeMs];
};

type Listener = (event: RunEvent) => void;

export type OwnRuns = ReturnType<typeof createOwnRuns>;

export const createOwnRuns = () => {
  const listeners = new Map<string, Set<Listener>>();
  const going = new Map<string, CurrentEvents>();
  return {
    /** Takes every event, including those of a task list, which belong to no run. */
    receive: (event: RunEvent | ListEvent): void => {
      if (isOfList(event) || event.type === 'agent.output') return;
      if (event.type === 'run.started') going.set(event.run, createCurrentEvents());
      going.get(event.run)?.receive(event);
      for (const listener of listeners.get(event.run) ?? []) listener(event);
      if (event.type === 'run.ended') going.delete(event.run);
    },
    isGoing: (run: string): boolean => going.has(run),
    /** Receives the status and then every event, until the signal aborts. */
    listen: (run: string, listener: Listener, signal: AbortSignal): void => {
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
export type Listen = ReturnType<typeof createListen>;

/** Milliseconds before a feed that did not answer, or ended, is tried again. */
const AGAIN_MS = 2_000;

export const createListen =
  (own: OwnRuns) => (found: FoundRun, onEvent: (event: RunEvent) => void, signal: AbortSignal) => {
    own.listen(found.run, onEvent, signal);
    let notBefore = 0;
    let isListening = false;
    const listen = async (): Promise<void> => {
      isListening = true;
      try {
        for await (const event of watchRun({ workspace: found.config.folder, run: found.run, signal })) onEvent(event);
      } catch {
        // The records contain every result; without a feed the page is only updated later.
      } finally {
        isListening = false;
        notBefore = performance.now() + AGAIN_MS;
      }
    };
    return {
      /** Called repeatedly with whether the run is active: it may start, or end and resume. */
      attend: (going: boolean): void => {
        const isOwn = own.isGoing(found.run);
        if (going && !isOwn && !isListening && !signal.aborted && performance.now() >= notBefore) void listen();
      },
    };
  };
