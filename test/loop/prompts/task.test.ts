import { describe, expect, test } from 'vitest';
import { DEFAULT_PHASES } from '../../../gates/default-phases.ts';
import type { Phase } from '../../../gates/phase.ts';
import type { PromptFacts } from '../../../src/loop/prompts/prompt-parts.ts';
import { asksForRefactoring, describeTask } from '../../../src/loop/prompts/task.ts';
import { FACTS } from './facts.ts';

const [red, green, refactor, document] = DEFAULT_PHASES;
const taskOf = (phase: Phase) => describeTask({ ...FACTS, phase });
const withCondition = (condition: Phase['gate_1']['condition']): Phase => ({
  ...green,
  phase: 'QA',
  gate_1: { name: 'QA', condition },
});

describe('the task of a phase', () => {
  test('depends on its conditions and not on its name', () => {
    for (const phase of DEFAULT_PHASES) expect(taskOf({ ...phase, phase: 'STEP' })).toEqual(taskOf(phase));
    expect(new Set([red, green, refactor, document].map((phase) => taskOf(phase)[0])).size).toBe(4);
  });

  test('is its purpose when nothing else is known', () => {
    const own = ['Do the work that the purpose of this phase names. Every test must pass when you are done.'];
    expect(taskOf(withCondition('tests_failing == 0'))).toEqual(own);
    expect(taskOf(withCondition('tests_failing == 0 # docs_generated\nAND max_refactor_iterations > 0'))).toEqual(own);
    expect(taskOf(withCondition(() => ({ satisfied: true, unmet: [], values: {} })))).toEqual(own);
  });

  test('holds the words for both when a phase asks for two things', () => {
    const both = withCondition(`refactoring_complete == true AND ${document.gate_1.condition}`);
    expect(taskOf(both)).toEqual([...taskOf(refactor), ...taskOf(document)]);
    expect(asksForRefactoring(both)).toBe(true);
    expect(asksForRefactoring(green)).toBe(false);
  });

  test('names only the documents that the condition asks for', () => {
    const sentences = taskOf(withCondition('docs_changed >= 1')).join('\n');
    expect(sentences).toContain('Describe in a document what this run built');
    expect(sentences).not.toMatch(/ADR|C4|diagram|at least 3/);
    expect(taskOf(withCondition('docs_changed >= 1 AND has_adr')).join('\n')).toContain('(ADR)');
  });

  test('asks for ids in names only where criteria have ids', () => {
    const sentence = 'Put the id of the criterion in the name of its test.';
    expect(taskOf(red)).toContain(sentence);
    expect(describeTask({ ...FACTS, phase: red, criteria: [{ id: null, text: 'a' }] })).not.toContain(sentence);
  });

  test('offers a guard only where a mutation check can show that it is able to fail', () => {
    const about = (facts: Partial<PromptFacts>) =>
      describeTask({ ...FACTS, phase: red, ...facts }).filter((each) => /already holds|guard/i.test(each));
    const inBlock = { signalCommand: false };
    expect(about(inBlock)).toEqual([expect.stringContaining('with a reason in your message, as in `GUARD:')]);
    expect(about({ mayGuard: false })).toEqual([]);
    const criteria = [{ id: 'AC-1', text: 'two is 2 (guard)' }];
    expect(about({ mayGuard: false, criteria })).toEqual([
      'A test of a criterion with the mark (guard) or (regression) may pass. At least one criterion must not hold yet.',
    ]);
  });
});
