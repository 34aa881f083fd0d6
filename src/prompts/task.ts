/**
 * What the agent is to do in a phase. It goes by what the phase does with the tests and by what its condition asks for,
 * never by the phase's name: a phase of another name gets the words that fit it.
 *
 * @module
 */
import type { Phase } from '../../gates/phase.ts';
import { describeDocumenting } from './documenting.task.ts';
import { describeMakingTestsPass } from './making-tests-pass.task.ts';
import type { PromptFacts } from './prompt-facts.ts';
import { describeRefactoring } from './refactoring.task.ts';
import { describeWritingTests } from './writing-tests.task.ts';

/** The sentences of the task, one list item each. A phase that asks for two things gets the words for both. */
export const describeTask = (facts: PromptFacts): readonly string[] => {
  if (facts.phase.tests === 'must_fail') return describeWritingTests(facts);
  const asked = [
    ...(asksForRefactoring(facts.phase) ? describeRefactoring() : []),
    ...(asksFor(facts.phase, 'docs_generated') ? describeDocumenting(facts) : []),
  ];
  if (asked.length > 0) return asked;
  if (asksFor(facts.phase, 'consecutive_green_runs')) return describeMakingTestsPass();
  return ['Do what this phase is for. Every test passes when you are done.'];
};

/** Whether the agent's REFACTORING_COMPLETE can matter in this phase (RULES 2.8). */
export const asksForRefactoring = (phase: Phase): boolean => asksFor(phase, 'refactoring_complete');

// A gate that is a function cannot be looked into.
const asksFor = ({ gate_1: { condition } }: Phase, metric: string): boolean =>
  typeof condition === 'string' && condition.replaceAll(/#.*/g, '').toLowerCase().split(/\W+/).includes(metric);
