/**
 * Cost of the ledger beside the disk it writes to, and its speed of verification beside its hashes alone, for small records and for
 * those of a decision. `npx vitest bench --run test/bench/ledger`
 */
import {
  closeSync,
  fdatasyncSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, bench, describe } from 'vitest';
import { createLedger } from '../../src/ledger/ledger.ts';
import { hashBytes, SEAL_LENGTH } from '../../src/ledger/ledger-record.ts';
import { verifyLedger } from '../../src/ledger/verify-ledger.ts';
import { createSpanCutter } from '../../src/base/cut-lines.ts';
import { aTurn, sealLines } from './a-long-ledger.ts';

const folder = mkdtempSync(join(tmpdir(), 'dualgate-'));
const ledger = createLedger(join(folder, 'ledger.jsonl'), { now: () => new Date() });
const bare = openSync(join(folder, 'bare'), 'a');
const data = aTurn(1);
const line = Buffer.from(`${JSON.stringify(ledger.append('turn.ended', data))}\n`);

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

/** As large as the decision on an iteration with a few failing tests. */
const aDecision = { turns: Array.from({ length: 15 }, (_, at) => aTurn(at)) };

describe.each([
  { size: 500, records: 100_000, lines: () => sealLines(100_000, { run: 'r' }) },
  { size: 4_000, records: 20_000, lines: () => sealLines(20_000, { run: 'r' }, () => aDecision) },
])('verify, records of $size bytes', ({ size, records, lines }) => {
  const path = join(folder, `${size}.jsonl`);
  writeFileSync(path, lines().join(''));
  bench(
    `the hashes of ${records} records, alone`,
    () => {
      createSpanCutter((bytes, start, end) => void hashBytes(bytes.subarray(start, end - SEAL_LENGTH))).push(
        readFileSync(path),
      );
    },
    { iterations: 5 },
  );
  bench(
    `verifyLedger, ${records} records`,
    async () => {
      const verification = await verifyLedger(path);
      if (!verification.ok || verification.records !== records)
        throw new Error('the ledger of the bench does not verify');
    },
    { iterations: 5 },
  );
});
