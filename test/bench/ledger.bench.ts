/**
 * What the ledger costs beside the disk it writes to, and how fast it is verified. `npx vitest bench --run test/bench/ledger`
 *
 * @module
 */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, bench, describe } from 'vitest';
import { createLedger, createMemoryLedger } from '../../src/ledger/ledger.ts';
import { verifyLedger } from '../../src/ledger/verify-ledger.ts';

const folder = mkdtempSync(join(tmpdir(), 'dualgate-'));
const ledger = createLedger(join(folder, 'ledger.jsonl'), { now: () => new Date() });
const bare = openSync(join(folder, 'bare'), 'a');
const data = { outcome: 'ok', exit_code: 0, ms: 1234 };
const line = Buffer.from(`${JSON.stringify(ledger.append('turn.ended', data))}\n`);

const RECORDS = 100_000;
const long = join(folder, 'long.jsonl');
const memory = createMemoryLedger({ now: () => new Date() });
for (let number = 0; number < RECORDS; number += 1) memory.append('turn.ended', data);
writeFileSync(long, memory.records.map((record) => `${JSON.stringify(record)}\n`).join(''));

afterAll(() => {
  ledger.close();
  closeSync(bare);
  rmSync(folder, { recursive: true, force: true });
});

describe('one record on the disk', () => {
  bench('write and fdatasync, bare', () => {
    writeSync(bare, line);
    fdatasyncSync(bare);
  });
  bench('append', () => {
    ledger.append('turn.ended', data);
  });
});

describe('verify', () => {
  bench(
    `${RECORDS} records`,
    async () => {
      const { ok } = await verifyLedger(long);
      if (!ok) throw new Error('the ledger of the bench does not verify');
    },
    { iterations: 5 },
  );
});
