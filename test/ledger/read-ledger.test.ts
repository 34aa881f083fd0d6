import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createLedger } from '../../src/ledger/ledger.ts';
import { type LedgerRecord, readLedger } from '../../src/ledger/ledger-record.ts';
import { makeTempFolder, STILL } from './temp-folder.ts';

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
