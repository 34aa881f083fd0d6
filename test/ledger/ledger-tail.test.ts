import {
  readFileSync,
  rmSync,
  writeFileSync,
  appendFileSync,
  closeSync,
  constants,
  copyFileSync,
  openSync,
  renameSync,
} from 'node:fs';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { describe, expect, test, onTestFinished } from 'vitest';
import * as fc from 'fast-check';
import { LedgerError } from '../../src/ledger/ledger-error.ts';
import { FIRST_PREV, parseLine, sealRecord, type LedgerRecord } from '../../src/ledger/ledger-record.ts';
import { readSpan, tailLedger } from '../../src/ledger/ledger-tail.ts';
import { makeTempFolder } from './temp-folder.ts';

describe('ledger tail', () => {
  const LEDGER = readFileSync(new URL('../page/report/ledgers/forced.jsonl', import.meta.url));
  const LINES = LEDGER.toString('utf8').split(/(?<=\n)/);
  const RECORDS = LINES.map((line) => parseLine(line.trimEnd()));
  /** Where each ends, in bytes. */
  const ENDS = LINES.map((_, at) => Buffer.byteLength(LINES.slice(0, at + 1).join('')));
  const aLedger = (bytes: string | Buffer): string => {
    const path = join(makeTempFolder(), 'ledger.jsonl');
    writeFileSync(path, bytes);
    return path;
  };
  const headOf = (seq: number) => ({ seq, hash: RECORDS[seq]?.hash ?? '' });

  describe('a ledger that is followed', () => {
    test('is a file: a pipe in its place blocks no reader', () => {
      const path = join(makeTempFolder(), 'ledger.jsonl');
      execFileSync('mkfifo', [path]);
      // With a writer there, who opens it for reading does not wait: this test would else hang where it has to fail.
      const writer = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
      onTestFinished(() => closeSync(writer));
      expect(() => tailLedger(path).read()).toThrow(
        new LedgerError(
          'unreadable',
          `Cannot read the ledger ${path}: it is not a regular file. Check its permissions.`,
          {
            path,
          },
        ),
      );
    });

    test('is read once and to its end, however it is written, and each record has its place in it', () => {
      fc.assert(
        fc.property(fc.array(fc.integer({ min: 1, max: LEDGER.length - 1 }), { maxLength: 8 }), (cuts) => {
          const path = aLedger('');
          const tail = tailLedger(path);
          const ends = [...cuts, LEDGER.length].toSorted((a, b) => a - b);
          const read: LedgerRecord[] = [];
          const places: number[] = [];
          let at = 0;
          for (const end of ends) {
            appendFileSync(path, LEDGER.subarray(at, end));
            at = end;
            read.push(...tail.read());
            places.push(...tail.ends());
          }
          expect(places).toEqual(ENDS);
          expect(read).toEqual(RECORDS);
          expect(tail.read()).toEqual([]);
        }),
        { numRuns: 20 },
      );
    });

    test('is waited for until it is there', () => {
      const path = join(makeTempFolder(), 'ledger.jsonl');
      const tail = tailLedger(path);
      expect(tail.read()).toEqual([]);
      writeFileSync(path, LINES[0] ?? '');
      expect(tail.read()).toEqual(RECORDS.slice(0, 1));
    });

    test.each<readonly [string, (path: string) => void]>([
      ['a record is left out', (path) => appendFileSync(path, LINES[6] ?? '')],
      ['a record was changed', (path) => appendFileSync(path, (LINES[5] ?? '').replace('"at":"2026', '"at":"2025'))],
      ['a line is none', (path) => appendFileSync(path, 'a line\n')],
      ['it was cut', (path) => writeFileSync(path, LINES[0] ?? '')],
      [
        'another file took its place',
        (path) => {
          copyFileSync(path, `${path}.new`);
          renameSync(`${path}.new`, path);
        },
      ],
      ['it is gone', (path) => rmSync(path)],
    ])('is not trusted any more when %s, whatever is restored', (_, spoil) => {
      const path = aLedger(LINES.slice(0, 5).join(''));
      const tail = tailLedger(path);
      expect(tail.read()).toHaveLength(5);
      spoil(path);
      expect(() => tail.read()).toThrow(LedgerError);
      writeFileSync(path, LEDGER);
      expect(() => tail.read()).toThrow(LedgerError);
    });

    test('has to have the record that was anchored', () => {
      const [short, whole] = [aLedger(LINES.slice(0, 5).join('')), aLedger(LEDGER)];
      expect(tailLedger(whole, headOf(7)).read()).toEqual(RECORDS);
      const cut = tailLedger(short, headOf(7));
      expect([cut.read(), cut.sound()]).toEqual([RECORDS.slice(0, 5), 5]);
      expect(() => cut.read()).toThrow(/it is not the one that was anchored/);
      expect(() => tailLedger(whole, { seq: 7, hash: '0'.repeat(64) }).read()).toThrow(LedgerError);
      expect(() => tailLedger(join(makeTempFolder(), 'none'), headOf(7)).read()).toThrow(LedgerError);
    });

    test('returns the records before its break, wherever that is, and then the break; of one that was sealed again it returns nothing', () => {
      for (let at = 0; at < LINES.length; at += 1) {
        const tail = tailLedger(
          aLedger(LINES.with(at, (LINES[at] ?? '').replace('"at":"2026', '"at":"2025')).join('')),
        );
        if (at > 0) expect(tail.read()).toEqual(RECORDS.slice(0, at));
        expect(() => tail.read()).toThrow(`: record ${at} does not follow from the one before it.`);
        expect(tail.sound()).toBe(at);
      }
      const forged = tailLedger(aLedger(LINES.toSpliced(6, 1).join('')), { seq: 3, hash: '0'.repeat(64) });
      expect(() => forged.read()).toThrow(/it is not the one that was anchored/);
      expect(forged.sound()).toBe(0);
    });
  });
});

describe('read span', () => {
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
});
