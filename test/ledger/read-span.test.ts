import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LedgerError } from '../../src/ledger/ledger-error.ts';
import { FIRST_PREV, parseLine, sealRecord } from '../../src/ledger/ledger-record.ts';
import { readSpan } from '../../src/ledger/ledger-tail.ts';
import { makeTempFolder } from './temp-folder.ts';

const LEDGER = readFileSync(new URL('../page/report/ledgers/forced.jsonl', import.meta.url), 'utf8');
const LINES = LEDGER.split(/(?<=\n)/);
const RECORDS = LINES.map((line) => parseLine(line.trimEnd()));
const byteOf = (at: number): number => Buffer.byteLength(LINES.slice(0, at).join(''));
const headOf = (seq: number) => ({ seq, hash: RECORDS[seq]?.hash ?? FIRST_PREV });
/** From one record up to another, that one left out. */
const spanOf = (first: number, end: number) => ({
  from: byteOf(first),
  to: byteOf(end),
  after: headOf(first - 1),
  last: headOf(end - 1),
});
const aLedger = (text: string): string => {
  const path = join(makeTempFolder(), 'ledger.jsonl');
  writeFileSync(path, text);
  return path;
};

describe('a part of a ledger, read once more', () => {
  test('is unchanged, from the first record on and in the middle', async () => {
    const path = aLedger(LEDGER);
    for (const [first, end] of [
      [0, 1],
      [0, LINES.length],
      [7, 10],
      [LINES.length - 1, LINES.length],
    ] as const)
      expect(await readSpan(path, spanOf(first, end))).toEqual(RECORDS.slice(first, end));
  });

  test('is found in lines that are longer than a piece that is read', async () => {
    const lines: string[] = [];
    let prev = FIRST_PREV;
    for (const text of ['a', 'b'.repeat(3 << 20), 'c']) {
      const { record, line } = sealRecord({ seq: lines.length, at: new Date(0), type: 'x', data: { text }, prev });
      prev = record.hash;
      lines.push(`${line}\n`);
    }
    const [first = '', second = ''] = lines;
    const span = {
      from: first.length,
      to: first.length + second.length,
      after: { seq: 0, hash: parseLine(first.trimEnd()).hash },
      last: { seq: 1, hash: parseLine(second.trimEnd()).hash },
    };
    expect((await readSpan(aLedger(lines.join('')), span)).map(({ seq }) => seq)).toEqual([1]);
  });

  test.each([
    ['changed', LINES.with(8, (LINES[8] ?? '').replace('"GREEN"', '"GREEK"')).join('')],
    ['taken out', LINES.toSpliced(8, 1).join('')],
    ['cut off', LINES.slice(0, 9).join('')],
    ['sealed anew', [...LINES.slice(0, 7), ...sealAnew(7, 10), ...LINES.slice(10)].join('')],
    ['moved', `\n${LEDGER}`],
  ])('is refused when a record of it was %s', async (_, text) => {
    await expect(readSpan(aLedger(text), spanOf(7, 10))).rejects.toThrow(
      /^Cannot trust the ledger .*: the records from 7 on are not the same as when they were first read/,
    );
  });

  test('of a file that is gone cannot be read', async () => {
    const path = aLedger(LEDGER);
    rmSync(path);
    await expect(readSpan(path, spanOf(7, 10))).rejects.toThrow(LedgerError);
  });
});

/** As somebody writes them who knows how a record is sealed: chained to what stands before them. */
function sealAnew(first: number, end: number): readonly string[] {
  const lines: string[] = [];
  let prev = headOf(first - 1).hash;
  for (const { seq, at, type, data } of RECORDS.slice(first, end)) {
    // As long as it was.
    const { record, line } = sealRecord({ seq, at: new Date(Date.parse(at) + 1), type, data, prev });
    prev = record.hash;
    lines.push(`${line}\n`);
  }
  return lines;
}
