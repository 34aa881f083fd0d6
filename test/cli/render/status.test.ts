import { aFinding } from '../../evidence/findings/a-finding.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { inZone } from '../../in-zone.ts';
import { renderStatus } from '../../../src/cli/show-status.ts';
import type { RunStatus } from '../../../src/index.ts';
import { showDay } from '../../../src/base/text/amounts.ts';

beforeEach(() => inZone('UTC'));

const STATUS: RunStatus = {
  v: 2,
  run: '20260102-030405-abcdef',
  spec: 'specs/shout.md',
  began: '2026-01-02T03:04:05.000Z',
  worked_ms: 295_000,
  suite_runs: [],
  suite_ms: 0,
  phases: ['RED', 'GREEN', 'REFACTOR'],
  phase: 'GREEN',
  iteration: 2,
  budget: null,
  by_phase: [],
  held: {
    reason: 'Neither gate is satisfied',
    unmet: ['tests_failing == 0: got 1, expected 0'],
    findings: [aFinding('AC-3 has no test.')],
    failing: [],
    failing_count: 0,
  },
  criteria: { without_test: ['AC-3'], without_passing: [] },
  breaker: {
    state: 'CLOSED',
    why: null,
    no_progress: 0,
    same_error: 0,
    failed_turns: 0,
    no_exit: 0,
    openings: 0,
    open_until: null,
    exhausted: false,
  },
  waits: null,
  forced_exits: [],
  reopened: [],
  accepted: [],
  resets: [],
  rollbacks: [],
  branch: null,
  guidance: [],
  usage: { run: null, phases: {} },
  ending: {
    status: 'stuck',
    why: 'Exit gate not passing: 3 iterations without progress',
  },
  head: { seq: 11, hash: 'a'.repeat(64), at: '2026-01-02T03:09:00.000Z' },
};

