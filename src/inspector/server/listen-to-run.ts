/**
 * What a run says between two records: by the run itself where it goes on in this process, by its feed where it goes on in another one.
 *
 * @module
 */
import { watchRun } from '../../run/feed/watch-run.ts';
import type { RunEvent } from '../../records/run-events.ts';
import type { FoundRun } from './find-runs.ts';
import type { OwnRuns } from './own-runs.ts';

/** Listens until the signal. */
export type Listen = (
  found: FoundRun,
  onNews: (event: RunEvent) => void,
  signal: AbortSignal,
) => {
  /** Called again and again with whether a loop goes on with the run: it may begin, or end and begin again. */
  readonly attend: (going: boolean) => void;
};

/** Milliseconds before a feed that did not answer, or ended, is tried again. */
const AGAIN_MS = 2_000;

export const createListen =
  (own: OwnRuns): Listen =>
  (found, onNews, signal) => {
    own.listen(found.run, onNews, signal);
    let notBefore = 0;
    let isListening = false;
    const listen = async (): Promise<void> => {
      isListening = true;
      try {
        for await (const event of watchRun({ workspace: found.config.folder, run: found.run, signal })) onNews(event);
      } catch {
        // The records tell what happened; without a feed the page only hears of it later.
      } finally {
        isListening = false;
        notBefore = performance.now() + AGAIN_MS;
      }
    };
    return {
      attend: (going) => {
        const isOwn = own.going()?.run === found.run;
        if (going && !isOwn && !isListening && !signal.aborted && performance.now() >= notBefore) void listen();
      },
    };
  };
