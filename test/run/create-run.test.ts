import { describe, expect, test } from 'vitest';
import { createRunEventStream } from '../../src/run/create-run.ts';
import type { RunEvent } from '../../src/records/run-events.ts';

const events = (text: string): RunEvent => ({
  v: 4,
  at: '2026-01-13T10:00:00.000Z',
  run: 'a-run',
  type: 'notice',
  text,
});
const readAll = async (events: AsyncIterable<RunEvent>): Promise<readonly string[]> => {
  const texts: string[] = [];
  for await (const event of events) if (event.type === 'notice') texts.push(event.text);
  return texts;
};

describe('the events of a run', () => {
  test('come complete and in order to a reader that is slower than they are', async () => {
    const stream = createRunEventStream();
    const reading = readAll(stream.events);
    for (const text of ['a', 'b', 'c']) stream.push(events(text));
    stream.end();
    expect(await reading).toEqual(['a', 'b', 'c']);
  });

  test('come to a reader that waits for each', async () => {
    const stream = createRunEventStream();
    const reader = stream.events[Symbol.asyncIterator]();
    const first = reader.next();
    stream.push(events('a'));
    expect((await first).value).toMatchObject({ text: 'a' });
    const second = reader.next();
    stream.end();
    expect((await second).done).toBe(true);
  });

  test('come to each of several readers', async () => {
    const stream = createRunEventStream();
    const both = [readAll(stream.events), readAll(stream.events)];
    stream.push(events('a'));
    stream.end();
    expect(await Promise.all(both)).toEqual([['a'], ['a']]);
  });

  test('begin for a late reader where it begins to read', async () => {
    const stream = createRunEventStream();
    stream.push(events('missed'));
    const reading = readAll(stream.events);
    stream.push(events('heard'));
    stream.end();
    expect(await reading).toEqual(['heard']);
  });
});