describe('renderStatus', () => {
  it('shows how often the suite ran and what for, and a part of it and the hidden suite apart', () => {
    const suite_runs = [
      { for: 'baseline', runs: 2, ms: 20_000 },
      { for: 'tests', runs: 5, ms: 50_000 },
      { for: 'mutation_check', part: true, runs: 7, ms: 7_000 },
      { for: 'hidden_suite', runs: 4, ms: 8_000 },
    ] as const;
    const shown = renderStatus({ ...STATUS, suite_runs, suite_ms: 9_000 }, null).replaceAll(/\s+/g, ' ');
    expect(shown).toContain(
      '7 suite runs, 1 min 10 s; your suite takes 9.0 s; 7 runs of some files, 7.0 s; 4 runs of the hidden suite, 8.0 s: baseline 2, tests 5, mutation check 7 of some files, hidden suite 4',
    );
    expect(renderStatus(STATUS, null)).not.toContain('suite run');
  });

  it('shows the usage by phase and in total', () => {
    const used = { input_tokens: 12_345, output_tokens: 2_100, cost_usd: 0.08 };
    const usage = { run: { ...used, cost_usd: 0.2 }, phases: { RED: used } };
    expect(
      renderStatus({ ...STATUS, usage }, null)
        .split('\n')
        .slice(5, 10)
        .filter((line) => !/^In that|^ {2}! |^ledger/.test(line)),
    ).toEqual([
      '  ✓ RED  12.3k in, 2.1k out, $0.08',
      '  ▶ GREEN  2 iterations',
      '  · REFACTOR',
      'used: 12.3k in, 2.1k out, $0.20',
    ]);
  });

  it('marks no phase of an aborted run as exited', () => {
    const ending = { status: 'aborted', why: 'Aborted by ann: enough' } as const;
    const phases = (status: RunStatus) =>
      renderStatus(status, null)
        .split('\n')
        .filter((line) => /^ {2}. [A-Z]+/.test(line));
    expect(phases({ ...STATUS, phase: null, ending })).toEqual(['    RED', '    GREEN', '    REFACTOR']);
    expect(phases({ ...STATUS, phase: null, ending: null })).toEqual(['  ✓ RED', '  ✓ GREEN', '  ✓ REFACTOR']);
  });

  it('shows the counts of a breaker, its cooldown, and whether it is exhausted', () => {
    const line = (spoil: Partial<RunStatus['breaker']>, ending: RunStatus['ending'] = null) =>
      renderStatus({ ...STATUS, ending, breaker: { ...STATUS.breaker, ...spoil } }, null)
        .split('\n')
        .filter((each) => each.startsWith('Circuit breaker '));
    const counts = { no_progress: 2, same_error: 4 };
    const open = { state: 'OPEN', why: 'Nothing moves', open_until: '2026-01-02T03:14:00' } as const;
    expect([line({}), line({ state: 'HALF_OPEN', ...counts }), line(open), line({ ...open, exhausted: true })]).toEqual(
      [
        [],
        [
          'Circuit breaker half-open: 2 iterations without progress, 4 iterations with the same failing tests; one more like this opens it',
        ],
        ['Circuit breaker open: Nothing moves; cooldown until 03:14:00, then one trial iteration'],
        ['Circuit breaker open: no reopenings remain; dualgate resume or dualgate reset closes it'],
      ],
    );
    // A run that needs human input waits for no cooldown.
    expect([
      line(open, { status: 'needs_human', why: 'blocked' }),
      line(open, { status: 'interrupted', why: 'Interrupted' }),
    ]).toEqual([
      ['Circuit breaker open: Nothing moves; dualgate resume or dualgate reset closes it'],
      ['Circuit breaker open: Nothing moves; cooldown until 03:14:00, then one trial iteration'],
    ]);
  });

  it('shows a stuck run, why its phase is held, and the next commands', () => {
    expect(renderStatus(STATUS, null)).toMatchInlineSnapshot(`
      "run 20260102-030405-abcdef: stuck: Exit gate not passing: 3 iterations without progress
      GREEN 2 is held: AC-3 has no test
        - tests_failing == 0: got 1, expected 0
      Next:
        dualgate resume                   continue, with all counters (iterations, limits, circuit breaker) back at 0
        ✓ RED
        ▶ GREEN  2 iterations
        · REFACTOR
      ledger: 12 records, the last at 2026-01-02 03:09 UTC
      Other commands:
        dualgate explain                  see why the last iteration was held
        dualgate guide "TEXT"             tell the agent what to do differently, then resume
        dualgate reset -m "why"           set all counters back to 0, but do not continue yet
        dualgate skip -m "why"            exit the phase although its gates are not satisfied, then resume
        dualgate abort -m "why"           end the run for good"
    `);
  });

  it('shows the wait of an active run, but not after its end or without an active loop', () => {
    const going = { pid: 4711, since: '2026-01-02T03:04:05.000Z' };
    const waits = { for: 'provider', until: '2026-01-02T03:14:00', why: 'rate\u001B[2J limit' } as const;
    const line = (now: string, process: typeof going | null = going) =>
      renderStatus({ ...STATUS, waits }, process, { now: Date.parse(now) })
        .split('\n')
        .filter((each) => each.startsWith('waits '));
    expect(line('2026-01-02T03:13:59')).toEqual(["waits until 03:14:00 for the provider's limit: rate limit"]);
    expect([line('2026-01-02T03:14:00'), line('2026-01-02T03:13:59', null)]).toEqual([[], []]);
  });

  it('prints the sentence of a halt once, and the result of the gates beside it', () => {
    const says = 'The agent is blocked: no key';
    const ending = { status: 'needs_human', why: says } as const;
    const halt = { code: 'blocked', says } as const;
    const unmet = ['a == b: got 1, expected 2'];
    const held = { reason: 'Neither gate is satisfied', halt, unmet, findings: [], failing: [], failing_count: 0 };
    expect(
      renderStatus({ ...STATUS, ending, held }, null)
        .split('\n')
        .slice(0, 5),
    ).toEqual([
      `run 20260102-030405-abcdef: needs human input: ${says}`,
      'GREEN 2 is held: Neither gate is satisfied',
      '  - a == b: got 1, expected 2',
      'Next:',
      '  dualgate guide "TEXT"             answer the agent, then resume',
    ]);
  });

  it('shows an active run with its process, whatever its last end was', () => {
    expect(
      renderStatus({ ...STATUS, iteration: 1, held: null }, { pid: 4711, since: '2026-01-02T03:04:05.000Z' }),
    ).toMatchInlineSnapshot(`
      "run 20260102-030405-abcdef: active since 2026-01-02 03:04 UTC (pid 4711)
        ✓ RED
        ▶ GREEN  1 iteration
        · REFACTOR
      ledger: 12 records, the last at 2026-01-02 03:09 UTC"
    `);
  });

  it('says of an active run that its last iteration was held: a newer one is active', () => {
    const going = { pid: 4711, since: '2026-01-02T03:04:05.000Z' };
    expect(renderStatus(STATUS, going).split('\n')[1]).toBe('GREEN 2 was held: AC-3 has no test');
  });

  it('shows a crashed run, and how to resume it', () => {
    expect(renderStatus({ ...STATUS, ending: null, iteration: 0, held: null }, null)).toMatchInlineSnapshot(`
      "run 20260102-030405-abcdef: crashed: the process ended without recording a result
      Next:
        dualgate resume                   continue
        ✓ RED
        ▶ GREEN
        · REFACTOR
      ledger: 12 records, the last at 2026-01-02 03:09 UTC
      Other commands:
        dualgate guide "TEXT"             tell the agent what to do differently, then resume
        dualgate skip -m "why"            exit the phase although its gates are not satisfied, then resume
        dualgate abort -m "why"           end the run for good"
    `);
  });

  it('shows a completed run with its forced exits, without control characters of the reason', () => {
    const forced = { phase: 'RED', by: 'ada', reason: 'no tests\n\u001B[2Jneeded', at: '2026-01-02T03:05:00.000Z' };
    const ending = {
      status: 'completed',
      why: 'The last phase was exited; 1 phase had a forced exit',
    } as const;
    expect(
      renderStatus({ ...STATUS, phase: null, iteration: 0, held: null, forced_exits: [forced], ending }, null),
    ).toMatchInlineSnapshot(`
      "run 20260102-030405-abcdef: completed: The last phase was exited; 1 phase had a forced exit
      Next:
        dualgate report                   see what the run did
        » RED forced
        ✓ GREEN
        ✓ REFACTOR
      2026-01-02 03:05 UTC RED forced by ada: no tests needed
      ledger: 12 records, the last at 2026-01-02 03:09 UTC"
    `);
  });

  it('shows acceptances, resets and guidance', () => {
    const by = { phase: 'GREEN', by: 'ada', at: '2026-01-02T03:05:00.000Z' };
    const lines = renderStatus(
      {
        ...STATUS,
        accepted: [{ ...by, reason: 'a typo', files: ['a.test.js'], tests: ['a.test.js > old'] }],
        resets: [{ ...by, reason: 'more time' }],
        guidance: [{ ...by, text: 'Look into\u001B[2J\nlib/.' }],
      },
      null,
    ).split('\n');
    const at = showDay(by.at);
    expect(lines.filter((line) => line.startsWith(at))).toEqual([
      `${at} accepted in GREEN: a.test.js, missing test "a.test.js > old", by ada: a typo`,
      `${at} counts reset in GREEN by ada: more time`,
      `${at} guidance to the agent in GREEN by ada: Look into lib/.`,
    ]);
  });
});
