/** A workspace with a run of which only the commands are recorded: what an operator did to its chart. */
import { EMPTY_BASELINE } from '../../../src/records/fold/work-state.ts';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readConfig } from '../../../src/read-config/parse-config.ts';
import { stampFormat } from '../../../src/ledger/format.ts';
import { FIRST_PREV, hashBytes, sealRecord } from '../../../src/ledger/ledger-record.ts';
import type { LedgerType } from '../../../src/records/records.ts';
import { runFolders } from '../../../src/records/run-folders.ts';

export const configOf = (...phases: readonly string[]): string =>
  [
    'version: 1',
    'work: { spec: spec.md }',
    'agent: { command: nobody }',
    "tests: { command: 'true', runner: tap, files: ['test/**'] }",
    'phases:',
    ...phases.map(
      (phase) => `  - { phase: ${phase}, purpose: To be ${phase}, gate_1: { condition: tests_total >= 1 } }`,
    ),
    '',
  ].join('\n');

export type OperatorRecord = readonly [type: LedgerType, data: Readonly<Record<string, unknown>>];
const who = { by: 'ann', reason: 'it is done' };
const exit = { frozen: {}, tests: [], failing: [], tree: 't' };
export const skip = (phase: string): OperatorRecord => ['operator.skipped', { phase, ...who, exit }];
export const halt: OperatorRecord = ['chart.halted', { why: 'the agent is blocked' }];
export const resume: OperatorRecord = ['operator.resumed', who];
export const abort: OperatorRecord = ['operator.aborted', who];

export interface RecordedRun {
  readonly folder: string;
  readonly ledger: string;
  readonly write: (config: string) => void;
  readonly remove: () => void;
}

/** Commands in the phases RED, QA and GREEN; the run that the commands mean. */
export const recordRun = (run: string, commands: readonly OperatorRecord[]): RecordedRun => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dualgate-')));
  const write = (config: string) => writeFileSync(join(folder, 'dualgate.yaml'), config);
  write(configOf('RED', 'QA', 'GREEN'));
  writeFileSync(join(folder, 'spec.md'), '- [ ] AC-1: one is 1\n');
  const { path: _path, folder: _folder, files: _files, ...config } = readConfig({ cwd: folder });
  const started = {
    run,
    config,
    config_hash: hashBytes(JSON.stringify(config)),
    baseline: EMPTY_BASELINE,
    frozen: {},
    criteria: 1,
    criterion_ids: ['AC-1'],
    tree: 'a'.repeat(64),
    head: null,
    versions: { dualgate: '0', node: process.version },
  };
  let prev = FIRST_PREV;
  const lines = [['run.started', started] as const, ...commands].map(([type, data], seq) => {
    const { line, record } = sealRecord({
      seq,
      at: new Date('2026-01-13T10:30:00.000Z'),
      type,
      data: stampFormat(data),
      prev,
    });
    prev = record.hash;
    return `${line}\n`;
  });
  const { ledger, current } = runFolders(folder, run);
  mkdirSync(dirname(ledger), { recursive: true });
  writeFileSync(ledger, lines.join(''));
  writeFileSync(current, `${run}\n`);
  return { folder, ledger, write, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
