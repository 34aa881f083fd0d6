import { describe, expect, test } from 'vitest';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import { endOfMinutes, findLimit } from '../../src/loop/find-limit.ts';
import { NOTHING_OPEN } from '../../src/records/fold/work-state.ts';

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
  runIterationsUsed: 49,
  since: START,
  phaseSince: START,
  spending: { cost: 49.9, tokens: 999, calls: [] },
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
