/**
 * The agent's task in a phase. It depends on what the phase expects of the tests and what its condition uses, never
 * on the phase's name: a phase of another name gets the words that fit it.
 *
 * @module
 */
import { namesIn } from '../../gates/conditions/expression.ts';
import { parseCondition } from '../../gates/conditions/parse-condition.ts';
import type { Phase } from '../../gates/phase.ts';
import type { PromptFacts } from './prompt-facts.ts';
import { oneLine } from './bounded-list.ts';

/** The sentences of the task, one list item each. A phase that asks for two things gets the sentences of both. */
export const describeTask = (facts: PromptFacts): readonly string[] => {
  if (facts.phase.tests === 'must_fail') return describeWritingTests(facts);
  const asked = [
    ...(asksForRefactoring(facts.phase) ? describeRefactoring() : []),
    ...(asksFor(facts.phase, 'docs_generated') ? describeDocumenting(facts) : []),
  ];
  if (asked.length > 0) return asked;
  if (asksFor(facts.phase, 'consecutive_green_runs')) return describeMakingTestsPass();
  return ['Do the work that this phase is for. Every test passes when you are done.'];
};

/** Whether the agent's REFACTORING_COMPLETE can matter in this phase (rule 2.8). */
export const asksForRefactoring = (phase: Phase): boolean => asksFor(phase, 'refactoring_complete');

// A gate that is a function has no metrics to look at.
const asksFor = ({ gate_1: { condition } }: Phase, metric: string): boolean =>
  typeof condition === 'string' && namesIn(parseCondition(condition)).includes(metric);

/**
 * The task of a phase that asks for documents (DOCUMENT).
 *
 * Rule 2.9.
 */
const describeDocumenting = (facts: PromptFacts): readonly string[] => [
  `Write ${facts.requiredDocs} or more Markdown documents about what was built, in paths that match these patterns: ${oneLine(facts.documentsGlobs.join(', '))}`,
  'One of them is an architecture decision record (ADR), in a folder named `adr` or `decisions`, with text below each of the headings Status, Context, Decision, Consequences. A template that is not filled in does not count.',
  'Draw C4 diagrams in Mermaid (a ```mermaid block with C4Context, C4Container or C4Component): elements, and relations between declared elements. Structurizr DSL and C4-PlantUML are accepted, too.',
  "Every diagram must be valid. Mermaid's own parser checks Mermaid diagrams. PlantUML other than C4 cannot be checked here, and is not valid.",
  'Every test must still pass.',
];

/**
 * The task of a phase that makes the tests pass (GREEN).
 *
 * Rules 1.3 and 1.4.
 */
const describeMakingTestsPass = (): readonly string[] => [
  'Implement what the tests require, until every test passes: all of them, not nearly all.',
  'Change the sources, not the tests. A test that is removed, weakened or skipped does not count as passing, and holds the phase.',
  'The suite runs several times in a row: a test that passes only sometimes does not pass.',
];

/**
 * The task of a phase that improves the sources and keeps the tests green (REFACTOR).
 *
 * Rule 2.8.
 */
const describeRefactoring = (): readonly string[] => [
  'Improve the sources: names, duplication, structure, code that is hard to read. The behaviour of the program stays the same.',
  'Every test must still pass. Do not edit the tests to achieve that.',
  'When your improvements are done, say REFACTORING_COMPLETE: true in the status block. It counts only if the sources changed.',
  'When nothing is left to improve, change nothing, and say so with EXIT_SIGNAL: true.',
];

/**
 * The task of a phase whose new tests must fail (RED).
 *
 * Rule 2.5: a file that does not load is not RED, so stubs are asked for.
 */
const describeWritingTests = (facts: PromptFacts): readonly string[] => [
  'Write one or more tests for each acceptance criterion below.',
  ...(facts.criteria.some(({ id }) => id !== null) ? ["Put the id of the criterion into the test's name."] : []),
  'Every new test must fail, by an assertion. A test that already passes shows nothing.',
  'Every test file must load: write stubs for what the tests import (the function exists and returns a wrong value).',
  'Do not implement anything yet: the next phase does that.',
  'Tests that existed before must still pass.',
];
