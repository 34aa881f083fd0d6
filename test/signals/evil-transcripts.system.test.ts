import { describe, expect, test } from 'vitest';
import { createSignalReader, type SignalForm } from '../../src/signals/signal-reader.ts';
import { DIALECTS, DIALECT_NAMES, type DialectName } from '../../src/signals/systems/dialects.ts';
import { aBlock, BINDING } from './a-block.ts';
import { pickSome, SEED } from '../pick-some.ts';

/** Megabytes of each stream: a part in ordinary runs, one gigabyte in `npm run check:full`. */
const isWhole = process.env['DUALGATE_TRIALS'] !== undefined;
const MEGABYTES = isWhole ? 1_024 : 24;
/** Of streams of which each line matters. */
const FEWER = isWhole ? 64 : 1;
/** Whatever is printed, no more than this may be held at any time, garbage that waits to be collected included. */
const MAX_HELD_MB = 96;
const MEGABYTE = 1_048_576;

const held = (): number => {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / MEGABYTE;
};

/** Writes `piece` again and again, and measures what is held meanwhile. */
const flood = (piece: string | Buffer, { megabytes = MEGABYTES, form = {}, before = '', after = '' }: Flood = {}) => {
  const bytes = Buffer.from(piece);
  const chunk = Buffer.concat(Array.from({ length: Math.ceil(65_536 / bytes.length) }, () => bytes));
  const reader = createSignalReader(BINDING, form);
  const start = held();
  let most = 0;
  reader.write(before);
  for (let written = 0; written < megabytes * MEGABYTE; written += chunk.length) {
    reader.write(chunk);
    most = Math.max(most, held() - start);
  }
  reader.write(after);
  const { value, reason, line } = reader.end();
  expect(most).toBeLessThan(MAX_HELD_MB);
  return { value, reason, line };
};

interface Flood {
  readonly megabytes?: number;
  readonly form?: SignalForm;
  readonly before?: string;
  readonly after?: string;
}

const blockOf = (dialect: DialectName): string =>
  DIALECTS[dialect].writeBlock({
    phase: BINDING.phase,
    iteration: BINDING.iteration,
    nonce: BINDING.nonce,
    now: '2026-01-13T10:30:00Z',
    isDone: true,
    refactoringComplete: false,
    workPhase: 'IMPLEMENTATION',
  });

const NULL = { value: null, reason: 'signal_missing', line: null };

