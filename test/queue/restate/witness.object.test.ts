import { describe, expect, test } from 'vitest';
import { DEFAULT_PHASES } from '../../../gates/default-phases.ts';
import { hashGates } from '../../../src/queue/restate/lease.object.ts';
import { judgeEnd, judgeMove } from '../../../src/queue/restate/witness.object.ts';
import { anIteration } from '../../gates/an-iteration.ts';

describe('the hash of gates', () => {
  const config = { phases: DEFAULT_PHASES };

  test('is the same for the same gates, and another for each part that decides', () => {
    const [red, ...rest] = DEFAULT_PHASES;
    const changed = [
      { phases: rest },
      { phases: [{ ...red, limits: { max_iterations: 3 } }, ...rest] },
      { phases: [{ ...red, gate_1: { ...red.gate_1, condition: 'tests_failing > 0' } }, ...rest] },
      { ...config, integrity: 'warn' as const },
      { ...config, confirmations: 5 },
    ];
    const all = [config, ...changed].map((each) => hashGates(each as typeof config));
    expect(new Set(all).size).toBe(all.length);
    expect(hashGates({ phases: structuredClone(DEFAULT_PHASES) })).toBe(all[0]);
  });
});

describe('the engine', () => {
  const event = { type: 'ITERATION', record: anIteration('RED', {}) } as const;
  const RED = { working: 'red' };
  const GREEN = { working: 'green' };

  test('agrees only with a decision that moves its chart in the same way', () => {
    expect(judgeMove({ event, can_exit: true }, RED, GREEN)).toBeNull();
    expect(judgeMove({ event, can_exit: true }, RED, 'completed')).toBeNull();
    expect(judgeMove({ event, can_exit: false }, RED, RED)).toBeNull();
    expect(judgeMove({ event: { type: 'HALT', why: 'x' }, can_exit: null }, RED, 'needsHuman')).toBeNull();
    expect(judgeMove({ event, can_exit: false }, RED, GREEN)).toBe(
      'The worker and the engine decided RED, iteration 1 differently: the worker held it, the engine exited the phase.',
    );
    for (const before of [GREEN, 'needsHuman', 'completed', null])
      expect(judgeMove({ event, can_exit: false }, before, before)).toMatch(
        /^The worker decided RED, iteration 1, but/,
      );
    // A decision that is missing agrees with nothing.
    expect(judgeMove({ event, can_exit: null }, RED, RED)).not.toBeNull();
  });

  test('agrees only with an end that its chart has reached', () => {
    expect(judgeEnd('completed', 'completed')).toBeNull();
    expect(judgeEnd('aborted', 'aborted')).toBeNull();
    expect(judgeEnd('stuck', 'needsHuman')).toBeNull();
    expect(judgeEnd('stuck', RED)).toBeNull();
    expect([judgeEnd('completed', RED), judgeEnd('completed', 'aborted'), judgeEnd('stuck', 'completed')]).toEqual([
      'The worker says completed, but the chart of the engine is in {"working":"red"}.',
      'The worker says completed, but the chart of the engine is in "aborted".',
      'The worker says stuck, but the chart of the engine is in "completed".',
    ]);
  });
});
