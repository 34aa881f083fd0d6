/**
 * Holds the table of docs/reference/ledger.md to the kinds of records: `UPDATE=1 npx vitest run test/records/catalogue.test.ts`
 * writes it anew.
 *
 * @module
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { LedgerRecord } from '../../src/ledger/ledger-record.ts';
import {
  asWorkRecord,
  eventsOf,
  type LedgerData,
  RECORDS,
  type WorkRecord,
} from '../../src/records/catalogue/records.ts';
import { EVENTS_VERSION } from '../../src/records/run-events.ts';
import { LIST_TYPES } from '../../src/work/list-record.ts';
import { schemaOf } from '../cli/reference/event-schemas.ts';

const TESTS = join(import.meta.dirname, '..');
const PAGE = join(TESTS, '../docs/reference/ledger.md');
const HASH = 'c0ffee'.repeat(11).slice(0, 64);

const readLedger = (path: string): readonly WorkRecord[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    // The last line of a killed run may be torn.
    .flatMap((line) => (line.endsWith('}') ? [asWorkRecord(JSON.parse(line) as LedgerRecord)] : []));

/** Kinds that no recorded run has. */
const ACCEPTED: LedgerData['operator.accepted'] = {
  phase: 'GREEN',
  by: 'ada',
  reason: 'the expectation was wrong',
  files: { 'test/sum.test.js': HASH },
  tests: ['test/sum.test.js > adds'],
  writes: ['var/**'],
};
const AT = '2026-01-02T03:04:05.678Z';
const BY_HAND: readonly WorkRecord[] = [
  { type: 'operator.accepted', at: AT, data: ACCEPTED },
  { type: 'operator.resumed', at: AT, data: { by: 'ada' } },
];

const recorded = join(TESTS, 'recorded/0.1.0');
const golden = join(TESTS, 'ledger/golden/0.1.0');
const LEDGERS: Readonly<Record<string, readonly WorkRecord[]>> = {
  ...Object.fromEntries(readdirSync(recorded).map((name) => [name, readLedger(join(recorded, name, 'ledger.jsonl'))])),
  ...Object.fromEntries(
    readdirSync(golden)
      .filter((file) => file.endsWith('.jsonl'))
      .map((file) => [`golden ${file}`, readLedger(join(golden, file))]),
  ),
  'by hand': BY_HAND,
};

/** Hashes of frozen files: they belong to the run alone. */
const frozenIn = (records: readonly WorkRecord[]): readonly string[] =>
  records
    .flatMap((record) => {
      if (record.type === 'run.started') return Object.values(record.data.frozen);
      return record.type === 'operator.accepted' ? Object.values(record.data.files) : [];
    })
    .filter((state) => /^[0-9a-f]{64}$/.test(state));

describe('the kinds of records', () => {
  test('are the ones that the reference lists, in their words', () => {
    const rowsOf = (kinds: readonly (readonly [string, string])[]) =>
      kinds.map(([type, meaning]) => `| \`${type}\` | ${meaning} |`);
    const rows = rowsOf(Object.entries(RECORDS).map(([type, { meaning }]) => [type, meaning]));
    const filled = readFileSync(PAGE, 'utf8').replace(
      /(\| type \| meaning \|\n\| --- \| --- \|\n)(?:\| `(?!list\.)[a-z_.]+` .*\n)+/,
      (_, head) => `${head}${rows.join('\n')}\n`,
    );
    if (process.env['UPDATE'] === '1') writeFileSync(PAGE, filled);
    const listed = readFileSync(PAGE, 'utf8').match(/^\| `[a-z]+\.[a-z_]+` \| .+ \|$/gm);
    expect(listed).toEqual([...rows, ...rowsOf(Object.entries(LIST_TYPES))]);
  });

  test('are all in the ledgers below', () => {
    const seen = new Set(Object.values(LEDGERS).flatMap((records) => records.map(({ type }) => type)));
    expect([...seen].sort()).toEqual(Object.keys(RECORDS).sort());
  });

  test.each(Object.entries(LEDGERS))(
    'become events of the schema, without the hash of a frozen file: %s',
    (_name, records) => {
      const frozen = frozenIn(records);
      expect(frozen).not.toEqual([]);
      for (const { type, at, data } of records)
        for (const news of eventsOf(type, data as never)) {
          const event = { v: EVENTS_VERSION, at, run: 'it', ...news };
          expect(schemaOf(news.type).parse(event)).toEqual(event);
          for (const hash of frozen) expect(JSON.stringify(event)).not.toContain(hash);
        }
    },
  );
});
