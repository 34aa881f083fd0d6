import { describe, expect, test } from 'vitest';
import type { EventStream } from '../../../../src/page/inspector/server/send-records.ts';
import { toASleeper } from './a-sleeper.ts';

/** More than the buffers of both ends hold. */
const flood = (stream: EventStream): void => {
  for (let n = 0; n < 40; n += 1) stream.send('trouble', { said: 'x'.repeat(1 << 20) });
};

describe('a stream of events', () => {
  test('is disconnected when its reader takes nothing for too long, and the writer continues', async () => {
    const { stream } = await toASleeper({ maxBytes: 1_000, patienceMs: 30 });
    flood(stream);
    await stream.room();
    expect(stream.gone.aborted).toBe(true);
    stream.send('going', true);
    await stream.end();
  });

  test('waits for a reader that is only late', async () => {
    const { stream, sleeper } = await toASleeper({ maxBytes: 1_000, patienceMs: 60_000 });
    flood(stream);
    const room = stream.room();
    sleeper.resume();
    await room;
    expect(stream.gone.aborted).toBe(false);
  });

  test('does not wait while little is unread', async () => {
    const { stream } = await toASleeper({ maxBytes: 100_000, patienceMs: 60_000 });
    stream.send('trouble', { said: 'x' });
    await stream.room();
    expect(stream.gone.aborted).toBe(false);
  });
});
