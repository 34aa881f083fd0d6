/**
 * What reading the agent's word costs, beside a bare walk over the lines of the same bytes, and beside a bare read of the
 * end of a file. The reader is fed while the agent prints, so the decision is what is left to do when it has ended.
 * `npx vitest bench --run test/bench/read-signal`.
 *
 * @module
 */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, bench, describe } from 'vitest';
import { DIALECT_NAMES } from '../../src/signals/dialects/dialects.ts';
import { compilePattern } from '../../src/signals/patterns.ts';
import { createSignalReader, type SignalReader } from '../../src/signals/signal-reader.ts';
import { aBlock, BINDING } from '../signals/a-block.ts';

const LINES = [
  'ok 1 - case runs and returns the expected row for customer 000',
  'I changed src/cart.ts so that the discount is rounded once, at the end.',
  '    at Object.<anonymous> (test/cart.test.ts:12:5)',
  '',
  'PASS test/cart.test.ts (5 tests, 0.3 s)',
];
const TEN_MB = Buffer.from(`${LINES.join('\n')}\n`.repeat(Math.ceil(10_485_760 / LINES.join('\n').length)));
const CHUNK = 65_536;
const OPTIONS = { iterations: 10, time: 0, warmupIterations: 2, warmupTime: 0 };

/** Each takes a reader of its own, and microseconds: the first ones are not yet compiled. */
const DECISIONS = { iterations: 100, time: 0, warmupIterations: 100, warmupTime: 0 };

const feed = (reader: SignalReader, bytes: Buffer): SignalReader => {
  for (let at = 0; at < bytes.length; at += CHUNK) reader.write(bytes.subarray(at, at + CHUNK));
  return reader;
};

describe('a scan of 10 MB', () => {
  bench(
    'a bare walk over its lines',
    () => {
      for (let at = TEN_MB.indexOf(10); at !== -1; ) at = TEN_MB.indexOf(10, at + 1);
    },
    OPTIONS,
  );
  for (const dialect of [...DIALECT_NAMES, 'auto'] as const) {
    bench(dialect, () => void feed(createSignalReader(BINDING, { dialect }), TEN_MB).end(), OPTIONS);
  }
  const pattern = compilePattern('all tasks (are )?(complete|done)', { ignoreCase: true });
  bench(
    'a pattern of RE2, on each line',
    () => {
      for (const line of TEN_MB.toString('latin1').split('\n')) pattern.test(line);
    },
    OPTIONS,
  );
});

describe('the decision on a transcript of 10 MB', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dualgate-'));
  const path = join(folder, 'transcript');
  writeFileSync(path, TEN_MB);
  const tail = Buffer.alloc(CHUNK);
  const readers = Array.from({ length: DECISIONS.iterations + DECISIONS.warmupIterations + 2 }, () =>
    feed(createSignalReader(BINDING), TEN_MB),
  );
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  bench(
    'a bare read of its last 64 KB',
    () => {
      const file = openSync(path, 'r');
      readSync(file, tail, 0, CHUNK, TEN_MB.length - CHUNK);
      closeSync(file);
    },
    DECISIONS,
  );
  bench(
    'the last chunk and the answer, of a reader that heard the rest',
    () => {
      const reader = readers.pop() ?? createSignalReader(BINDING);
      reader.write(aBlock());
      reader.end();
    },
    DECISIONS,
  );
});
