/**
 * The events of a run as an async iterable. A reader, however slow, receives every event from the moment it begins to
 * read. Without a reader it costs no memory, and no reader delays the loop.
 *
 * @module
 */
import type { RunEvent } from '../records/run-events.ts';

interface RunEventStream {
  readonly push: (event: RunEvent) => void;
  readonly end: () => void;
  /** Ends when the run has. */
  readonly events: AsyncIterable<RunEvent>;
}

interface Reader {
  readonly unread: RunEvent[];
  wake: () => void;
}

export const createRunEventStream = (): RunEventStream => {
  const readers = new Set<Reader>();
  let ended = false;
  async function* read(reader: Reader): AsyncGenerator<RunEvent, void> {
    try {
      for (;;) {
        const event = reader.unread.shift();
        if (event !== undefined) yield event;
        else if (ended) return;
        else
          await new Promise<void>((resolve) => {
            reader.wake = resolve;
          });
      }
    } finally {
      readers.delete(reader);
    }
  }
  return {
    push: (event) => {
      for (const reader of readers) {
        reader.unread.push(event);
        reader.wake();
      }
    },
    end: () => {
      ended = true;
      for (const { wake } of readers) wake();
    },
    events: {
      [Symbol.asyncIterator]: () => {
        const reader: Reader = { unread: [], wake: () => {} };
        readers.add(reader);
        return read(reader);
      },
    },
  };
};
