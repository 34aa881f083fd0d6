import { Readable, Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { followOutput } from '../../src/processes/process-output.ts';

describe('an output on its way to a file', () => {
  test('is not read on while the file takes nothing', async () => {
    const source = new Readable({
      read() {
        this.push(Buffer.alloc(65_536));
      },
    });
    const stuck = new Writable({ write: () => {} });
    let seen = 0;
    followOutput(source, stuck, () => {
      seen += 1;
    });
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
    await followOutput(Readable.from([Buffer.from('a'), Buffer.from('b')]), file, undefined).close();
    expect([written, file.writableFinished]).toEqual([['a', 'b'], true]);
  });

  test('is closed when it never ends and brings nothing', async () => {
    const silent = new Readable({ read: () => {} });
    await followOutput(silent, null, undefined).close();
    expect(silent.destroyed).toBe(true);
  });
});
