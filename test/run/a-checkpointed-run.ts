/** A run whose records are written by the journal alone, with its checkpoint: no agent, no suite, no program. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseConfig } from '../../src/read-config/parse-config.ts';
import { stampFormat } from '../../src/ledger/format.ts';
import { type LedgerRecord, sealRecord } from '../../src/ledger/ledger-record.ts';
import type { LedgerType, LedgerData } from '../../src/records/records.ts';
import { lockRun } from '../../src/run/lock-run.ts';
import { readCheckpoint } from '../../src/view/read-checkpoint.ts';
import { statusSince } from '../../src/view/read-run.ts';
import { hashConfig } from '../../src/records/hash-config.ts';
import { anIteration } from '../gates/an-iteration.ts';
import { aFolder } from '../evidence/a-repository.ts';
import { withAnchorsAside } from './a-workspace.ts';
import { aStart } from '../records/a-start.ts';

export const RUN = 'r1';
export const CONFIG = `version: 1
work: { spec: spec.md }
agent: { command: nobody }
tests: { command: node --test }
`;
const TREE = 'a'.repeat(64);
export const AT = { phase: 'RED', iteration: 1, attempt: 1 };
export const TURN = {
  outcome: 'ok',
  exit_code: 0,
  ms: 5,
  usage: { input_tokens: 7, output_tokens: 2, cost_usd: null },
} as const;
const COUNTS = { suite_passing: 0, suite_failing: 6, suite_skipped: 0 };
const TESTS = { test_run: 1, green: false, exit_code: 1, ms: 9, tree: TREE, counts: COUNTS, problems: [] };

type Written = { readonly [T in keyof LedgerData]: readonly [T, LedgerData[T]] }[keyof LedgerData];

export const started = (config_hash: string): Written => [
  'run.started',
  aStart({
    run: RUN,
    config_hash,
    baseline: { passing: ['a > one'], skipped: [], known_failing: [] },
    tree: TREE,
  }),
];
export const held = anIteration('RED', { tests_passing: 1 }, { run: RUN });
export const HISTORY: readonly Written[] = [
  ['turn.ended', { ...AT, turn: TURN, transcript: 'transcripts/RED-1-1.stdout' }],
  ['tests.ended', { phase: 'RED', iteration: 1, ...TESTS }],
  ['turn.discarded', { ...AT, outcome: 'crashed', why: 'The agent crashed' }],
  ['turn.ended', { ...AT, attempt: 2, turn: TURN, transcript: 'transcripts/RED-1-2.stdout' }],
  ['operator.guided', { phase: 'RED', by: 'ann', text: 'look again' }],
  ['chart.halted', { phase: 'RED', why: 'The agent asks for a person', status: 'needs_human' }],
  ['run.ended', { status: 'needs_human', why: 'The agent asks for a person', exit_code: 4 }],
  ['run.resumed', { tree: TREE, ended: [] }],
  ['operator.resumed', { by: 'ann' }],
  [
    'operator.skipped',
    { phase: 'RED', by: 'ann', reason: 'later', exit: { frozen: {}, tests: [], failing: [], tree: TREE } },
  ],
  ['phase.exited', { phase: 'RED', iteration: 0, forced_exit: true, by: 'ann', reason: 'later' }],
  ['run.ended', { status: 'interrupted', why: 'Interrupted', exit_code: 3 }],
];

export const aRun = async () => {
  await withAnchorsAside();
  const folder = await aFolder();
  writeFileSync(join(folder, 'dualgate.yaml'), CONFIG);
  const config = parseConfig(CONFIG, { path: join(folder, 'dualgate.yaml'), readFile: () => '' });
  const open = (as: 'new' | 'existing') =>
    lockRun({ config, run: RUN, as, now: () => new Date('2026-01-13T10:30:00Z') });
  const ledger = join(folder, '.dualgate/runs', RUN, 'ledger.jsonl');
  /** Writes all of these in one go, and lets go of the run. */
  const write = (...records: readonly Written[]) => {
    const { journal, close } = open(records[0]?.[0] === 'run.started' ? 'new' : 'existing');
    for (const [type, data] of records) journal.write(type, data);
    close();
  };
  const first = started(hashConfig(config));
  return { folder, config, ledger, open, write, first, shortWay: () => statusOfCheckpoint(ledger) };
};

export const statusOfCheckpoint = (ledger: string) => {
  const checkpoint = readCheckpoint(RUN, ledger);
  return checkpoint === null ? null : statusSince(checkpoint);
};

export const linesOf = (ledger: string): readonly string[] => readFileSync(ledger, 'utf8').split('\n').slice(0, -1);
export const lastOf = (ledger: string): LedgerRecord => JSON.parse(linesOf(ledger).at(-1) ?? '{}');
/** A record that anybody can seal who can write there. */
export const seal = (after: LedgerRecord, type: LedgerType, data: Readonly<Record<string, unknown>>): string =>
  `${sealRecord({ seq: after.seq + 1, at: new Date(after.at), type, data: stampFormat(data), prev: after.hash }).line}\n`;
