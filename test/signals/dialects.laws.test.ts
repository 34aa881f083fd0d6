import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DIALECTS, DIALECT_NAMES, type DialectName, statusBlockTemplate } from '../../src/signals/systems/dialects.ts';
import type { SignalBinding } from '../../src/signals/blocks/block-fields.ts';
import { createSignalReader, readSignal } from '../../src/signals/signal-reader.ts';
import { findBlock } from './reference-reader.ts';

const BINDING: SignalBinding = { phase: 'GREEN', iteration: 7, nonce: 'n-7f3a', tests: 'must_pass' };
/** A million in `npm run check:full`. */
const TRIALS = process.env['DUALGATE_TRIALS'] === undefined ? 10_000 : 1_000_000;

const blockOf = (dialect: DialectName, { nonce = BINDING.nonce, isDone = true } = {}): string =>
  DIALECTS[dialect]
    .writeBlock({
      phase: 'GREEN',
      iteration: 7,
      nonce,
      now: '2026-01-13T10:30:00Z',
      isDone,
      refactoringComplete: false,
      workPhase: 'IMPLEMENTATION',
    })
    .trimEnd();

/** A yes that says when it is unbound, and is no yes of this iteration. */
const others = DIALECT_NAMES.flatMap((dialect) => [
  blockOf(dialect, { nonce: 'n-6' }),
  blockOf(dialect, { nonce: null }),
  blockOf(dialect, { isDone: false }),
  statusBlockTemplate({ dialect, phase: 'GREEN', iteration: 7, nonce: BINDING.nonce }),
]).filter((block) => block !== '');

const words = fc.constantFrom(
  'All tasks complete, project is done.',
  'EXIT_SIGNAL: true',
  'PHASE_COMPLETE: true',
  'STATUS: COMPLETE',
  'NONCE: n-6',
  'The nonce is n-7f3a.',
  '"exit_reason": "completed"',
  '<promise>COMPLETE</promise>',
  '# head',
  '- item',
  '---',
  '{ a: 1 }',
  '{"level":"info"}',
  '{"exit\\u005freason": "blocked"}',
  '{ "a": "}",',
  'ok 1 - adds 2 --> 3',
  '+EXIT_STATUS: COMPLETE',
  '',
);
const prose = fc.array(words, { maxLength: 5 }).map((lines) => lines.join('\n'));
const yes = fc.constantFrom(...DIALECT_NAMES.map((dialect) => blockOf(dialect)));
const shown = fc
  .tuple(fc.oneof(yes, prose), fc.constantFrom(...'> |+|-|    |\t|- |1 | \u00A0'.split('|')))
  .map(([text, prefix]) => text.replaceAll(/^/gm, prefix));
const commented = fc.oneof(yes, prose).map((text) => `<!--\n${text}\n-->`);
/** Not the last thing in a message, which may be the agent's own. */
const fenced = fc
  .tuple(fc.oneof(yes, prose), fc.constantFrom('```', '~~~~', '  ```'))
  .map(([text, fence]) => `${fence}\n${text}\n${fence}\nSo much for that.`);