describe(`a stream of ${MEGABYTES} MB costs linear time and little memory (${SEED})`, () => {
  test('and the signal in its last line is found, with its line', () => {
    const line = 'ok 1 - case runs and returns the expected row for customer 000\n';
    const perChunk = Math.ceil(65_536 / line.length);
    const chunks = Math.ceil((MEGABYTES * MEGABYTE) / (perChunk * line.length));
    expect(flood(line, { after: aBlock() })).toEqual({
      value: true,
      reason: 'explicit_true',
      line: chunks * perChunk + 1,
    });
  });

  test.each<[string, string | Buffer, DialectName]>([
    ['of opened blocks', '---PRP_PHASE_STATUS---\n', 'prp'],
    ['of opened headers', 'DOYAKEN_STATUS:\n', 'doyaken'],
    ['of opened objects', '{\n', 'apm2'],
    ['of objects that are none', '{"protocol": 1}\n', 'apm2'],
  ])('%s', (_what, piece, dialect) => {
    const { value, reason } = flood(piece, { form: { dialect }, megabytes: FEWER });
    expect([value, ['unterminated_block', 'signal_missing', 'schema_error', 'nonce_missing'].includes(reason)]).toEqual(
      [null, true],
    );
  });

  test.each<[string, string | Buffer, DialectName, string]>([
    ['of one block without an end', 'KEY: value\n', 'prp', '---PRP_PHASE_STATUS---\n'],
    ['of one indented block', '  KEY: value\n', 'doyaken', 'DOYAKEN_STATUS:\n'],
    ['of one run of keys', 'EXIT_STATUS: COMPLETE\n', 'cub', ''],
    ['of one object', '  "a": {\n', 'apm2', '{\n'],
  ])('%s', (_what, piece, dialect, before) => {
    expect(flood(piece, { form: { dialect }, before, megabytes: FEWER })).toEqual({
      value: null,
      reason: 'block_too_long',
      line: 1,
    });
  });

  test.each<[string, string | Buffer, string]>([
    ['of fences', '```\n', ''],
    ['of quotes in quotes', '> > > > > > > >', ''],
    ['of comments', '<!-- <!--\n', ''],
    ['of backticks', '`', ''],
    ['of NUL bytes', Buffer.alloc(64), ''],
    ['of lines with NUL bytes', '\0\0\n', ''],
    ['of bytes that are no UTF-8', Buffer.from([0xff, 0xc3, 0xe2, 0x82, 0x0a]), ''],
    ['of one line', 'x', ''],
    ['of one line of blanks', ' ', ''],
    ['of one line that opens like a block', '-', '---PRP_PHASE_STATUS---'],
    ['of escape sequences', '\u001B[1m\u001B[0m', ''],
  ])('%s', (_what, piece, before) => {
    expect(
      flood(piece, { before, ...(piece.length < 12 && piece.includes('\n') ? { megabytes: FEWER } : {}) }),
    ).toEqual(NULL);
  });

  const OF_DIALECTS = DIALECT_NAMES.flatMap((dialect) =>
    (
      [
        ['of NUL bytes', Buffer.alloc(64), MEGABYTES],
        ['of bytes that are no UTF-8', Buffer.from([0xff, 0xc3, 0xe2, 0x82, 0x9b]), MEGABYTES],
        ['of long lines with words that begin none', `x${'{EXIT_STATUS '.repeat(5_000)}\n`, MEGABYTES],
        ['of long lines of words that colours cut', `x${'`P\u001BEXIT\u009BD\u001B'.repeat(4_000)}\n`, FEWER],
        ['of coloured lines that could hold a word', '\u001B[1mP\u001B[1mD\u001B[1mR\u001B[1mE\u001B{\n', FEWER],
      ] as const
    ).map(([what, piece, megabytes]) => [what, dialect, piece, megabytes] as const),
  );
  test.each(pickSome(OF_DIALECTS, ([what, dialect]) => what + dialect, 4))(
    '%s, for %s',
    (_what, dialect, piece, megabytes) => {
      const form = { dialect };
      expect(flood(piece, { form, megabytes, before: '.\n' })).toEqual(NULL);
      expect(flood(piece, { form, megabytes: FEWER, before: '.\n', after: `\n\n${blockOf(dialect)}` }).value).toBe(
        true,
      );
    },
  );

  test('of one event of an envelope, which is then skipped', () => {
    const form = { envelope: 'claude-json' } as const;
    expect(flood('x', { form, before: '{"type":"result","result":"' })).toEqual({ ...NULL, reason: 'no_result' });
    const result = JSON.stringify({ type: 'result', subtype: 'success', is_error: false, result: aBlock() });
    expect(flood('x', { form, before: '{"type":"user"', after: `\n${result}\n`, megabytes: 12 }).value).toBe(true);
    expect(flood('[\n{\n', { form, megabytes: FEWER })).toEqual({ ...NULL, reason: 'no_result' });
  });
});

test('what hides in the rest of a line that is too long hides what comes after it', () => {
  const long = 'x'.repeat(70_000);
  const read = (text: string, cut: number) => {
    const reader = createSignalReader(BINDING);
    reader.write(text.slice(0, cut));
    reader.write(text.slice(cut));
    return reader.end().value;
  };
  const text = `${long} <!-- see\n${aBlock()}\n-->`;
  expect([1, 65_536, 65_540, 70_001, 70_003, 70_005].map((cut) => read(text, cut))).toEqual(Array(6).fill(null));
  const seam = `${'x'.repeat(65_534)}<!-- see\n${aBlock()}\n-->`;
  expect([1, 65_534, 65_535, 65_536, 65_537, 65_538].map((cut) => read(seam, cut))).toEqual(Array(6).fill(null));
  expect(read(`${long}\n${aBlock()}`, 65_536)).toBe(true);
});
