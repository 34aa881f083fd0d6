import { describe, expect, test } from 'vitest';
import { DEFAULT_PHASES } from '../../../gates/index.ts';
import { createTddMachine } from '../../../machines/index.ts';
import { chartAt, phaseOfChart } from '../../../src/records/fold/fold-sums.ts';
import { startPresetState, thresholdOf } from '../../../src/records/fold/preset-state.ts';

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
