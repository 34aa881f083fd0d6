import { describe, expect, test } from 'vitest';
import { DEFAULT_PHASES } from '../../../gates/index.ts';
import { createTddMachine } from '../../../machines/index.ts';
import { chartAt, phaseOfChart } from '../../../src/records/fold/fold-sums.ts';
import { startPresetState, thresholdOf } from '../../../src/records/fold/preset-state.ts';
import { sumUsage } from '../../../src/records/fold/spending.ts';

describe('the chart at the place of a run', () => {
  const machine = createTddMachine({ phases: DEFAULT_PHASES });
  const phases = DEFAULT_PHASES.map(({ phase }) => phase);
  const at = (phase: string | null, state: 'working' | 'halted' | 'completed' | 'aborted') =>
    chartAt(machine, { phase, state, why: 'it is so', last: null });

  test.each(phases)('in %s is in that phase, also while the work is halted', (phase) => {
    expect([at(phase, 'working'), at(phase, 'halted')].map((chart) => phaseOfChart(machine, chart, phases))).toEqual([
      phase,
      phase,
    ]);
    expect(at(phase, 'halted').value).toBe('needsHuman');
  });

  test('of work that is over has no phase', () => {
    const ends = [at(null, 'completed'), at('GREEN', 'aborted')];
    expect(ends.map(({ value }) => value)).toEqual(['completed', 'aborted']);
    expect(ends.map((chart) => phaseOfChart(machine, chart, phases))).toEqual([null, null]);
  });

  test('in a phase that the config no longer has is where the work begins', () => {
    expect(phaseOfChart(machine, at('QA', 'working'), phases)).toBe('RED');
  });
});

test('the threshold that an operator gave at the start applies; without one, that of the config', () => {
  const given = { threshold: 2, by: 'Ann', from: '--exit-threshold' } as const;
  expect(thresholdOf(startPresetState({ exit_threshold: given }, '2026-01-02T03:04:05.000Z'))).toBe(2);
  expect(thresholdOf(startPresetState({}, '2026-01-02T03:04:05.000Z'))).toBe(null);
});

const usage = (input_tokens: number, output_tokens: number, cost_usd: number | null) => ({
  input_tokens,
  output_tokens,
  cost_usd,
});

describe('the sum of usages', () => {
  test('adds tokens and prices, without the dust of binary fractions', () => {
    expect(sumUsage(usage(1, 2, 0.1), usage(10, 20, 0.2))).toEqual(usage(11, 22, 0.3));
  });

  test('keeps the price of those that named one', () => {
    expect(sumUsage(usage(1, 2, null), usage(1, 2, 0.5))).toEqual(usage(2, 4, 0.5));
    expect(sumUsage(usage(1, 2, null), usage(1, 2, null))).toEqual(usage(2, 4, null));
  });

  test('is the one that is known, or none', () => {
    expect([sumUsage(null, usage(1, 2, 3)), sumUsage(usage(1, 2, 3), null), sumUsage(null, null)]).toEqual([
      usage(1, 2, 3),
      usage(1, 2, 3),
      null,
    ]);
  });
});
