import { describe, expect, test } from 'vitest';
import * as fc from 'fast-check';
import { compileGates } from '../../gates/compile-gates.ts';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import {
  measureApproach,
  CONFIDENCE_WEIGHTS,
  type ConfidenceFacts,
  indicatesCompletion,
  judgeCompletion,
  scoreConfidence,
} from '../../gates/confidence.ts';
import type { Phase } from '../../gates/phase.ts';
import { BUILT_IN_METRICS } from '../../src/evidence/measures/metrics-of-measures.ts';
import { anIteration, type DefaultPhase } from './an-iteration.ts';
import type { Decision } from '../../gates/decide.ts';
import type { Unmet } from '../../gates/verdict.ts';

const facts = (changes: Partial<ConfidenceFacts> = {}): ConfidenceFacts => ({
  signal: { value: true, told: { tests_status: 'pass' } },
  sourcesChanged: true,
  taskDone: true,
  keywords: ['done'],
  threshold: 70,
  lowClaimsBefore: 0,
  ...changes,
});
const score = (changes?: Partial<ConfidenceFacts>) => scoreConfidence(facts(changes)).score;
const NOTHING: Partial<ConfidenceFacts> = {
  signal: { value: null },
  sourcesChanged: false,
  taskDone: false,
  keywords: [],
};

describe('the confidence of spec 002', () => {
  test('has six weights, 100 together', () => {
    expect(CONFIDENCE_WEIGHTS).toEqual({
      block: 30,
      phase_complete: 20,
      files_modified: 15,
      task_done: 20,
      keywords: 10,
      tests_status: 5,
    });
    expect([score(), score(NOTHING)]).toEqual([100, 0]);
  });

  test('gives each part its points and no others', () => {
    expect(score({ ...NOTHING, signal: { value: false } })).toBe(30);
    expect(score({ ...NOTHING, signal: { value: true } })).toBe(50);
    expect(score({ ...NOTHING, sourcesChanged: true })).toBe(15);
    expect(score({ ...NOTHING, taskDone: true })).toBe(20);
    expect(score({ ...NOTHING, keywords: ['done', 'finished'] })).toBe(10);
    expect(score({ ...NOTHING, signal: { value: false, told: { tests_status: 'pass' } } })).toBe(35);
    expect(score({ ...NOTHING, signal: { value: false, told: { tests_status: 'skip' } } })).toBe(30);
  });

  test('reaches 70 by a block that says yes, modified files and a claim that tests pass', () => {
    expect(score({ taskDone: false, keywords: [] })).toBe(70);
  });

  test('never reaches 70 without a block: keywords alone are a lower score', () => {
    expect(scoreConfidence(facts({ signal: { value: null, told: { tests_status: 'pass' } } }))).toEqual({
      score: 45,
      threshold: 70,
      parts: { block: 0, phase_complete: 0, files_modified: 15, task_done: 20, keywords: 10, tests_status: 0 },
      keywords: ['done'],
      basis: 'keywords',
      low_claims: 1,
    });
  });

  test('sees a block that lacks its nonce, and believes none of its fields; a block of another iteration is none', () => {
    const told = { tests_status: 'pass' };
    expect(scoreConfidence(facts({ signal: { value: null, reason: 'nonce_missing', told }, taskDone: false }))).toEqual(
      {
        score: 55,
        threshold: 70,
        parts: { block: 30, phase_complete: 0, files_modified: 15, task_done: 0, keywords: 10, tests_status: 0 },
        keywords: ['done'],
        basis: 'block_without_nonce',
        low_claims: 0,
      },
    );
    expect(score({ ...NOTHING, signal: { value: null, reason: 'stale_signal', told } })).toBe(0);
  });

  test('takes nothing from the agent’s own claims of confidence and files', () => {
    const boast = { value: true, told: { confidence: 'high', override: true, tests_status: 'pass' } } as const;
    const modest = { value: true, told: { confidence: 'low', tests_status: 'pass' } } as const;
    expect(score({ signal: boast })).toBe(score({ signal: modest }));
    expect(score({ ...NOTHING, signal: boast })).toBe(55);
  });

  test('counts claims under 50 in a row: a claim of 50 or more, or none, ends the row', () => {
    const after = (changes: Partial<ConfidenceFacts>) => scoreConfidence(facts(changes)).low_claims;
    expect(after({ ...NOTHING, keywords: ['done'], lowClaimsBefore: 2 })).toBe(3);
    expect(after({ ...NOTHING, lowClaimsBefore: 2 })).toBe(0);
    expect(after({ ...NOTHING, signal: { value: true }, lowClaimsBefore: 2 })).toBe(0);
  });

  test('indicates completion by keywords or by the moved file, and by no block', () => {
    expect(indicatesCompletion(scoreConfidence(facts({ ...NOTHING, keywords: ['done'] })))).toBe(true);
    expect(indicatesCompletion(scoreConfidence(facts({ ...NOTHING, taskDone: true })))).toBe(true);
    expect(indicatesCompletion(scoreConfidence(facts({ taskDone: false, keywords: [] })))).toBe(false);
  });

  test('is a sum of weights from 0 to 100 whatever was measured', () => {
    const any = fc.record({
      signal: fc.record({
        value: fc.constantFrom(true, false, null),
        told: fc.record({ tests_status: fc.constantFrom('pass', 'fail', 'PASSED', '', 'pass/fail/skip/unknown') }),
      }),
      sourcesChanged: fc.boolean(),
      taskDone: fc.boolean(),
      keywords: fc.array(fc.string()),
      threshold: fc.nat(100),
      lowClaimsBefore: fc.nat(5),
    });
    fc.assert(
      fc.property(any, (given) => {
        const { score: sum, parts, basis } = scoreConfidence(given);
        expect(sum).toBe(Object.values(parts).reduce((one, other) => one + other, 0));
        expect(sum).toBeGreaterThanOrEqual(0);
        expect(sum).toBeLessThanOrEqual(basis === 'keywords' ? 45 : 100);
      }),
    );
  });
});

