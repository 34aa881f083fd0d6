import { describe, expect, test } from 'vitest';
import { compileGates } from '../../gates/compile-gates.ts';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import { measureApproach } from '../../gates/confidence.ts';
import type { Phase } from '../../gates/phase.ts';
import { BUILT_IN_METRICS } from '../../src/evidence/measures/measures.ts';
import { anIteration, type DefaultPhase } from './an-iteration.ts';

const gateOf = (phase: DefaultPhase, condition?: Phase['gate_1']['condition']) => {
  const phases = DEFAULT_PHASES.map((each) =>
    each.phase === phase && condition !== undefined ? { ...each, gate_1: { ...each.gate_1, condition } } : each,
  );
  const gate = compileGates({ phases, metrics: BUILT_IN_METRICS }).find((each) => each.phase.phase === phase);
  if (gate === undefined) throw new RangeError(`there is no ${phase}`);
  return gate;
};
const LIMIT = 'iteration >= max_refactor_iterations';
const waiting = (spoil: Parameters<typeof anIteration>[1] = {}) =>
  anIteration('REFACTOR', { refactoring_complete: false, iteration: 2, ...spoil });

describe('how near an iteration came to gate 1', () => {
  test('is measured for the condition and for the floor', () => {
    expect(
      measureApproach(gateOf('DOCUMENT'), anIteration('DOCUMENT', { docs_generated: 1, tests_intact: false })),
    ).toMatchObject({
      'docs_generated >= required_docs_count': 2,
      'has_adr == true': 0,
      'tests_intact == true': 1,
    });
  });

  test('counts the iteration only where its clause alone is unmet: otherwise its bound is no exit', () => {
    expect(measureApproach(gateOf('REFACTOR'), waiting())[LIMIT]).toBe(3);
    expect(measureApproach(gateOf('REFACTOR'), waiting({ tests_intact: false }))).not.toHaveProperty(LIMIT);
    expect(measureApproach(gateOf('REFACTOR'), anIteration('REFACTOR', { iteration: 2 }))).not.toHaveProperty(LIMIT);
  });

  test('ignores the agent’s claims, the effects of its turn and random choices', () => {
    const condition =
      'completion_indicators + evidence_indicators >= 3 AND confidence >= 70 AND files_created >= 9 AND mutants_killed >= 2';
    const spoil = {
      completion_indicators: 1,
      evidence_indicators: 0,
      confidence: 20,
      files_created: 1,
      mutants_killed: 0,
    };
    const names = Object.keys(measureApproach(gateOf('GREEN', condition), anIteration('GREEN', spoil))).join(' ');
    expect(names).not.toMatch(/indicators|confidence|files_created|faults/);
    expect(names).toContain('tests_passing == tests_total');
  });

  test("is nothing for an embedder's function", () => {
    const gate = { ...gateOf('GREEN', () => ({ satisfied: false, unmet: [] })), floor: [] };
    expect(measureApproach(gate, anIteration('GREEN'))).toEqual({});
  });
});
