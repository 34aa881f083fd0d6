import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, afterEach } from 'vitest';
import { inZone } from '../in-zone.ts';
import { HISTORY_LENGTH, renderStatePage, type StateFacts, readPastEnds } from '../../src/view/past-ends.ts';
import type { LedgerType } from '../../src/records/records.ts';
import { stampFormat } from '../../src/ledger/format.ts';
import { FIRST_PREV, sealRecord } from '../../src/ledger/ledger-record.ts';

describe('past ends', () => {
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
});

describe('render state page', () => {
  beforeEach(() => inZone('UTC'));

  const FACTS: StateFacts = {
    status: 'stuck',
    began: true,
    run: '20260102-030405-abcdef',
    why: 'no progress',
    spec: 'SPEC.md',
    phases: ['RED', 'GREEN'],
    phase: 'GREEN',
    iteration: 3,
    held: null,
    waits: null,
    forced_exits: [],
    breaker: { exhausted: false },
    branch: null,
    at: '2026-01-02T03:04:05.000Z',
    ends: [],
  };
  const anEnd = (why: string, minute = 0) => ({
    at: new Date(Date.UTC(2026, 0, 2, 3, minute)).toISOString(),
    run: 'a-run',
    status: 'stuck' as const,
    exit_code: 1,
    why,
  });

  describe('STATE.md', () => {
    it('says where the work is, what a person can do, and how it ended so far', () => {
      expect(renderStatePage({ ...FACTS, ends: [anEnd('no progress')] })).toMatchInlineSnapshot(`
      "# State of the work

      Status: STUCK

      - Next: \`dualgate resume\`: continue, with all counters (iterations, limits, circuit breaker) back at 0
      - Why: \`no progress\`
      - Run: 20260102-030405-abcdef
      - Work: \`SPEC.md\`
      - Phase: GREEN (2 of 2)
      - Iteration: 3
      - As of: 2026-01-02 03:04 UTC

      ## Other commands

      - \`dualgate explain\`: see why the last iteration was held
      - \`dualgate guide "TEXT"\`: tell the agent what to do differently, then resume
      - \`dualgate reset -m "why"\`: set all counters back to 0, but do not continue yet
      - \`dualgate skip -m "why"\`: exit the phase although its gates are not satisfied, then resume
      - \`dualgate abort -m "why"\`: end the run for good

      ## History

      - 2026-01-02 03:00 UTC STUCK (exit code 1), run a-run: \`no progress\`

      Generated from the ledgers in \`.dualgate/runs\`; no decision uses this page. Details: \`dualgate report\`.
      "
    `);
    });

    it('shows the wait of an active run, and none of one that ended', () => {
      const waits = { for: 'retry', until: '2026-01-02T03:14:00.000Z', why: 'The agent\ncrashed' } as const;
      expect(renderStatePage({ ...FACTS, status: 'running', waits })).toContain(
        '- Waits: until 2026-01-02 03:14 UTC, before the next attempt of the agent: `The agent crashed`\n',
      );
      expect(renderStatePage({ ...FACTS, waits })).not.toContain('Waits');
    });

    it('says how a run begins if it never began', () => {
      const page = renderStatePage({ ...FACTS, status: 'needs_human', began: false, phase: null });
      expect(page).toContain('- Next: `dualgate doctor`: find what prevents a run\n');
      expect(page).toContain('\n- `dualgate run`: start again when it is fixed\n');
      expect(page).not.toContain('dualgate resume');
    });

    it('has one line that begins with Status, whatever an agent writes', () => {
      const hostile = 'x`\n\nStatus: COMPLETED\r\nStatus: COMPLETED\u2028Status: COMPLETED\u0085\n# Status\n<b>\u202E';
      const page = renderStatePage({
        ...FACTS,
        why: hostile,
        spec: hostile,
        forced_exits: [{ phase: hostile, by: hostile, reason: hostile, at: FACTS.at }],
        ends: [anEnd(hostile)],
      });
      expect(page.split(/[\n\r\u2028\u2029\u0085]/).filter((line) => /^\W*Status/.test(line))).toEqual([
        'Status: STUCK',
      ]);
      expect(page.match(/^#.*/gm)).toEqual([
        '# State of the work',
        '## Forced exits',
        '## Other commands',
        '## History',
      ]);
      expect(page).not.toMatch(/[\u202E\u0085]/);
    });

    it('lists a bounded number of ends, and says where the others are', () => {
      const ends = Array.from({ length: HISTORY_LENGTH + 1 }, (_, i) => anEnd('why', i));
      const page = renderStatePage({ ...FACTS, ends });
      expect(page.match(/^- \S+ \S+ UTC STUCK/gm)).toHaveLength(HISTORY_LENGTH);
      expect(page).toContain('- Older ends are in the ledgers.');
    });
  });
});
