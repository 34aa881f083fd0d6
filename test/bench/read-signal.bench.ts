/**
 * Cost of reading the exit signal, beside a bare walk over the lines of the same bytes, and beside a bare read of the
 * end of a file. The reader is fed while the agent prints, so the decision is what is left to do when it has ended.
 * `npx vitest bench --run test/bench/read-signal`.
 */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, bench, describe } from 'vitest';
import { DIALECT_NAMES } from '../../src/signals/systems/dialects.ts';
import { createPatternFinder } from '../../src/signals/patterns/find-keywords.ts';
import { compilePattern } from '../../src/signals/patterns/patterns.ts';
import { createLineScanner } from '../../src/signals/patterns/scan-lines.ts';
import { createSignalReader } from '../../src/signals/signal-reader.ts';
import { parse, LEAST } from '../project/config/a-config.ts';
import { aBlock, BINDING } from '../signals/a-block.ts';

const PLAIN = [
  'ok 1 - case runs and returns the expected row for customer 000',
  'I changed src/cart.ts so that the discount is rounded once, at the end.',
  '    at Object.<anonymous> (test/cart.test.ts:12:5)',
  '',
  'PASS test/cart.test.ts (5 tests, 0.3 s)',
];
/** As vitest and jest print it: an escape sequence in every twenty bytes. */
const COLOURED = [
  '\u001B[32m✓\u001B[39m case runs and returns the expected row for customer 000 \u001B[33m12\u001B[2mms\u001B[22m\u001B[39m',
  'I changed \u001B[1msrc/cart.ts\u001B[22m so that the discount is rounded once, at the end.',
  '\u001B[90m    at Object.<anonymous> (test/cart.test.ts:12:5)\u001B[39m',
  '',
  '\u001B[0m\u001B[7m\u001B[1m\u001B[32m PASS \u001B[39m\u001B[22m\u001B[27m\u001B[0m test/cart.test.ts \u001B[2m(5 tests)\u001B[22m',
];
const tenMegabytes = (lines: readonly string[]): Buffer => {
  const piece = Buffer.from(`${lines.join('\n')}\n`);
  return Buffer.concat(Array.from({ length: Math.ceil(10_485_760 / piece.length) }, () => piece));
};
const TEN_MB = tenMegabytes(PLAIN);
const TEN_COLOURED_MB = tenMegabytes(COLOURED);
const CHUNK = 65_536;
const OPTIONS = { iterations: 10, time: 0, warmupIterations: 2, warmupTime: 0 };

/** Each takes a reader of its own, and microseconds: the first ones are not yet compiled. */
const DECISIONS = { iterations: 100, time: 0, warmupIterations: 5_000, warmupTime: 0 };

const feed = <T extends { readonly write: (chunk: Buffer) => void }>(reader: T, bytes: Buffer): T => {
  for (let at = 0; at < bytes.length; at += CHUNK) reader.write(bytes.subarray(at, at + CHUNK));
  return reader;
};
const walkOver = (bytes: Buffer): void => {
  for (let at = bytes.indexOf(10); at !== -1; ) at = bytes.indexOf(10, at + 1);
};

describe.each([
  ['10 MB', TEN_MB],
  ['10 MB in colours', TEN_COLOURED_MB],
])('a scan of %s', (_what, bytes) => {
  bench('a bare walk over its lines', () => walkOver(bytes), OPTIONS);
  for (const dialect of [...DIALECT_NAMES, 'auto'] as const) {
    bench(dialect, () => void feed(createSignalReader(BINDING, { dialect }), bytes).end(), OPTIONS);
  }
});

describe.each([
  ['10 MB', TEN_MB],
  ['10 MB in colours', TEN_COLOURED_MB],
])('patterns of RE2 in %s', (_what, bytes) => {
  const find = (patterns: readonly string[]): readonly string[] => {
    const finder = createPatternFinder(patterns, '');
    const scanner = createLineScanner(finder.search, ({ text }) => finder.see(text));
    feed(scanner, bytes).end();
    return finder.found();
  };
  const source = 'all tasks (are )?(complete|done)';
  const pattern = compilePattern(source, { ignoreCase: true });
  const patterns = parse(`${LEAST}preset: cub\n`).exit_gate?.patterns ?? [];

  bench('a bare walk over its lines', () => walkOver(bytes), OPTIONS);
  bench('one, looked for', () => void find([source]), OPTIONS);
  bench(`the ${patterns.length} of cub, looked for`, () => void find(patterns), OPTIONS);
  bench(
    'one, tried on each line',
    () => {
      for (const line of bytes.toString('latin1').split('\n')) pattern.test(line);
    },
    OPTIONS,
  );
});

describe('the decision on a transcript of 10 MB', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dualgate-'));
  const path = join(folder, 'transcript');
  writeFileSync(path, TEN_MB);
  const tail = Buffer.alloc(CHUNK);
  const isWarmUp = (at: number): boolean => at > DECISIONS.iterations;
  // Taken from the end: those that are measured have heard all of it.
  const readers = Array.from({ length: DECISIONS.iterations + DECISIONS.warmupIterations + 2 }, (_, at) =>
    feed(createSignalReader(BINDING), isWarmUp(at) ? TEN_MB.subarray(0, TEN_MB.indexOf(10) + 1) : TEN_MB),
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
