/** An explanation reads the end of a ledger, and says the same as with all of its records. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRecords } from '../../../src/records/read-records.ts';
import { explainIteration } from '../../../src/view/explain/explain-iteration.ts';
import { readExplained } from '../../../src/view/explain/read-explained.ts';
import { startLongRun, type LongRun } from '../../bench/a-long-run.ts';

const home = mkdtempSync(join(tmpdir(), 'dualgate-'));
const ITERATIONS = 60;
let run: LongRun;
let whole: string;

beforeAll(async () => {
  run = startLongRun(home);
  await run.advance(ITERATIONS);
  whole = readFileSync(run.ledger, 'utf8');
});
afterAll(async () => {
  writeFileSync(run.ledger, whole);
  await run.end();
  rmSync(home, { recursive: true, force: true });
});

const LAST = { phase: null, iteration: null };

describe('the records for an explanation', () => {
  it.each([LAST, { phase: 'RED', iteration: ITERATIONS - 1 }, { phase: null, iteration: ITERATIONS - 2 }])(
    'of %o are few, and explain it as all of them do',
    async (which) => {
      const all = await readRecords(run.folder, 'long-run');
      const few = await readExplained(run.folder, 'long-run', which);
      expect(few.records.length).toBeLessThan(all.records.length / 2);
      expect(explainIteration(few, which)).toEqual(explainIteration(all, which));
    },
  );

  it('of an early iteration are all of them', async () => {
    const { records } = await readExplained(run.folder, 'long-run', { phase: 'RED', iteration: 1 });
    expect(records).toEqual((await readRecords(run.folder, 'long-run')).records);
  });

  it('are refused where the end is not as dualgate wrote it', async () => {
    const lines = whole.split('\n');
    writeFileSync(run.ledger, lines.with(lines.length - 5, (lines.at(-5) ?? '').replace('RED', 'RAD')).join('\n'));
    await expect(readExplained(run.folder, 'long-run', LAST)).rejects.toThrow(/Cannot trust the ledger/);
    writeFileSync(run.ledger, whole);
  });
});
