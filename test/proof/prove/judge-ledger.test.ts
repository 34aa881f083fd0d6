import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLedger } from '../../../src/ledger/ledger.ts';
import { judgeLedger } from '../../../src/proof/prove/judge-ledger.ts';
import type { RunCommit } from '../../../src/proof/prove/run-commits.ts';
import { aFolder } from '../../evidence/a-repository.ts';

const now = () => new Date('2026-01-01T00:00:00Z');

const aLedger = async (why: string) => {
  const path = join(await aFolder(), 'ledger.jsonl');
  const ledger = createLedger(path, { now });
  const records = ['first', why].map((text) => ledger.append('chart.halted', { phase: 'RED', why: text }));
  ledger.close();
  return { path, records };
};

const naming = ({ seq, hash }: { readonly seq: number; readonly hash: string }): RunCommit => ({
  commit: 'c'.repeat(40),
  subject: 'RED',
  trailers: {
    run: 'r',
    phase: 'RED',
    iteration: 1,
    record: { seq, hash },
    sources: '0'.repeat(64),
    config: '0'.repeat(64),
    forced: null,
  },
});

test('a ledger that is not at hand claims nothing', async () => {
  expect(await judgeLedger(join(await aFolder(), 'none'), [])).toBe(null);
});

test('a ledger with the records that the commits name holds', async () => {
  const { path, records } = await aLedger('why');
  expect(await judgeLedger(path, records.map(naming))).toMatchObject({ holds: true });
});

test('a ledger that was written anew, whole and well chained, is found by the hash in the commit', async () => {
  const { records } = await aLedger('why');
  const { path } = await aLedger('another why');
  expect(await judgeLedger(path, records.map(naming))).toMatchObject({
    holds: false,
    because: ['record 1 is another than the one that the commit of RED (cccccccccccc) names'],
  });
});

test('a ledger that lost a record is found', async () => {
  const { path } = await aLedger('why');
  expect(await judgeLedger(path, [naming({ seq: 2, hash: '0'.repeat(64) })])).toMatchObject({
    because: ['record 2, which the commit of RED (cccccccccccc) names, is missing'],
  });
});
