/**
 * The task of a phase whose new tests must fail (RED).
 *
 * @module
 */
import type { PromptFacts } from './prompt-facts.ts';

/** RULES 2.5: a file that does not load is not RED, so stubs are asked for. */
export const describeWritingTests = (facts: PromptFacts): readonly string[] => [
  'Write one or more tests for each acceptance criterion below.',
  ...(facts.criteria.some(({ id }) => id !== null) ? ["Put the id of the criterion into the test's name."] : []),
  'Every new test must fail, by an assertion. A test that passes already shows nothing.',
  'Every test file must load: write stubs for what the tests import (the function is there and returns a wrong value).',
  'Do not implement anything yet: that is the next phase.',
  'Tests that were there before must go on passing.',
];
