import { describe, expect, test } from 'vitest';
import { compileGates } from '../../../gates/compile-gates.ts';
import { decide } from '../../../gates/decide.ts';
import { DEFAULT_PHASES } from '../../../gates/default-phases.ts';
import { count } from '../../../gates/metrics.ts';
import type { GateDefinition } from '../../../gates/phase.ts';
import { diagnose } from '../../../src/doctor/conformance/answer-case.ts';
import { anIteration } from '../../gates/an-iteration.ts';

const OWN = ['existing_docs', 'tasks_reviewed', 'confidence_in_build', 'has_adr_index'];
const metrics = Object.fromEntries(OWN.map((name) => [name, count('of a config')]));

/** Diagnosis of a GREEN that is ready except for a condition of its own. */
const diagnosed = (condition: GateDefinition['condition']) => {
  const green = { ...DEFAULT_PHASES[1], gate_1: { name: 'own', condition } };
  const [gate] = compileGates({ phases: [green], metrics });
  if (gate === undefined) throw new Error('no gate');
  const record = anIteration('GREEN', Object.fromEntries(OWN.map((name) => [name, 0])));
  const decision = decide(gate, record);
  return diagnose({ record, decision, expected: gate.phase.tests, forced: false, halted: false });
};

describe('the defect of gate 1', () => {
  test.each(OWN)('is none of a metric whose name is a part of %s', (name) => {
    expect(diagnosed(`${name} >= 1`)).toBe('gate_1_not_satisfied');
  });

  test.each(['tests_total >= 100', '100 <= tests_total', 'NOT tests_total < 100'])(
    'is too few tests where some ran and a condition asks for more: %s',
    (condition) => {
      expect(diagnosed(condition)).toBe('too_few_tests');
    },
  );

  test('is the same in whatever words a clause over the same metric is written', () => {
    expect(diagnosed('consecutive_green_runs > 4')).toBe('not_stable');
    expect(diagnosed('5 <= consecutive_green_runs')).toBe('not_stable');
    const clause = { clause: 'the suite is stable', because: 'it is not', metrics: ['consecutive_green_runs'] };
    expect(diagnosed(() => ({ satisfied: false, unmet: [clause] }))).toBe('not_stable');
  });

  test.each([undefined, null, 'confidence', [3]])(
    'is none of a clause that names %j for its metrics, whatever its text says',
    (names) => {
      const clause = { clause: 'confidence >= 70 OR tests_failing == 0', because: 'no', metrics: names };
      expect(diagnosed((() => ({ satisfied: false, unmet: [clause] })) as never)).toBe('gate_1_not_satisfied');
    },
  );
});
