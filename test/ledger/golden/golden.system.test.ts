/** The golden ledgers verify, and lead to the decisions that they record. With UPDATE=1 real runs make them anew. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseLine } from '../../../src/ledger/ledger-record.ts';
import { verifyLedger } from '../../../src/ledger/verify-ledger.ts';
import { asWorkRecord } from '../../../src/records/records.ts';
import { foldWork } from '../../../src/records/fold/fold-sums.ts';
import { phaseAt } from '../../../src/records/fold/work-position.ts';
import { UNSTARTED } from '../../../src/records/fold/work-state.ts';
import { readRecords } from '../../../src/records/read-records.ts';
import { replayRun } from '../../../src/doctor/replay/replay-run.ts';
import { withAnchorsAside } from '../../run/a-workspace.ts';
import { SCENARIOS } from './scenarios.ts';
import { scrubRecords } from './scrub-records.ts';

const LEDGERS = join(import.meta.dirname, 'ledgers');
const UPDATES = process.env['UPDATE'] === '1';
if (UPDATES) rmSync(LEDGERS, { recursive: true, force: true });
mkdirSync(LEDGERS, { recursive: true });

const pathOf = (name: string) => join(LEDGERS, `${name}.jsonl`);

// Not a claim: with UPDATE=1 the files are made anew, and nothing else is done.
test.each(UPDATES ? Object.entries(SCENARIOS) : [])(
  'a golden ledger is made by a real run: %s',
  { timeout: 180_000 },
  async (name, { workspace, run }) => {
    await withAnchorsAside();
    // A run without progress ends at once.
    const at = await workspace({ mutation_check: false, circuit_breaker: { reopenings: 0, backoff: '1ms' } });
    const id = await run(at);
    const { records } = await readRecords(at.folder, id);
    const lines = scrubRecords(records, { folder: at.folder, run: id, name: `golden-${name}` });
    expect(lines.length).toBe(records.length);
    writeFileSync(pathOf(name), lines.map((line) => `${line}\n`).join(''));
  },
);

describe.skipIf(UPDATES)('the golden ledgers', () => {
  test('cover every scenario, and name no machine', () => {
    const files = readdirSync(LEDGERS);
    expect(files.toSorted()).toEqual(
      Object.keys(SCENARIOS)
        .map((name) => `${name}.jsonl`)
        .toSorted(),
    );
    for (const file of files)
      expect(
        readFileSync(join(LEDGERS, file), 'utf8').match(/\/(?:tmp|root|work|usr|opt|home\/(?!ann\b))\b.{0,40}/g),
      ).toBe(null);
  });

  test.each(Object.keys(SCENARIOS))('verify, and lead to the same decisions: %s', async (name) => {
    expect(await verifyLedger(pathOf(name))).toMatchObject({ ok: true, problems: [] });
    const records = readFileSync(pathOf(name), 'utf8').trimEnd().split('\n').map(parseLine).map(asWorkRecord);
    const end = records.findLast(({ type }) => type === 'run.ended');
    const { sums, exits, forced } = records.reduce(foldWork, UNSTARTED);
    expect({
      ended: end?.type === 'run.ended' ? end.data.status : null,
      phase: phaseAt(sums.position),
      exits: Object.keys(exits),
      forced: forced.map(({ phase, by, reason }) => [phase, by, reason]),
    }).toMatchSnapshot();
    const { iterations, oddities, same } = replayRun(records);
    expect({ oddities, same, differences: iterations.flatMap(({ differences }) => differences) }).toEqual({
      oddities: [],
      same: true,
      differences: [],
    });
  });
});
