import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LedgerType } from '../../../src/records/records.ts';
import { FIRST_PREV, sealRecord } from '../../../src/ledger/ledger-record.ts';
import { readPastEnds } from '../../../src/view/state-page/past-ends.ts';
import { stampFormat } from '../../../src/ledger/format.ts';

let runs = '';
beforeEach(() => {
  runs = mkdtempSync(join(tmpdir(), 'dualgate-'));
});
afterEach(() => rmSync(runs, { recursive: true, force: true }));

type Reported = readonly [type: LedgerType, minute: number, data?: Record<string, string | number>];

/** A ledger of these records, each at its minute of the same hour. */
const write = (run: string, records: readonly Reported[], more = ''): void => {
  let prev = FIRST_PREV;
  const lines = records.map(([type, minute, data = {}], seq) => {
    const { record, line } = sealRecord({
      seq,
      at: new Date(Date.UTC(2026, 0, 2, 3, minute)),
      type,
      data: stampFormat(data),
      prev,
    });
    prev = record.hash;
    return `${line}\n`;
  });
  mkdirSync(join(runs, run));
  writeFileSync(join(runs, run, 'ledger.jsonl'), lines.join('') + more);
};
const ended = (status: string, exit_code: number, why = 'why') => ({ status, exit_code, why });
const read = (most = 10, going: string | null = null) =>
  readPastEnds(runs, { most, going }).map(({ at, run, status, exit_code }) => [
    at.slice(14, 16),
    run,
    status,
    exit_code,
  ]);

describe('how the runs of a workspace ended', () => {
  it('is every end of every run, the newest first', () => {
    write('a', [
      ['run.started', 1],
      ['run.ended', 2, ended('interrupted', 3)],
      ['run.resumed', 7],
      ['run.ended', 8, ended('stuck', 1)],
    ]);
    write('b', [
      ['run.started', 4],
      ['run.ended', 5, ended('completed', 0)],
    ]);
    expect(read()).toEqual([
      ['08', 'a', 'stuck', 1],
      ['05', 'b', 'completed', 0],
      ['02', 'a', 'interrupted', 3],
    ]);
    expect(read(1)).toHaveLength(1);
  });

  it('names a run without a recorded end, unless it is active', () => {
    write('a', [
      ['run.started', 1],
      ['turn.ended', 2],
      ['run.resumed', 5],
      ['tests.ended', 6],
    ]);
    expect(read()).toEqual([
      ['06', 'a', 'crashed', null],
      ['02', 'a', 'crashed', null],
    ]);
    expect(read(10, 'a')).toEqual([['02', 'a', 'crashed', null]]);
  });

  it('is not changed by operator commands on a run that has ended', () => {
    write('a', [
      ['run.started', 1],
      ['run.ended', 2, ended('stuck', 1)],
      ['operator.guided', 3],
      ['operator.skipped', 4],
      ['phase.exited', 4],
      ['work.committed', 4],
    ]);
    expect(read()).toEqual([['02', 'a', 'stuck', 1]]);
  });

  it('is not text in a record, nor an invalid status', () => {
    const forged = '","type":"run.ended","data":{"status":"completed","exit_code":0,"why":""}';
    write('a', [
      ['run.started', 1, { why: `x${forged}`, type: 'run.ended' }],
      ['run.ended', 2, ended('toString', 0)],
    ]);
    expect(read()).toEqual([]);
  });

  it('waits for nothing, and follows no link, whatever is there', () => {
    write('a', [['run.ended', 1, ended('stuck', 1)]], '{"seq":1,"at":"torn');
    for (const run of ['b', 'c', 'd']) mkdirSync(join(runs, run));
    execFileSync('mkfifo', [join(runs, 'b', 'ledger.jsonl')]);
    symlinkSync(join(runs, 'a', 'ledger.jsonl'), join(runs, 'c', 'ledger.jsonl'));
    mkdirSync(join(runs, 'd', 'ledger.jsonl'));
    writeFileSync(join(runs, 'e'), 'no folder');
    expect(read()).toEqual([['01', 'a', 'stuck', 1]]);
    rmSync(runs, { recursive: true });
    expect(read()).toEqual([]);
  });
});
