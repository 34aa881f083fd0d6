import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LedgerHead } from '../../src/ledger/check-chain.ts';
import { LedgerError } from '../../src/ledger/ledger-error.ts';
import { createMemoryLedger, openLedger } from '../../src/ledger/ledger.ts';
import { parseLine } from '../../src/ledger/ledger-record.ts';
import { verifyLedger } from '../../src/ledger/verify-ledger.ts';
import { corrupt, corruption, KINDS } from './corruptions.ts';
import { makeTempFolder, STILL } from './temp-folder.ts';

const TRIALS = Number(process.env['DUALGATE_TRIALS'] ?? 500);

const generated = (count: number): readonly string[] => {
  const ledger = createMemoryLedger(STILL);
  for (let number = 0; number < count; number += 1)
    ledger.append('turn.ended', { number, text: 'x ä "hash":"', prev: '","prev":"' });
  return ledger.records.map((record) => JSON.stringify(record));
};

/** Ledger of a finished run. */
const golden = (name: string): readonly string[] =>
  readFileSync(new URL(`golden/ledgers/${name}.jsonl`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');

const LEDGERS = [...[1, 2, 3, 5, 12].map(generated), golden('completed-with-commits'), golden('held-and-stuck')];
const OTHERS = golden('forced');

const headOf = (lines: readonly string[]): LedgerHead => {
  const { seq, hash } = parseLine(lines.at(-1) ?? '');
  return { seq, hash };
};

const refusalOf = (path: string, anchor: LedgerHead): string | null => {
  try {
    openLedger(path, { ...STILL, anchor }).ledger.close();
    return null;
  } catch (error) {
    if (error instanceof LedgerError) return error.message;
    throw error;
  }
};

describe('a corruption', () => {
  test(`of any kind is found against the anchor, with its place and what to do, in each of ${TRIALS} trials`, {
    timeout: 60_000 + TRIALS * 60,
  }, async () => {
    const path = join(makeTempFolder(), 'ledger.jsonl');
    const kinds = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...LEDGERS), corruption, async (lines, how) => {
        const bytes = corrupt(lines, OTHERS, how);
        const whole = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        fc.pre(!bytes.equals(whole));
        kinds.add(how.kind);
        writeFileSync(path, bytes);
        const anchor = headOf(lines);
        const { ok, problems } = await verifyLedger(path, anchor);
        expect([ok, problems.length > 0]).toEqual([false, true]);
        for (const { code, line, offset, seq, what, advice } of problems) {
          expect([what, advice]).toEqual([expect.stringMatching(/\S/), expect.stringMatching(/\.$/)]);
          // A message about no line is about the whole: cut, sealed anew, empty.
          if (line === null) expect(['cut', 'rewritten', 'empty']).toContain(code);
          else {
            const start = offset ?? -1;
            expect(start === 0 || bytes[start - 1] === 10).toBe(true);
            expect(bytes.subarray(0, start).toString('latin1').split('\n').length).toBe(line);
          }
          if (line === null && code !== 'empty') expect(seq).toBe(anchor.seq);
        }
        // No run resumes from it, and each attempt gets the same answer; a torn end is cut off, if no anchored record is gone.
        const first = problems.find(({ code }) => code !== 'torn' && code !== 'empty');
        const refused = refusalOf(path, anchor);
        if (first === undefined) expect(refused).toBe(null);
        else expect(refused).toContain(first.what);
      }),
      { numRuns: TRIALS },
    );
    expect([...kinds].toSorted()).toEqual(KINDS.toSorted());
  });
});
