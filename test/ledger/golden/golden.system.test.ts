import type { Finding } from '../../../gates/iteration.ts';
import { textsOf } from '../../findings/a-finding.ts';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { bindGates, createTddMachine } from '../../../machines/index.ts';
import { renderExplanation } from '../../../src/cli/render/explanation.ts';
import { renderReason } from '../../../src/cli/render/held.ts';
import { hashBytes, type LedgerRecord, parseLine } from '../../../src/ledger/ledger-record.ts';
import { renewSentences } from '../../../src/ledger/migrations/plain-sentences.ts';
import { verifyLedger } from '../../../src/ledger/verify-ledger.ts';
import { chartPosition } from '../../../src/records/fold/chart-position.ts';
import { foldRecords } from '../../../src/records/fold/fold-records.ts';
import { explainIteration } from '../../../src/view/explain/explain-iteration.ts';
import { readRecords } from '../../../src/records/read-records.ts';
import { readRecordedConfig } from '../../../src/records/recorded-config.ts';
import { replayRun } from '../../../src/replay/replay-run.ts';
import { describeStatus } from '../../../src/view/run-status.ts';
import { asWorkRecord, type WorkRecord } from '../../../src/records/catalogue/records.ts';
import { DUALGATE_VERSION } from '../../../src/version.ts';
import { withAnchorsAside } from '../../run/a-workspace.ts';
import { nameInFormat3 } from '../names-of-format-3.ts';
import { SCENARIOS } from './scenarios.ts';
import { scrubRecords } from './scrub-records.ts';

interface Reported {
  readonly decisions: readonly string[];
}

const HERE = fileURLToPath(new URL('.', import.meta.url));
const RELEASE = DUALGATE_VERSION;
const UPDATES = process.env['UPDATE'] === '1';

const readGolden = (path: string) => {
  const sealed = readFileSync(path, 'utf8').trimEnd().split('\n').map(parseLine);
  const head = sealed.at(-1);
  if (head === undefined) throw new Error(`${path} is empty`);
  return { sealed, records: sealed.map(asWorkRecord), head };
};

/** Everything that is reported of a run, folded from its records. */
const fold = (sealed: readonly LedgerRecord[], { seq, hash, at }: LedgerRecord) => {
  const records = sealed.map(asWorkRecord);
  const [first] = records;
  if (first?.type !== 'run.started') throw new Error('the golden ledger does not begin a run');
  const config = readRecordedConfig(first.data);
  const machine = createTddMachine(config).provide(bindGates(config));
  const phases = config.phases.map(({ phase }) => phase);
  const { state, chart } = foldRecords(machine, sealed);
  const phase = chartPosition(machine, chart.chart, phases);
  const decided = records.flatMap((each) => (each.type === 'iteration.decided' ? [each.data.decision] : []));
  return {
    decisions: decided.map(({ phase: of, iteration, next, reason }) => `${of} ${iteration} ${next}: ${reason}`),
    phase,
    status: describeStatus({ state, phases, phase, head: { seq, hash, at } }),
    state,
  };
};

/** As it is stored: long lists of frozen files by their hash. */
const asTold = (facts: unknown): unknown =>
  JSON.parse(JSON.stringify(facts), (key, value: unknown) =>
    key === 'frozen' ? hashBytes(JSON.stringify(value)) : value,
  );

/** The first line on each decided iteration; where the run stopped over it, the next one too. */
const explainAll = (records: readonly WorkRecord[]): readonly string[] =>
  records.flatMap((each, i) => {
    if (each.type !== 'iteration.decided') return [];
    const known = { run: 'golden', records: records.slice(0, i + 1) };
    const lines = renderExplanation(explainIteration(known, { iteration: null, phase: null })).split('\n');
    return [lines.slice(0, each.data.decision.halt === undefined ? 1 : 2).join('\n')];
  });

