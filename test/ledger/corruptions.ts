/**
 * What may happen to a ledger by accident, and what somebody who has the code at hand may do to it on purpose.
 *
 * @module
 */
import * as fc from 'fast-check';
import { FIRST_PREV, hashBytes, parseLine, SEAL_LENGTH, sealRecord } from '../../src/ledger/ledger-record.ts';
import type { LedgerType } from '../../src/ledger/ledger-types.ts';

const KINDS = [
  'flip',
  'truncate',
  'zeros over',
  'zeros behind',
  'garbage behind',
  'lose',
  'double',
  'cut',
  'swap',
  'move',
  'insert',
  'of another run',
  'blank line',
  'CRLF',
  'renumber',
  'renumber and seal',
  'edit and seal',
  'seal anew',
] as const;

export interface Corruption {
  readonly kind: (typeof KINDS)[number];
  /** Which byte or line, modulo how many there are. */
  readonly at: number;
  readonly to: number;
  readonly bit: number;
}

export const corruption: fc.Arbitrary<Corruption> = fc.record({
  kind: fc.constantFrom(...KINDS),
  at: fc.nat(),
  to: fc.nat(),
  bit: fc.nat(7),
});

const join = (lines: readonly string[]): Buffer => Buffer.from(lines.map((line) => `${line}\n`).join(''));

/** The bytes of the ledger after it; they may be the same, where a line was put where it was. @param others - lines of another run */
export const corrupt = (lines: readonly string[], others: readonly string[], how: Corruption): Buffer => {
  const bytes = join(lines);
  const place = how.at % bytes.length;
  switch (how.kind) {
    case 'flip':
      // oxlint-disable-next-line no-bitwise -- one bit is what flips
      bytes[place] = (bytes[place] ?? 0) ^ (1 << how.bit);
      return bytes;
    case 'truncate':
      return bytes.subarray(0, place);
    case 'zeros over':
      return bytes.fill(0, place, Math.min(bytes.length, place + 1 + (how.to % 512)));
    case 'zeros behind':
      return Buffer.concat([bytes.subarray(0, place), Buffer.alloc(1 + (how.to % 4096))]);
    case 'garbage behind':
      return Buffer.concat([bytes, Buffer.from(hashBytes(String(how.to)).slice(how.bit))]);
    default:
      return join(corruptLines(lines, others, how));
  }
};

const corruptLines = (
  lines: readonly string[],
  others: readonly string[],
  { kind, at, to }: Corruption,
): readonly string[] => {
  const [from, other] = [at % lines.length, to % lines.length];
  const [line = '', there = ''] = [lines[from], lines[other]];
  const foreign = others[from % others.length] ?? '';
  const renumbered = line.replace(/^\{"seq":\d+/, `{"seq":${other}`);
  switch (kind) {
    case 'lose':
      return lines.toSpliced(from, 1);
    case 'double':
      return lines.toSpliced(other, 0, line);
    case 'cut':
      return lines.slice(0, from);
    case 'swap':
      return lines.with(from, there).with(other, line);
    case 'move':
      return lines.toSpliced(from, 1).toSpliced(other, 0, line);
    case 'insert':
      return lines.toSpliced(other, 0, foreign);
    case 'of another run':
      return lines.with(from, foreign);
    case 'blank line':
      return lines.toSpliced(from, 0, '');
    case 'CRLF':
      return lines.map((each, i) => (i < from ? each : `${each}\r`));
    case 'renumber':
      return lines.with(from, renumbered);
    case 'renumber and seal':
      return lines.with(from, sealAgain(renumbered));
    case 'edit and seal':
      return lines.with(from, sealAgain(line.replace(/"data":\{/, '"data":{"can_exit":true,')));
    default:
      return [...lines.slice(0, from), ...sealAnew(lines, from)];
  }
};

/** The same line under a hash that matches it. */
const sealAgain = (line: string): string => {
  const sealed = line.slice(0, -SEAL_LENGTH);
  return `${sealed},"hash":"${hashBytes(sealed)}"}`;
};

/** The tail with something else in it, chained on as it should be. */
const sealAnew = (lines: readonly string[], from: number): readonly string[] => {
  let prev = from === 0 ? FIRST_PREV : parseLine(lines[from - 1] ?? '').hash;
  return lines.slice(from).map((old) => {
    const { seq, at, type, data } = parseLine(old);
    // It was read out of a ledger of ours.
    const { record, line } = sealRecord({
      seq,
      at: new Date(at),
      type: type as LedgerType,
      data: { ...data, x: 1 },
      prev,
    });
    prev = record.hash;
    return line;
  });
};
