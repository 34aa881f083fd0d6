import { describe, expect, test } from 'vitest';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import { findLimit } from '../../src/loop/find-limit.ts';
import { NOTHING_OPEN } from '../../src/records/fold/work-state.ts';
import { findRemaining } from '../../src/loop/turn/find-remaining.ts';

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
  runIterationsUsed: 6,
  since: START,
  phaseSince: START,
  spending: { cost: 3.208, tokens: 400, calls: [] },
  usage: { run: { input_tokens: 300, output_tokens: 100, cost_usd: 3.208 }, phases: {} },
};
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
      iterations: 44,
      until: '2026-01-13T07:00:00.000Z',
      until_of: 'phase',
      cost_usd: 46.79,
      tokens: 600,
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
      tokens: 600,
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
    const reached = findLimit(config, 'GREEN', { ...spent, openEnds: NOTHING_OPEN }, clock(500).elapsedMs);
    expect(reached).toBe('The run used all of its 50 iterations (limits.iterations)');
  });
});
