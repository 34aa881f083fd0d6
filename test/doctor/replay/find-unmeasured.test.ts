import { describe, expect, test } from 'vitest';
import { compileGates } from '../../../gates/compile-gates.ts';
import { decide } from '../../../gates/decide.ts';
import { DEFAULT_PHASES } from '../../../gates/default-phases.ts';
import type { IterationRecord } from '../../../gates/iteration.ts';
import { count } from '../../../gates/metrics.ts';
import { findUnmeasured, whyUnknown } from '../../../src/doctor/replay/under-config.ts';
import { anIteration } from '../../gates/an-iteration.ts';

const METRICS = { suite: count('of a config'), phase: count('of a config') };

/** Why the other decision on an iteration of GREEN is unknown, under a condition that the run did not have. */
const unknownUnder = (condition: string, record: IterationRecord) => {
  const green = { ...DEFAULT_PHASES[1], gate_1: { name: 'own', condition } };
  const [gate] = compileGates({ phases: [green], metrics: METRICS });
  const [then] = compileGates({ phases: [DEFAULT_PHASES[1]] });
  if (gate === undefined || then === undefined) throw new Error('no gate');
  return whyUnknown(decide(gate, record), gate, findUnmeasured(gate, then, record));
};

describe('the other decision on an iteration', () => {
  test('is unknown where every unmet clause depends on something unmeasured, in any notation', () => {
    expect(unknownUnder('suite >= 1 AND 1 <= phase', anIteration('GREEN'))).toEqual([
      'suite was not measured',
      'phase was not measured',
    ]);
  });

  test('is known where one clause was not met by the measurement', () => {
    expect(unknownUnder('suite >= 1', anIteration('GREEN', { tests_failing: 1, tests_passing: 9 }))).toEqual([]);
  });

  test('is known where only a part of the suite ran, or the record is for another phase, though a metric is called like a word of that', () => {
    expect(unknownUnder('suite >= 1', { ...anIteration('GREEN'), measured: 'criteria' })).toEqual([]);
    expect(unknownUnder('phase >= 1', anIteration('REFACTOR'))).toEqual([]);
  });
});
