import { describe, expect, test } from 'vitest';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import { endOfMinutes, findLimit, findRemaining } from '../../src/loop/limits.ts';
import { NOTHING_OPEN } from '../../src/records/fold/work-state.ts';
import { planWait } from '../../src/loop/discarded-turn.ts';

const START = '2026-01-13T03:00:00.000Z';
const limits = {
  iterations: 50,
  minutes: 480,
  max_refactor_iterations: 5,
  cost: 50,
  tokens: 1_000,
  calls_per_hour: 100,
};
const config = { limits, phases: DEFAULT_PHASES };
const counted = {
  iterationsUsed: 2,
  runIterationsUsed: 49,
  since: START,
  phaseSince: START,
  spending: { cost: 49.9, tokens: 999, calls: [] },
  usage: { run: { input_tokens: 900, output_tokens: 99, cost_usd: 49.9 }, phases: {} },
  openEnds: NOTHING_OPEN,
};
const after = (minutes: number) => (since: string) => Date.parse(START) + minutes * 60_000 - Date.parse(since);
const limitOf = (spoil: Partial<typeof counted>, minutes = 1, phase = 'GREEN') =>
  findLimit(config, phase, { ...counted, ...spoil }, after(minutes));

describe('the limits of a run', () => {
  test('are met up to the last of each', () => expect(limitOf({}, 239)).toBeNull());
  test('are reported with their key and their value', () => {
    const { spending } = counted;
    expect([
      limitOf({ runIterationsUsed: 50 }),
      limitOf({}, 480),
      limitOf({}, 240),
      limitOf({ spending: { ...spending, cost: 50.5 } }),
      limitOf({ spending: { ...spending, tokens: 1_200 } }),
      limitOf({ openEnds: { ...NOTHING_OPEN, kills: 3 } }),
    ]).toEqual([
      'The run used all of its 50 iterations (limits.iterations)',
      'The run used all of its 480 minutes (limits.minutes)',
      'GREEN used all of its 240 minutes (limits.max_minutes of the phase)',
      'The run cost $50.50; its budget is $50.00 (limits.cost)',
      'The run used 1200 tokens; its budget is 1000 (limits.tokens)',
      'The loop was killed or crashed 3 times in a row without deciding an iteration',
    ]);
  });
  test('of a phase count from its own beginning', () => {
    expect(limitOf({ phaseSince: '2026-01-13T05:00:00.000Z' }, 300)).toBeNull();
    expect(endOfMinutes(config, 'GREEN', { since: START, phaseSince: '2026-01-13T05:00:00.000Z' })).toEqual({
      at: new Date('2026-01-13T09:00:00.000Z'),
      key: 'limits.max_minutes of the phase',
    });
  });
  test('of a phase without minutes are those of the run', () => {
    const phases = [{ ...DEFAULT_PHASES[1], limits: { max_iterations: 1 } }];
    expect(findLimit({ limits, phases }, 'GREEN', counted, after(479))).toBeNull();
    expect(endOfMinutes({ limits, phases }, 'GREEN', counted).key).toBe('limits.minutes');
  });
});

const clock = (minutes: number) => {
  const now = new Date(Date.parse(START) + minutes * 60_000);
  return { now: () => now, elapsedMs: (since: string) => now.getTime() - Date.parse(since) };
};
const leftOf = (spoil: Partial<typeof counted>, minutes = 1) =>
  findRemaining(config, 'GREEN', { ...counted, ...spoil }, clock(minutes));

describe('the remaining limits', () => {
  test('are the iterations of phase and run, the time that ends first, money and tokens', () => {
    expect(leftOf({})).toEqual({
      in_phase: 8,
      iterations: 1,
      until: '2026-01-13T07:00:00.000Z',
      until_of: 'phase',
      cost_usd: 0.1,
      tokens: 1,
    });
    const ofRun = leftOf({ phaseSince: '2026-01-13T10:00:00.000Z' }, 430);
    expect([ofRun.until, ofRun.until_of]).toEqual(['2026-01-13T11:00:00.000Z', undefined]);
  });

  test('include money and tokens only where the agent reports them', () => {
    const { in_phase, iterations, until, until_of } = leftOf({});
    const silent = { ...counted, usage: { run: null, phases: {} } };
    expect(findRemaining(config, 'GREEN', silent, clock(1))).toEqual({ in_phase, iterations, until, until_of });
    const priceless = { run: { input_tokens: 300, output_tokens: 100, cost_usd: null }, phases: {} };
    expect(findRemaining(config, 'GREEN', { ...counted, usage: priceless }, clock(1))).toEqual({
      in_phase,
      iterations,
      until,
      until_of,
      tokens: 1,
    });
  });

  test('are never less than nothing, and are nothing where a limit is reached', () => {
    const spent = { ...counted, runIterationsUsed: 51, spending: { cost: 51, tokens: 1_001, calls: [] } };
    expect(leftOf({ ...spent, iterationsUsed: 11 }, 500)).toEqual({
      in_phase: 0,
      iterations: 0,
      until: '2026-01-13T11:20:00.000Z',
      until_of: 'phase',
      cost_usd: 0,
      tokens: 0,
    });
    expect(limitOf(spent, 500)).toBe('The run used all of its 50 iterations (limits.iterations)');
  });
});

const now = new Date('2026-01-02T03:04:05.000Z');
const waitOf = (limits: number, resetsAt: string | null = null): number | null => {
  const until = planWait({ limits, resetsAt, now });
  return until === null ? null : (until.getTime() - now.getTime()) / 1_000;
};

describe('the wait for a limit of the provider', () => {
  test('is a minute, and twice as long each further time, five times', () => {
    expect([1, 2, 3, 4, 5, 6].map((limits) => waitOf(limits))).toEqual([60, 120, 240, 480, 960, null]);
  });

  test('is as long as the provider says', () => {
    expect(waitOf(1, '2026-01-02T05:04:05Z')).toBe(7_200);
    expect(waitOf(3, '2026-01-02T04:04:06+01:00')).toBe(1);
  });

  test('ignores a time that has passed, or a missing one', () => {
    expect(waitOf(2, '2026-01-02T03:04:05Z')).toBe(120);
    expect(waitOf(1, 'soon')).toBe(60);
  });
});
