/** All open pages: connected, kept alive, and notified when the server ends. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../../../project/config/config.ts';
import { answer, asJson, awaitParting } from './take-command.ts';
import { type EventStream, openStream, type StreamBounds } from './send-records.ts';
import { awaitRun, type FindPlaces, findRun, type KnownRuns } from './find-runs.ts';
import { type Listen, createLookAtList } from './own-runs.ts';
import type { RunBooks } from './run-book.ts';
import { showRun } from './show-run.ts';

interface StreamsOptions {
  readonly config: Config;
  readonly places: FindPlaces;
  readonly known: KnownRuns;
  readonly books: RunBooks;
  readonly commands: boolean;
  readonly listen: Listen;
  readonly bounds: StreamBounds | undefined;
}

const MAX_STREAMS = 16;
const BEAT_MS = 15_000;

export const createStreams = ({ config, places, known, books, commands, listen, bounds }: StreamsOptions) => {
  const going = new Map<EventStream, Promise<void>>();
  const ending = new AbortController();
  const beat = setInterval(() => {
    for (const each of going.keys()) each.beat();
  }, BEAT_MS).unref();
  return {
    open: async ({ headers }: IncomingMessage, response: ServerResponse, query: URLSearchParams): Promise<void> => {
      const wanted = query.get('run');
      const found = wanted === null ? null : await findRun(places, wanted);
      if (wanted !== null && found === null) return answer(response, asJson(404, { said: 'Cannot find this run.' }));
      if (going.size >= MAX_STREAMS || ending.signal.aborted)
        return answer(response, asJson(503, { said: `${MAX_STREAMS} pages are already open. Close one of them.` }));
      const stream = openStream(response, bounds);
      // It may be a record of another run, whichever comes first.
      const after = wanted === null ? -1 : readNumber(headers['last-event-id']);
      const show = async (): Promise<void> => {
        const any = found ?? (await awaitRun(places, known, AbortSignal.any([stream.gone, ending.signal])));
        if (any === null) return stream.end();
        const lookAtList = createLookAtList(config, any);
        const book = books.open(any, stream.gone);
        return showRun({ stream, found: any, book, after, commands, listen, lookAtList, ending: ending.signal });
      };
      const shown = show()
        .catch(() => stream.hangUp())
        .finally(() => going.delete(stream));
      going.set(stream, shown);
    },
    /** Resolves when every reader has received everything and the end. */
    close: async (): Promise<void> => {
      ending.abort();
      clearInterval(beat);
      await awaitParting(going.values());
    },
  };
};

const readNumber = (header: string | readonly string[] | undefined): number =>
  typeof header === 'string' && /^\d{1,9}$/.test(header) ? Number(header) : -1;
