/**
 * A workspace whose run was interrupted after a long history: a ledger of so many records, with its checkpoint, in a git repository
 * with a suite that takes no time.
 */
import { EMPTY_BASELINE } from '../../src/records/fold/work-state.ts';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readConfig } from '../../src/read-config/parse-config.ts';
import { stampFormat } from '../../src/ledger/format.ts';
import { FIRST_PREV, sealRecord } from '../../src/ledger/ledger-record.ts';
import type { LedgerType } from '../../src/records/records.ts';
import { lockRun } from '../../src/run/lock-run.ts';
import { runFolders } from '../../src/records/run-folders.ts';
import { hashConfig } from '../../src/records/hash-config.ts';

const RUN = 'long-ledger';
const configWith = (agent: string): string => `version: 1
work: { spec: spec.md }
agent: { ${agent} }
tests: { command: 'true', runner: tap, files: ['test/**'] }
`;

export interface LongLedger {
  readonly folder: string;
  readonly ledger: string;
  /** `XDG_STATE_HOME` of the run. */
  readonly state: string;
  readonly remove: () => void;
}

/** One turn of the agent, as a ledger records it: some 500 bytes. */
export const aTurn = (iteration: number) => ({
  phase: 'RED',
  iteration,
  attempt: 1,
  turn: {
    outcome: 'ok',
    exit_code: 0,
    ms: 61_234,
    usage: { input_tokens: 12_000, output_tokens: 900, cost_usd: 0.125 },
  },
  transcript: `transcripts/RED-${iteration}-1.stdout`,
  words: [{ word: 'hold', at: '2026-01-13T10:30:00.000Z' }],
});

/** Lines of a sound ledger that begins with `first`. */
export const sealLines = (
  records: number,
  first: Readonly<Record<string, unknown>>,
  other: (seq: number) => Readonly<Record<string, unknown>> = aTurn,
): readonly string[] => {
  const at = new Date('2026-01-13T10:30:00.000Z');
  let prev = FIRST_PREV;
  return Array.from({ length: records }, (_, seq) => {
    const type: LedgerType = seq === 0 ? 'run.started' : 'turn.ended';
    const { line, record } = sealRecord({ seq, at, type, data: stampFormat(seq === 0 ? first : other(seq)), prev });
    prev = record.hash;
    return `${line}\n`;
  });
};

/** @param agent - the keys of the agent in its config */
export const layOutLongLedger = (records: number, agent = 'command: nobody'): LongLedger => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'dualgate-')));
  const [folder, state] = [join(home, 'project'), join(home, 'state')];
  mkdirSync(folder);
  writeFileSync(join(folder, 'dualgate.yaml'), configWith(agent));
  writeFileSync(join(folder, 'spec.md'), '- [ ] AC-1: one is 1\n');
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  git('init', '--quiet');
  git('add', '--all');
  git(
    '-c',
    'user.name=Ann',
    '-c',
    'user.email=ann@example.org',
    '-c',
    'commit.gpgsign=false',
    'commit',
    '--message=start',
  );
  const config = readConfig({ cwd: folder });
  const { ledger, current } = runFolders(folder, RUN);
  mkdirSync(dirname(ledger), { recursive: true });
  writeFileSync(current, `${RUN}\n`);
  const started = {
    run: RUN,
    config: {},
    config_hash: hashConfig(config),
    baseline: { ...EMPTY_BASELINE, passing: Array.from({ length: 100 }, (_, at) => `test/one.test.js > test ${at}`) },
    frozen: {},
    criteria: 1,
    criterion_ids: ['AC-1'],
    tree: 'a'.repeat(64),
    head: null,
    versions: { dualgate: '0', node: process.version },
  };
  writeFileSync(ledger, sealLines(records, started).join(''));
  const before = process.env['XDG_STATE_HOME'];
  process.env['XDG_STATE_HOME'] = state;
  try {
    const held = lockRun({ config, run: RUN, as: 'existing', now: () => new Date() });
    held.journal.write('run.resumed', { tree: 'a'.repeat(64), ended: [] });
    held.journal.write('run.ended', { status: 'interrupted', why: 'Interrupted', exit_code: 3 });
    held.close();
  } finally {
    if (before === undefined) delete process.env['XDG_STATE_HOME'];
    else process.env['XDG_STATE_HOME'] = before;
  }
  return { folder, ledger, state, remove: () => rmSync(home, { recursive: true, force: true }) };
};
