import { Readable, Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { followOutput } from '../../../src/base/processes/process-output.ts';

const ALL = { onChunk: undefined, maxBytes: Infinity };

describe('an output on its way to a file', () => {
  test('is not read on while the file takes nothing', async () => {
    const source = new Readable({
      read() {
        this.push(Buffer.alloc(65_536));
      },
    });
    const stuck = new Writable({ write: () => {} });
    let seen = 0;
    const onChunk = () => {
      seen += 1;
    };
    followOutput(source, stuck, { onChunk, maxBytes: Infinity });
    for (let turn = 0; turn < 200; turn += 1) await setImmediate();
    source.destroy();
    expect(seen).toBe(1);
  });

  test('is closed when it has ended, with all that it brought', async () => {
    const written: string[] = [];
    const file = new Writable({
      write: (chunk, _encoding, done) => {
        written.push(String(chunk));
        done();
      },
    });
    await followOutput(Readable.from([Buffer.from('a'), Buffer.from('b')]), file, ALL).close();
    expect([written, file.writableFinished]).toEqual([['a', 'b'], true]);
  });

  test('is neither kept nor seen beyond its bound, and says so', async () => {
    const written: string[] = [];
    const file = new Writable({
      write: (chunk, _encoding, done) => {
        written.push(String(chunk));
        done();
      },
    });
    let brought = 0;
    const endless = new Readable({
      // Of its own: that of Node grew from one version to the next.
      highWaterMark: 1_000,
      read() {
        brought += 1;
        this.push(Buffer.from('ab'));
      },
    });
    const seen: string[] = [];
    const output = followOutput(endless, file, { onChunk: (chunk) => seen.push(String(chunk)), maxBytes: 5 });
    expect(await output.flooded).toBe('flooded');
    await output.close();
    expect({ seen, isFlooded: output.isFlooded() }).toEqual({ seen: ['ab', 'ab'], isFlooded: true });
    expect(written.join('').length).toBeLessThan(2_000);
    expect(brought).toBeLessThan(2_000);
  });

  test('is closed when it never ends and brings nothing', async () => {
    const silent = new Readable({ read: () => {} });
    await followOutput(silent, null, ALL).close();
    expect(silent.destroyed).toBe(true);
  });
});
