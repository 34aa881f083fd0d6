/**
 * The events of a run between two records: from the run itself if it is active in this process, else from its feed.
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
  onEvent: (event: RunEvent) => void,
  signal: AbortSignal,
) => {
  /** Called repeatedly with whether the run is active: it may start, or end and resume. */
  readonly attend: (going: boolean) => void;
};

/** Milliseconds before a feed that did not answer, or ended, is tried again. */
const AGAIN_MS = 2_000;

export const createListen =
  (own: OwnRuns): Listen =>
  (found, onEvent, signal) => {
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
      attend: (going) => {
        const isOwn = own.isGoing(found.run);
        if (going && !isOwn && !isListening && !signal.aborted && performance.now() >= notBefore) void listen();
      },
    };
  };
