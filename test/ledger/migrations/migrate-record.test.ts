import { describe, expect, test } from 'vitest';
import { LedgerError } from '../../../src/ledger/ledger-error.ts';
import { createMemoryLedger } from '../../../src/ledger/ledger.ts';
import { migrateRecord, stampFormat } from '../../../src/ledger/migrations/migrate-record.ts';
import { LEDGER_FORMAT, type Migration } from '../../../src/ledger/migrations/migration.ts';
import { asWorkRecord } from '../../../src/records/catalogue/records.ts';
import { STILL } from '../temp-folder.ts';

/** Steps that later versions may take: a key gets another name, then a type is split in two. */
const renameWhy: Migration = ({ type, data: { why, ...data } }) => ({
  type,
  data: why === undefined ? data : { ...data, reason: why },
});
const splitType: Migration = ({ type, data }) => ({ type: type === 'chart.halted' ? 'work.halted' : type, data });
const STEPS = [renameWhy, splitType];

const refusalOf = (attempt: () => unknown): string => {
  try {
    attempt();
  } catch (error) {
    if (error instanceof LedgerError) return `${error.trouble}: ${error.message}`;
    throw error;
  }
  throw new Error('nothing was refused');
};

describe('the format of a record', () => {
  test('is 4 today, and each record says it; one of format 1 does not', () => {
    expect(LEDGER_FORMAT).toBe(4);
    const ledger = createMemoryLedger(STILL);
    expect(ledger.append('chart.halted', { phase: 'RED', why: 'w' }).data).toEqual({ v: 4, phase: 'RED', why: 'w' });
    expect(stampFormat({ a: 1 }, 1)).toEqual({ a: 1 });
    expect(stampFormat({ a: 1 }, 4)).toEqual({ v: 4, a: 1 });
  });

  test.each([
    [
      { phase: 'RED', why: 'w' },
      { type: 'work.halted', data: { phase: 'RED', reason: 'w' } },
    ],
    [
      { v: 2, phase: 'RED', reason: 'w' },
      { type: 'work.halted', data: { phase: 'RED', reason: 'w' } },
    ],
    // Of format 3 already: `why` is another word there, and stays.
    [
      { v: 3, phase: 'RED', why: 'w' },
      { type: 'chart.halted', data: { phase: 'RED', why: 'w' } },
    ],
  ])('leads it through every step that it has not gone yet: %j', (data, expected) => {
    expect(migrateRecord({ seq: 4, type: 'chart.halted', data }, STEPS)).toEqual(expected);
  });

  test('does not change the record that was read', () => {
    const data = Object.freeze({ phase: 'RED', why: 'w' });
    migrateRecord(Object.freeze({ seq: 4, type: 'chart.halted', data }), STEPS);
    expect(data).toEqual({ phase: 'RED', why: 'w' });
  });

  test('that is newer is refused with the version that wrote it, where the record tells', () => {
    expect(
      refusalOf(() =>
        migrateRecord({ seq: 0, type: 'run.started', data: { v: 4, versions: { dualgate: '2.1.0' } } }, STEPS),
      ),
    ).toBe(
      'newer: Cannot read record 0 of the ledger: dualgate 2.1.0 wrote it in format 4, and this version knows formats up to 3. Use that version, or a newer one. Any version can verify the file itself.',
    );
    const sealed = { seq: 7, at: '2025-01-02T03:04:05.678Z', type: 'phase.exited', data: { v: 5 }, prev: '', hash: '' };
    expect(refusalOf(() => asWorkRecord(sealed))).toMatch(
      /^newer: Cannot read record 7 of the ledger: a newer dualgate wrote it in format 5, and this version knows formats up to 4\./,
    );
  });

  test.each([0, 1, -1, 1.5, '2', null, true, {}])('is refused when it is none: %j', (v) => {
    expect(refusalOf(() => migrateRecord({ seq: 3, type: 'phase.exited', data: { v } }, STEPS))).toBe(
      `broken: Cannot read record 3 of the ledger: its format must be a whole number of 2 or more (got ${JSON.stringify(v)}). Restore the ledger from a copy.`,
    );
  });
});