/** In the shape of 0.1.0: findings were sentences in `notes`, and the version of the status was 1. */
const asThen = (told: unknown): unknown => {
  if (Array.isArray(told)) return told.map(asThen);
  if (typeof told !== 'object' || told === null) return told;
  return Object.fromEntries(
    Object.entries(told).flatMap(([key, value]: [string, unknown]): [string, unknown][] => {
      if (key === 'configHash') return [];
      if (key === 'findings') return [['notes', textsOf(value as readonly Finding[])]];
      return [[nameInFormat3(key), key === 'v' && value === 2 ? 1 : asThen(value)]];
    }),
  );
};

// Not a claim: with UPDATE=1 the files are made anew, and nothing else is done.
test.each(UPDATES ? Object.entries(SCENARIOS) : [])(
  'a golden ledger is made by a real run: %s',
  { timeout: 180_000 },
  async (name, { workspace, run }) => {
    await withAnchorsAside();
    // The records are the same each time: a mutation check would draw other mutants. A run without progress ends at once.
    const at = await workspace({ mutation_check: false, circuit_breaker: { reopenings: 0, backoff: '1ms' } });
    const id = await run(at);
    const { records } = await readRecords(at.folder, id);
    const folder = join(HERE, RELEASE);
    mkdirSync(folder, { recursive: true });
    const lines = scrubRecords(records, { folder: at.folder, run: id, name: `golden-${name}` });
    expect(lines.length).toBe(records.length);
    writeFileSync(join(folder, `${name}.jsonl`), lines.map((line) => `${line}\n`).join(''));
    const golden = readGolden(join(folder, `${name}.jsonl`));
    const told = asTold(fold(golden.sealed, golden.head));
    writeFileSync(join(folder, `${name}.told.json`), `${JSON.stringify(told, null, 1)}\n`);
  },
);

const releases = readdirSync(HERE, { withFileTypes: true }).flatMap((each) => (each.isDirectory() ? [each.name] : []));

// Which files there are is known before any is made.
describe.each(UPDATES ? [] : releases)('the ledgers of dualgate %s', (release) => {
  const names = readdirSync(join(HERE, release)).flatMap((file) => /^(.+)\.jsonl$/.exec(file)?.[1] ?? []);
  const pathOf = (name: string) => join(HERE, release, `${name}.jsonl`);

  test('cover every scenario, and name no machine', () => {
    if (release === RELEASE) expect(names.toSorted()).toEqual(Object.keys(SCENARIOS).toSorted());
    expect(names.length).toBeGreaterThan(0);
    for (const name of names)
      expect(readFileSync(pathOf(name), 'utf8').match(/\/(?:tmp|root|work|usr|opt|home\/(?!ann\b))\b.{0,40}/g)).toBe(
        null,
      );
  });

  test.each(names)('hold, and lead to the same decisions, state and words: %s', async (name) => {
    expect(await verifyLedger(pathOf(name))).toMatchObject({ ok: true, problems: [] });
    const { sealed, records, head } = readGolden(pathOf(name));
    const { iterations, oddities, same } = replayRun(records);
    expect({ oddities, same, differences: iterations.flatMap(({ differences }) => differences) }).toEqual({
      oddities: [],
      same: true,
      differences: [],
    });
    const told: Reported = JSON.parse(
      readFileSync(join(HERE, release, `${name}.told.json`), 'utf8'),
      (_, value: unknown) => (typeof value === 'string' ? renewSentences(value) : value),
    );
    // Facts that only later versions know may be there too.
    expect(asThen(asTold(fold(sealed, head)))).toMatchObject(told);
    const headlines = told.decisions.map((each) => /^(\S+ \d+) (\S+): (.+)$/.exec(each) ?? []);
    const halts = records.flatMap(({ type, data }) => (type === 'iteration.decided' ? [data.decision.halt] : []));
    expect(explainAll(records)).toEqual(
      headlines.map(([, which, next, reason], n) =>
        halts[n] === undefined
          ? `${which}: ${next === 'leave' ? 'exited' : 'held'}. ${reason}.`
          : `${which}: held. ${halts[n].says}.\n  gates: ${renderReason(reason ?? '')}`,
      ),
    );
  });
});
