import { aFinding } from '../../findings/a-finding.ts';
import { describe, expect, it } from 'vitest';
import { renderStatus } from '../../../src/cli/render/status.ts';
import type { RunStatus } from '../../../src/index.ts';

const STATUS: RunStatus = {
  v: 2,
  run: '20260102-030405-abcdef',
  spec: 'specs/shout.md',
  began: '2026-01-02T03:04:05.000Z',
  worked_ms: 295_000,
  phases: ['RED', 'GREEN', 'REFACTOR'],
  phase: 'GREEN',
  iteration: 2,
  budget: null,
  by_phase: [],
  held: {
    reason: 'Neither gate is satisfied',
    unmet: ['tests_failing == 0: 1 is not 0'],
    findings: [aFinding('AC-3 has no test yet.')],
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
    spent: false,
  },
  waits: null,
  forced_exits: [],
  accepted: [],
  resets: [],
  rollbacks: [],
  branch: null,
  guidance: [],
  usage: { run: null, phases: {} },
  settled: { status: 'stuck', why: 'Exit gate not passing: 3 iterations without progress' },
  head: { seq: 11, hash: 'a'.repeat(64), at: '2026-01-02T03:09:00.000Z' },
};

describe('renderStatus', () => {
  it('shows what was used, phase by phase and in all', () => {
    const used = { input_tokens: 12_345, output_tokens: 2_100, cost_usd: 0.08 };
    const usage = { run: { ...used, cost_usd: 0.2 }, phases: { RED: used } };
    expect(
      renderStatus({ ...STATUS, usage }, null)
        .split('\n')
        .slice(1, 5),
    ).toEqual([
      '  ✓ RED  12.3k in, 2.1k out, $0.08',
      '  ▶ GREEN  2 iterations decided',
      '  · REFACTOR',
      'used: 12.3k in, 2.1k out, $0.20',
    ]);
  });

  it('ticks no phase of a work that was aborted: it knows not which were left', () => {
    const settled = { status: 'aborted', why: 'Aborted by ann: enough' } as const;
    const phases = (status: RunStatus) => renderStatus(status, null).split('\n').slice(1, 4);
    expect(phases({ ...STATUS, phase: null, settled })).toEqual(['    RED', '    GREEN', '    REFACTOR']);
    expect(phases({ ...STATUS, phase: null, settled: null })).toEqual(['  ✓ RED', '  ✓ GREEN', '  ✓ REFACTOR']);
  });

  it('shows a breaker that has counted something: what, until when it rests, and that it is spent', () => {
    const line = (spoil: Partial<RunStatus['breaker']>, settled: RunStatus['settled'] = null) =>
      renderStatus({ ...STATUS, settled, breaker: { ...STATUS.breaker, ...spoil } }, null)
        .split('\n')
        .filter((each) => each.startsWith('breaker '));
    const counts = { no_progress: 2, same_error: 4 };
    const open = { state: 'OPEN', why: 'Nothing moves', open_until: '2026-01-02T03:14:00' } as const;
    expect([line({}), line({ state: 'HALF_OPEN', ...counts }), line(open), line({ ...open, spent: true })]).toEqual([
      [],
      ['breaker HALF_OPEN: 2 iterations without progress, 4 iterations with the same failing tests'],
      ['breaker OPEN: Nothing moves; it cools down until 03:14:00, then one iteration is the probe'],
      ['breaker OPEN: its reopenings are used up; resume or reset closes it'],
    ]);
    // Work that waits for a person waits for no cooldown.
    expect([
      line(open, { status: 'needs_human', why: 'blocked' }),
      line(open, { status: 'interrupted', why: 'Interrupted' }),
    ]).toEqual([
      ['breaker OPEN: Nothing moves; resume or reset closes it'],
      ['breaker OPEN: Nothing moves; it cools down until 03:14:00, then one iteration is the probe'],
    ]);
  });

  it('shows a run that is stuck, what holds it, and the way on', () => {
    expect(renderStatus(STATUS, null)).toMatchInlineSnapshot(`
      "run 20260102-030405-abcdef: stuck
        ✓ RED
        ▶ GREEN  2 iterations decided
        · REFACTOR
      Exit gate not passing: 3 iterations without progress
      held: Neither gate is satisfied
        - tests_failing == 0: 1 is not 0
        ! AC-3 has no test yet.
      ledger: 12 records, the last at 2026-01-02T03:09:00.000Z
      Next:
        dualgate explain             why the last iteration was held
        dualgate resume              go on, with a new allowance of iterations
        dualgate guide "TEXT"        tell the agent something before that
        dualgate skip -m "why"       force the phase; recorded for ever
        dualgate abort -m "why"      end it for good"
    `);
  });

  it('says what an active run waits for and until when, and nothing of it when the time is over or no loop is active', () => {
    const going = { pid: 4711, since: '2026-01-02T03:04:05.000Z' };
    const waits = { for: 'provider', until: '2026-01-02T03:14:00', why: 'rate\u001B[2J limit' } as const;
    const line = (now: string, process: typeof going | null = going) =>
      renderStatus({ ...STATUS, waits }, process, { now: Date.parse(now) })
        .split('\n')
        .filter((each) => each.startsWith('waits '));
    expect(line('2026-01-02T03:13:59')).toEqual(["waits until 03:14:00 for the provider's limit: rate limit"]);
    expect([line('2026-01-02T03:14:00'), line('2026-01-02T03:13:59', null)]).toEqual([[], []]);
  });

  it('says the sentence of a halt once: it is why the run ended, and what holds the phase', () => {
    const says = 'The agent is blocked: no key';
    const settled = { status: 'needs_human', why: says } as const;
    const held = { reason: says, unmet: ['a == b: 1 is not 2'], findings: [] };
    expect(
      renderStatus({ ...STATUS, settled, held }, null)
        .split('\n')
        .slice(4, 7),
    ).toEqual([says, 'held:', '  - a == b: 1 is not 2']);
  });

  it('shows a run that goes on by the process that works on it, whatever it settled as before', () => {
    expect(
      renderStatus({ ...STATUS, iteration: 1, held: null }, { pid: 4711, since: '2026-01-02T03:04:05.000Z' }),
    ).toMatchInlineSnapshot(`
      "run 20260102-030405-abcdef: going on since 2026-01-02T03:04:05.000Z (pid 4711)
        ✓ RED
        ▶ GREEN  1 iteration decided
        · REFACTOR
      ledger: 12 records, the last at 2026-01-02T03:09:00.000Z"
    `);
  });

  it('shows a run that was killed, and how it goes on', () => {
    expect(renderStatus({ ...STATUS, settled: null, iteration: 0, held: null }, null)).toMatchInlineSnapshot(`
      "run 20260102-030405-abcdef: ended in the midst of its work, as a killed one does
        ✓ RED
        ▶ GREEN
        · REFACTOR
      ledger: 12 records, the last at 2026-01-02T03:09:00.000Z
      Next:
        dualgate resume              go on"
    `);
  });

  it('shows a completed run with its forced exits, for ever and without what somebody wrote into the reason', () => {
    const forced = { phase: 'RED', by: 'ada', reason: 'no tests\n\u001B[2Jneeded', at: '2026-01-02T03:05:00.000Z' };
    const settled = { status: 'completed', why: 'The last phase was left; 1 of the phases by a forced exit' } as const;
    expect(
      renderStatus({ ...STATUS, phase: null, iteration: 0, held: null, forced_exits: [forced], settled }, null),
    ).toMatchInlineSnapshot(`
      "run 20260102-030405-abcdef: completed
        ✓ RED
        ✓ GREEN
        ✓ REFACTOR
      The last phase was left; 1 of the phases by a forced exit
      forced exit of RED by ada at 2026-01-02T03:05:00.000Z: no tests needed
      ledger: 12 records, the last at 2026-01-02T03:09:00.000Z"
    `);
  });

  it('shows what an operator accepted, reset and said', () => {
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
    expect(lines.slice(8, 11)).toEqual([
      'accepted in GREEN by ada at 2026-01-02T03:05:00.000Z: a.test.js, the end of "a.test.js > old": a typo',
      'reset in GREEN by ada at 2026-01-02T03:05:00.000Z: more time',
      'guidance for GREEN by ada at 2026-01-02T03:05:00.000Z: Look into lib/.',
    ]);
  });
});