describe('the result of a score', () => {
  const open = { satisfied: true, unmet: [] } as const;
  const red = { clause: 'tests_failing == 0', because: 'got 1, expected 0', metrics: ['tests_failing'], rule: '1.4' };
  const shut = { satisfied: false, unmet: [red] };
  const low = {
    clause: 'confidence >= confidence_threshold',
    because: 'got 25, expected 70 or more',
    metrics: ['confidence', 'confidence_threshold'],
  };
  const decided = (one: boolean, two: boolean): Pick<Decision, 'can_exit' | 'gate_1' | 'gate_2'> => ({
    can_exit: one && two,
    gate_1: { ...(one ? open : shut), condition: '', values: {} },
    gate_2: { ...(two ? open : shut), condition: '', source: null, channel: null },
  });
  const of = (changes: Partial<ConfidenceFacts>, one: boolean, two: boolean) =>
    judgeCompletion(scoreConfidence(facts(changes)), decided(one, two));
  /** Where both gates would agree but for one clause of gate 1. */
  const heldBy = (clause: Unmet) => {
    const gate_1 = { satisfied: false, unmet: [clause], condition: '', values: {} };
    const sum = scoreConfidence(facts({ taskDone: false, keywords: [] }));
    return judgeCompletion(sum, { ...decided(true, true), can_exit: false, gate_1 });
  };
  /** If the gate requires the score, it is among the unmet clauses. */
  const short = (changes: Partial<ConfidenceFacts>) => {
    const { gate_1, ...rest } = decided(false, false);
    return judgeCompletion(scoreConfidence(facts(changes)), { ...rest, gate_1: { ...gate_1, unmet: [red, low] } });
  };

  test('is completion when both gates agree, before all others', () => {
    expect(of({ ...NOTHING, keywords: ['done'], lowClaimsBefore: 5 }, true, true)).toEqual({
      outcome: 'complete',
      decided_by: 'gates',
    });
  });

  test('is a review after three claims under 50', () => {
    const claim = { ...NOTHING, keywords: ['done'] };
    expect(short({ ...claim, lowClaimsBefore: 1 })).toEqual({ outcome: 'held', decided_by: 'score' });
    expect(short({ ...claim, lowClaimsBefore: 2 })).toEqual({ outcome: 'review', decided_by: 'score' });
  });

  test('is not decided by a low score in a phase that asks for none', () => {
    const silent = { signal: { value: false }, taskDone: false } as const;
    expect(of(silent, false, false)).toEqual({ outcome: 'held', decided_by: 'floor' });
    expect(of(silent, true, false)).toEqual({ outcome: 'held', decided_by: 'signal' });
  });

  test('is decided by the floor where the score would have passed it over red tests', () => {
    expect(of({}, false, true)).toEqual({ outcome: 'held', decided_by: 'floor' });
  });

  test('is decided by the score where only its keywords are missing', () => {
    const words = { clause: 'completion_indicated', because: 'it is false', metrics: ['completion_indicated'] };
    expect(heldBy(words)).toEqual({ outcome: 'held', decided_by: 'score' });
  });

  test.each([
    ['asks for the score in words of its own', 'the score is high enough', ['confidence'], 'score'],
    ['speaks of confidence, and asks for another metric', 'confidence in the build', ['build_ok'], 'floor'],
    ['names no metric, and is of a gate with that name that broke', '[function confidence]', [], 'floor'],
    ['names what is no list', 'confidence >= 70', 'confidence', 'floor'],
  ])('is decided by the metrics of a clause and not by its text: one that %s', (_what, clause, metrics, decided_by) => {
    expect(heldBy({ clause, because: 'it is not so', metrics } as Unmet)).toEqual({ outcome: 'held', decided_by });
  });

  test('is decided by the signal where 80 points came together without a yes', () => {
    const sum = scoreConfidence(facts({ signal: { value: false, told: { tests_status: 'pass' } } }));
    expect(sum.score).toBe(80);
    expect(judgeCompletion(sum, decided(false, false))).toEqual({ outcome: 'held', decided_by: 'floor' });
    expect(judgeCompletion(sum, decided(true, false))).toEqual({ outcome: 'held', decided_by: 'signal' });
  });

  test('is nothing without a claim', () => {
    expect(short({ ...NOTHING, sourcesChanged: true })).toEqual({ outcome: 'none', decided_by: 'score' });
  });
});

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
