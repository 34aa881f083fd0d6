import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as fc from 'fast-check';
import { createLedger } from '../../src/ledger/ledger.ts';
import {
  type LedgerRecord,
  readLedger,
  FIRST_PREV,
  hashBytes,
  parseLine,
  sealRecord,
} from '../../src/ledger/ledger-record.ts';
import { makeTempFolder, STILL } from './temp-folder.ts';
import { LedgerError } from '../../src/ledger/ledger-error.ts';
import type { JsonObject } from '../../src/ledger/json.ts';

const seal = (data: JsonObject) =>
  sealRecord({ seq: 0, at: new Date('2025-01-02T03:04:05.678Z'), type: 'turn.ended', data, prev: FIRST_PREV });

const catchMessage = (attempt: () => unknown): string => {
  try {
    attempt();
  } catch (error) {
    if (error instanceof LedgerError) return `${error.trouble}: ${error.message}`;
    throw error;
  }
  throw new Error('nothing was refused');
};

describe('a record', () => {
  test('is one line: its keys in order, no blanks, its hash over all before it', () => {
    const { record, line } = seal({ b: 1, a: ['x'] });
    const sealed = `{"seq":0,"at":"2025-01-02T03:04:05.678Z","type":"turn.ended","data":{"b":1,"a":["x"]},"prev":"${FIRST_PREV}"`;
    expect(line).toBe(`${sealed},"hash":"${hashBytes(sealed)}"}`);
    expect(record).toEqual(JSON.parse(line));
    expect(Object.keys(record)).toEqual(['seq', 'at', 'type', 'data', 'prev', 'hash']);
  });

  test('is the same bytes when it is read and printed again, whatever text and keys it carries', () =>
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' })), (data) => {
        const { record, line } = seal(data);
        expect(JSON.stringify(parseLine(line))).toBe(line);
        expect(parseLine(line)).toEqual(record);
      }),
    ));

  test.each([
    ['line separators', { text: '\u2028\u2029\r\n' }],
    ['half a surrogate pair', { text: '\ud800' }],
    ['text that looks like the end of a record', { text: `","prev":"${FIRST_PREV}","hash":"${FIRST_PREV}"}` }],
    ['a key __proto__', Object.fromEntries([['__proto__', { polluted: true }]])],
  ])('carries %s unharmed, on one line', (_, data) => {
    const { record, line } = seal(data);
    expect(line).not.toContain('\n');
    expect(JSON.stringify(record.data)).toBe(JSON.stringify(data));
    expect(parseLine(line)).toEqual(record);
  });

  test('is frozen all the way down, and does not follow what becomes of the data it was given', () => {
    const inner = { failing: 1 };
    const { record } = seal({ inner });
    inner.failing = 0;
    expect(record.data).toEqual({ inner: { failing: 1 } });
    expect([record, record.data, record.data['inner']].map(Object.isFrozen)).toEqual([true, true, true]);
  });

  const circle: Record<string, unknown> = {};
  circle['circle'] = circle;
  test.each<[JsonObject, string]>([
    [{ a: { b: [1, undefined] } }, 'data.a.b[1] is undefined'],
    [{ a: Array(1) }, 'data.a[0] is undefined'],
    [{ a: NaN }, 'data.a is NaN'],
    [{ a: -Infinity }, 'data.a is -Infinity'],
    [{ a: () => 1 }, 'data.a is a function'],
    [{ a: 1n }, 'data.a is a bigint'],
    [{ a: Symbol.iterator }, 'data.a is a symbol'],
    [{ a: new Date(0) }, 'data.a is an instance of a class'],
    [{ a: new Map() }, 'data.a is an instance of a class'],
    [{ a: { [Symbol.iterator]: 1 } }, 'data.a has a key that is a symbol'],
    [{ toJSON: () => ({ tests_failing: 0 }) }, 'data.toJSON is a function'],
  ])('is not made of what JSON would drop or bend: %o', (data, problem) =>
    expect(catchMessage(() => seal(data))).toBe(
      `not_json: Cannot record the data: ${problem}. Pass plain JSON values only.`,
    ),
  );

  test.each(['[]', '1', 'null', '"x"'])('is not made of %s, which is no object', (text) =>
    expect(catchMessage(() => seal(JSON.parse(text)))).toBe(
      'not_json: Cannot record the data: data is not a plain object. Pass plain JSON values only.',
    ),
  );

  test('is not made of a value that contains itself', () =>
    expect(catchMessage(() => seal(circle))).toMatch(
      /is nested deeper than 200 levels, or contains itself\. Pass plain/,
    ));

  test('is not read from an empty object, and the error shows what was there', () =>
    expect(catchMessage(() => parseLine('{}'))).toBe(
      'broken: Cannot read the record: it does not have the form of one (got "{}"). Run dualgate verify.',
    ));

  const { line } = seal({ a: 1 });
  const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  test.each([
    ['an empty line', ''],
    ['a blank between', line.replace('{"seq":0,', '{"seq": 0,')],
    ['a number with a leading zero', line.replace('"seq":0', '"seq":00')],
    ['a number that is not safe', line.replace('"seq":0', '"seq":9999999999999999')],
    ['a key too many', line.replace('{"a":1}', '{"a":1},"x":{}')],
    ['data that is no JSON', line.replace('{"a":1}', '{"a":}')],
    ['data that is a list', line.replace('{"a":1}', '[1]')],
    ['data too deep to walk', line.replace('{"a":1}', deep)],
    ['a line of Windows', `${line}\r`],
    ['a byte order mark', `\ufeff${line}`],
    ['hashes that are none', line.replaceAll('0', 'O')],
  ])('is not read from %s', (_, bad) =>
    expect(catchMessage(() => parseLine(bad))).toMatch(
      /^broken: Cannot read the record: it does not have the form of one/,
    ),
  );
});

const readAll = async (path: string): Promise<readonly LedgerRecord[]> => {
  const records: LedgerRecord[] = [];
  for await (const record of readLedger(path)) records.push(record);
  return records;
};

describe('reading a ledger', () => {
  test('yields its records in order, and leaves out a line that is still being written', async () => {
    const path = join(makeTempFolder(), 'ledger.jsonl');
    const ledger = createLedger(path, STILL);
    const records = [ledger.append('run.started', { text: 'ü\u2028' }), ledger.append('run.ended', {})];
    ledger.close();
    expect(await readAll(path)).toEqual(records);
    appendFileSync(path, '{"seq":2');
    expect(await readAll(path)).toEqual(records);
  });

  test('names the line that is not a record', async () => {
    const path = join(makeTempFolder(), 'ledger.jsonl');
    const ledger = createLedger(path, STILL);
    ledger.append('run.started', {});
    ledger.close();
    appendFileSync(path, 'hello\n');
    await expect(readAll(path)).rejects.toMatchObject({
      code: 'E_LEDGER',
      trouble: 'broken',
      line: 2,
      message: `Cannot read ${path}:2: the line is not a record. Run dualgate verify.`,
    });
  });

  test('of an empty file yields nothing', async () => {
    const path = join(makeTempFolder(), 'ledger.jsonl');
    writeFileSync(path, '');
    expect(await readAll(path)).toEqual([]);
  });
});
