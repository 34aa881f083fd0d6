/** Damage to a ledger by accident, and by an attacker who has the code. */
import * as fc from 'fast-check';
import { FIRST_PREV, hashBytes, parseLine, SEAL_LENGTH, sealRecord } from '../../src/ledger/ledger-record.ts';

interface Places {
  /** Which byte or line, modulo how many there are. */
  readonly at: number;
  readonly to: number;
  readonly bit: number;
}

/** Of bytes; `place` is one of them. */
const OF_BYTES: Readonly<Record<string, (bytes: Buffer, place: number, how: Places) => Buffer>> = {
  flip: (bytes, place, { bit }) => {
    // oxlint-disable-next-line no-bitwise -- one bit is what flips
    bytes[place] = (bytes[place] ?? 0) ^ (1 << bit);
    return bytes;
  },
  truncate: (bytes, place) => bytes.subarray(0, place),
  'zeros over': (bytes, place, { to }) => bytes.fill(0, place, Math.min(bytes.length, place + 1 + (to % 512))),
  'zeros behind': (bytes, place, { to }) => Buffer.concat([bytes.subarray(0, place), Buffer.alloc(1 + (to % 4096))]),
  'garbage behind': (bytes, _, { to, bit }) => Buffer.concat([bytes, Buffer.from(hashBytes(String(to)).slice(bit))]),
};

interface Lines {
  readonly lines: readonly string[];
  readonly from: number;
  readonly other: number;
  /** Of another run. */
  readonly foreign: string;
}

const lineAt = ({ lines }: Lines, place: number): string => lines[place] ?? '';

const renumbered = (all: Lines): string => lineAt(all, all.from).replace(/^\{"seq":\d+/, `{"seq":${all.other}`);

const OF_LINES: Readonly<Record<string, (all: Lines) => readonly string[]>> = {
  lose: ({ lines, from }) => lines.toSpliced(from, 1),
  double: (all) => all.lines.toSpliced(all.other, 0, lineAt(all, all.from)),
  cut: ({ lines, from }) => lines.slice(0, from),
  swap: (all) => all.lines.with(all.from, lineAt(all, all.other)).with(all.other, lineAt(all, all.from)),
  move: (all) => all.lines.toSpliced(all.from, 1).toSpliced(all.other, 0, lineAt(all, all.from)),
  insert: ({ lines, other, foreign }) => lines.toSpliced(other, 0, foreign),
  'of another run': ({ lines, from, foreign }) => lines.with(from, foreign),
  'blank line': ({ lines, from }) => lines.toSpliced(from, 0, ''),
  CRLF: ({ lines, from }) => lines.map((each, i) => (i < from ? each : `${each}\r`)),
  renumber: (all) => all.lines.with(all.from, renumbered(all)),
  'renumber and seal': (all) => all.lines.with(all.from, sealAgain(renumbered(all))),
  'edit and seal': (all) =>
    all.lines.with(all.from, sealAgain(lineAt(all, all.from).replace('"data":{', '"data":{"can_exit":true,'))),
  'seal anew': ({ lines, from }) => [...lines.slice(0, from), ...sealAnew(lines, from)],
};

export const KINDS = [...Object.keys(OF_BYTES), ...Object.keys(OF_LINES)];

export interface Corruption extends Places {
  readonly kind: string;
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
  const ofBytes = OF_BYTES[how.kind];
  if (ofBytes !== undefined) return ofBytes(bytes, how.at % bytes.length, how);
  const [from, other] = [how.at % lines.length, how.to % lines.length];
  return join(OF_LINES[how.kind]?.({ lines, from, other, foreign: others[from % others.length] ?? '' }) ?? lines);
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
      type,
      data: { ...data, x: 1 },
      prev,
    });
    prev = record.hash;
    return line;
  });
};
