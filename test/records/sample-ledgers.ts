/**
 * Ledgers in which every kind of record is, and that emit every durable event: recorded runs, and the records that none of them
 * has.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_BREAKER_RULES } from '../../machines/index.ts';
import type { LedgerRecord } from '../../src/ledger/ledger-record.ts';
import { anIteration } from '../gates/an-iteration.ts';
import { asWorkRecord, type LedgerData, type WorkRecord } from '../../src/records/records.ts';

const TESTS = join(import.meta.dirname, '..');
const HASH = 'c0ffee'.repeat(11).slice(0, 64);

const readLedger = (path: string): readonly WorkRecord[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    // The last line of a killed run may be torn.
    .flatMap((line) => (line.endsWith('}') ? [asWorkRecord(JSON.parse(line) as LedgerRecord)] : []));

const ACCEPTED: LedgerData['operator.accepted'] = {
  phase: 'GREEN',
  by: 'ada',
  reason: 'the expectation was wrong',
  files: { 'test/sum.test.js': HASH },
  tests: ['test/sum.test.js > adds'],
  writes: ['var/**'],
};
const REOPENED: LedgerData['operator.reopened'] = {
  phase: 'GREEN',
  by: 'ada',
  reason: 'the expectation was wrong',
  file: 'test/sum.test.js',
  test: 'test/sum.test.js > adds',
};
const ANSWERED = { phase: 'GREEN', iteration: 1, attempt: 1, tree: 'b2' };
const AT = '2026-01-02T03:04:05.678Z';
const BY_HAND: readonly WorkRecord[] = [
  { type: 'operator.accepted', at: AT, data: ACCEPTED },
  {
    type: 'operator.accepted',
    at: AT,
    data: {
      phase: 'GREEN',
      by: 'ada',
      reason: 'more time',
      files: { 'dualgate.yaml': HASH },
      tests: [],
      config: {
        config: { version: 1, limits: { minutes: 600 } },
        config_hash: HASH,
        changed: [{ key: 'limits.minutes', from: '480', to: '600' }],
        frozen: {},
        breaker: DEFAULT_BREAKER_RULES,
      },
    },
  },
  { type: 'operator.reopened', at: AT, data: REOPENED },
  { type: 'approval.asked', at: AT, data: { record: anIteration('GREEN') } },
  {
    type: 'approval.coded',
    at: AT,
    data: { phase: 'GREEN', iteration: 1, attempt: 1, code_hash: HASH },
  },
  { type: 'operator.approved', at: AT, data: { ...ANSWERED, by: 'ada' } },
  { type: 'operator.rejected', at: AT, data: { ...ANSWERED, by: 'ada', reason: 'another name' } },
  { type: 'operator.resumed', at: AT, data: { by: 'ada' } },
  {
    type: 'review.ended',
    at: AT,
    data: {
      phase: 'GREEN',
      iteration: 30,
      attempt: 1,
      tree: HASH,
      reviewer: 'claude',
      outcome: 'findings',
      why: '',
      findings: [{ path: 'src/sum.js', line: 3, problem: 'adds nothing' }],
      turn: { outcome: 'ok', exit_code: 0, ms: 41_200, usage: { input_tokens: 1, output_tokens: 2, cost_usd: 0.4 } },
      transcript: 'transcripts/review-green-30-1.said',
    },
  },
  {
    type: 'turn.started',
    at: AT,
    data: {
      phase: 'GREEN',
      iteration: 30,
      attempt: 1,
      nonce_hash: HASH,
      removed_transcripts: { turns: 3, bytes: 62_914_560 },
    },
  },
];

const recorded = join(TESTS, 'recorded/runs');
const golden = join(TESTS, 'ledger/golden/ledgers');

export const SAMPLE_LEDGERS: Readonly<Record<string, readonly WorkRecord[]>> = {
  ...Object.fromEntries(readdirSync(recorded).map((name) => [name, readLedger(join(recorded, name, 'ledger.jsonl'))])),
  ...Object.fromEntries(readdirSync(golden).map((file) => [`golden ${file}`, readLedger(join(golden, file))])),
  'by hand': BY_HAND,
};