const cutYes = fc.tuple(yes, fc.double({ min: 0, max: 0.9, noNaN: true })).map(([text, part]) => {
  const cut = text.slice(0, Math.floor(text.length * part));
  return cut.includes('n-7f3a') ? cut.slice(0, cut.indexOf('n-7f3a')) : cut;
});
/** Escapes that terminals remove. */
const escapes = fc.constantFrom(
  '\u001B[1m',
  '\u001B[38;5;2m',
  '\u009B0m',
  '\u001B]8;;https://a.b/STATUS\u0007',
  '\u001B[K\u001B[1m',
);
/** Stands before lines, and cuts words and markers in two, wherever they are: in one of so many places. */
const speckled = fc.tuple(escapes, fc.nat(12), fc.integer({ min: 1, max: 3 })).map(([escape, cut, oneIn]) => {
  let seen = 0;
  const isHit = (): boolean => (seen += 1) % oneIn === 0;
  return (text: string) =>
    text
      .replaceAll(/[A-Z_]{3,}|`{3,}|~{3,}|<!--|-->|-{3}/g, (word) => {
        const at = 1 + (cut % (word.length - 1));
        return isHit() ? `${word.slice(0, at)}${escape}${word.slice(at)}` : word;
      })
      .replaceAll(/^/gm, () => (isHit() ? escape : ''));
});
const dressed = fc.oneof(
  speckled,
  fc.constantFrom(
    (text: string) => text,
    (text: string) => text.replaceAll('\n', '\r\n'),
    (text: string) => text.replaceAll(/^(.+)$/gm, '\u001B[36m$1\u001B[0m'),
    (text: string) => text.replaceAll(': ', ':\u00A0'),
  ),
);
const noise = fc.array(fc.oneof(prose, shown, commented, fenced, fc.constantFrom(...others), fc.string()), {
  maxLength: 5,
});
const quiet = fc.array(fc.oneof(prose, shown, commented, fenced), { maxLength: 5 }).map((parts) => parts.join('\n\n'));

const chunksOf = (text: string, cuts: readonly number[]): readonly Buffer[] => {
  const bytes = Buffer.from(text);
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  return [...places, bytes.length].map((place, i) => bytes.subarray(places[i - 1] ?? 0, place));
};

test(`no text without a well-formed block of this iteration reads as true, in any dialect (${TRIALS} transcripts)`, () => {
  let asked = 0;
  fc.assert(
    fc.property(noise, fc.oneof(cutYes, fc.constant('')), dressed, (parts, end, dress) => {
      const text = dress([...parts, end].join('\n'));
      for (const dialect of [...DIALECT_NAMES, 'auto'] as const) {
        asked += 1;
        if (readSignal(text, BINDING, { dialect }).value === true) throw new Error(`${dialect} reads true`);
      }
    }),
    { numRuns: Math.ceil(TRIALS / 6) },
  );
  expect(asked).toBeGreaterThanOrEqual(TRIALS);
}, 600_000);

describe.each(DIALECT_NAMES)('%s', (dialect) => {
  test('is read as what it says, whatever stands before it and whoever else speaks', () => {
    fc.assert(
      fc.property(noise, dressed, fc.boolean(), quiet, (before, dress, isDone, after) => {
        fc.pre(isDone || dialect !== 'apm2');
        // A code fence that was opened in the noise and not closed would hide it.
        const text = dress(
          `${before.filter((part) => !/```|~~~|<!--/.test(part)).join('\n')}\n\n${blockOf(dialect, { isDone })}\n\nBye.\n${after.replaceAll(/^(?:[A-Z]+_?[A-Z]+|\{).*$/gm, 'words')}`,
        );
        expect(readSignal(text, BINDING, { dialect }).value).toBe(isDone);
      }),
      { numRuns: 200 },
    );
  });

  test('is read alike however the bytes are cut', () => {
    fc.assert(
      fc.property(noise, quiet, dressed, fc.array(fc.nat(), { maxLength: 20 }), (before, after, dress, cuts) => {
        const text = dress(`${before.join('\n')}\n${blockOf(dialect)}\n${after}é€😀`);
        const reader = createSignalReader(BINDING, { dialect });
        for (const chunk of chunksOf(text, cuts)) reader.write(chunk);
        expect(reader.end()).toEqual(readSignal(text, BINDING, { dialect }));
      }),
      { numRuns: 200 },
    );
  });
});

describe.each(DIALECT_NAMES)('%s', (dialect) => {
  test('finds the block that the plain rules find, in the same line', () => {
    const unbound = { ...BINDING, nonce: null };
    let found = 0;
    fc.assert(
      fc.property(noise, fc.constantFrom('', blockOf(dialect)), dressed, quiet, (before, said, dress, after) => {
        const text = dress([...before, said, after].join('\n'));
        const block = findBlock(text, dialect);
        const signal = readSignal(text, unbound, { dialect });
        if (block !== null) found += 1;
        expect(signal.source).toBe(block === null ? null : 'block');
        if (block !== null)
          expect([signal.line, signal.reason === 'unterminated_block']).toEqual([
            block.line,
            !block.closed || isLeftOpen(dialect, block.lines),
          ]);
      }),
      { numRuns: 300 },
    );
    expect(found).toBeGreaterThan(50);
  });
});

const isLeftOpen = (dialect: DialectName, lines: readonly string[]): boolean => {
  const last = lines.findLast((line) => line.trim() !== '') ?? '';
  return dialect !== 'prp' && dialect !== 'apm2' && /^[ \t]*[A-Z_]+:$/.test(last);
};

test('text that is cut within a pair of surrogates is read as it was', () => {
  const text = `😀\n${blockOf('ralph')}\n😀`;
  const reader = createSignalReader(BINDING, { dialect: 'ralph' });
  for (const unit of text.split('')) reader.write(unit);
  expect(reader.end()).toEqual(readSignal(text, BINDING, { dialect: 'ralph' }));
});
