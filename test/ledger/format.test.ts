import { describe, expect, test } from 'vitest';
import { LEDGER_FORMAT, readContent, stampFormat } from '../../src/ledger/format.ts';
import { LedgerError } from '../../src/ledger/ledger-error.ts';
import { createMemoryLedger } from '../../src/ledger/ledger.ts';
import { STILL } from './temp-folder.ts';

const refusalOf = (data: Parameters<typeof stampFormat>[0]): string => {
  try {
    readContent({ seq: 4, type: 'run.started', data });
  } catch (error) {
    if (error instanceof LedgerError) return `${error.trouble}: ${error.message}`;
    throw error;
  }
  throw new Error('nothing was refused');
};

describe('the format of a record', () => {
  test('stands first in its data, and is no part of what it says', () => {
    const { type, data } = createMemoryLedger(STILL).append('chart.halted', { phase: 'RED', why: 'w' });
    expect(Object.entries(data)[0]).toEqual(['v', LEDGER_FORMAT]);
    expect(readContent({ seq: 0, type, data })).toEqual({ type, data: { phase: 'RED', why: 'w' } });
  });

  test.each([
    ['no format', {}],
    ['an earlier one', { v: LEDGER_FORMAT - 1 }],
    ['a format as text', { v: String(LEDGER_FORMAT) }],
  ])('is refused as written by an earlier build when it is %s', (_, data) => {
    expect(refusalOf({ ...data, versions: { dualgate: '0.0.9' } })).toBe(
      'format: Cannot read record 4 of the ledger: it was written by an earlier build of dualgate (0.0.9). Use that build, or start a new run. dualgate verify checks the file by its hashes.',
    );
  });

  test('is refused as written by a newer build when it is a later one', () => {
    expect(refusalOf({ v: LEDGER_FORMAT + 1 })).toMatch(
      /^format: Cannot read record 4 of the ledger: it was written by a newer build of dualgate\. /,
    );
  });
});
