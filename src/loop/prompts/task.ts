/** The agent's task in a phase. */
import { namesIn } from '../../../gates/conditions/lex-condition.ts';
import { parseCondition } from '../../../gates/conditions/parse-condition.ts';
import type { Phase } from '../../../gates/phase.ts';
import { isMarkedGuard } from '../../evidence/criteria.ts';
import { type PromptFacts, oneLine } from './prompt-parts.ts';
import { showCount } from '../../base/text/amounts.ts';

export const describeTask = (facts: PromptFacts): readonly string[] => {
  if (facts.phase.tests === 'must_fail') return describeWritingTests(facts);
  const asked = [
    ...(asksForRefactoring(facts.phase) ? describeRefactoring() : []),
    ...(asksFor(facts.phase, 'docs_generated') || asksFor(facts.phase, 'docs_changed')
      ? describeDocumenting(facts)
      : []),
  ];
  if (asked.length > 0) return asked;
  if (asksFor(facts.phase, 'consecutive_green_runs')) return describeMakingTestsPass();
  return ['Do the work that the purpose of this phase names. Every test must pass when you are done.'];
};

/** Whether the agent's REFACTORING_COMPLETE can matter in this phase (rule 2.8). */
export const asksForRefactoring = (phase: Phase): boolean => asksFor(phase, 'refactoring_complete');

// A gate that is a function has no metrics to look at.
const asksFor = ({ gate_1: { condition } }: Phase, metric: string): boolean =>
  typeof condition === 'string' && namesIn(parseCondition(condition)).includes(metric);

/** A phase that asks for documents (DOCUMENT), rule 2.9. */
const describeDocumenting = (facts: PromptFacts): readonly string[] => {
  const asks = (...metrics: readonly string[]) => metrics.some((metric) => asksFor(facts.phase, metric));
  const globs = oneLine(facts.documentsGlobs.join(', '));
  return [
    ...(asks('docs_generated')
      ? [
          `Write at least ${showCount(facts.requiredDocs, 'Markdown document')} about what was built. Save each under a path that matches one of these patterns: ${globs}`,
        ]
      : []),
    ...(asks('docs_changed')
      ? [
          `Describe in a document what this run built: extend one that exists, or write a new one. It is the README or CHANGELOG of the changed code, a comment that documents a changed function, or a file that matches one of these patterns: ${globs}`,
          'Write at least 10 new words of prose. Name what changed: a function, an option or a file, and no id of a criterion.',
        ]
      : []),
    ...(asks('has_adr')
      ? [
          'Make one of them an architecture decision record (ADR): in a folder named `adr` or `decisions`, with text below each of the headings Status, Context, Decision and Consequences. An unfilled template does not count.',
        ]
      : []),
    ...(asks('has_c4_diagrams')
      ? [
          'Draw at least one C4 diagram in Mermaid (a ```mermaid block with C4Context, C4Container or C4Component). Declare its elements, and draw relations between them. Structurizr DSL and C4-PlantUML are also accepted.',
        ]
      : []),
    ...(asks('all_diagrams_valid')
      ? [
          "Every diagram must be valid. Mermaid's own parser checks Mermaid diagrams. PlantUML diagrams other than C4 cannot be checked, and count as invalid.",
        ]
      : []),
    'Every test must still pass.',
  ];
};

/** A phase that makes the tests pass (GREEN), rules 1.3 and 1.4. */
const describeMakingTestsPass = (): readonly string[] => [
  'Implement what the tests require until every test passes. A single failing test holds the phase.',
  'Change the sources, not the tests. A test that is removed, weakened or skipped does not count as passing, and holds the phase.',
  'dualgate runs the suite several times in a row. Every test must pass in every run.',
];

/** A phase that improves the sources and keeps the tests green (REFACTOR), rule 2.8. */
const describeRefactoring = (): readonly string[] => [
  'Improve the sources: names, duplication, structure, code that is hard to read. Do not change the behaviour of the program.',
  'Every test must still pass. Do not edit tests to make them pass.',
  'When your improvements are done, report REFACTORING_COMPLETE: true with your exit signal. It counts only if the sources changed during this phase.',
  'If there is nothing to improve, change nothing, and signal that this phase is finished.',
];

/** For a criterion that already holds (RED), rule 2.14. Only a mutation check can show the agent's own guards. */
const describeGuards = ({ criteria, mayGuard, signalCommand }: PromptFacts): readonly string[] => {
  const needsOne = 'At least one criterion must not hold yet.';
  if (mayGuard)
    return [
      `If a criterion already holds, its test may pass: name the criterion with a reason in ${signalCommand ? 'the reason of the signal command or in ' : ''}your message, as in \`GUARD: AC-2 why\`. A mutant of the code must make that test fail later. ${needsOne}`,
    ];
  return criteria.some(({ text }) => isMarkedGuard(text))
    ? [`A test of a criterion with the mark (guard) or (regression) may pass. ${needsOne}`]
    : [];
};

/** A phase whose new tests must fail (RED), rule 2.5: a file that does not load is not RED, so stubs are required. */
const describeWritingTests = (facts: PromptFacts): readonly string[] => [
  'Write at least one test for each acceptance criterion below.',
  ...(facts.criteria.some(({ id }) => id !== null) ? ['Put the id of the criterion in the name of its test.'] : []),
  'Every new test must fail because the code is missing. A new test that already passes, or that fails by an error of its own (a name that nothing declares), holds the phase.',
  ...describeGuards(facts),
  'Every test file must load. Write a stub for each function that the tests import: it exists and returns a wrong value.',
  'Do not implement anything else yet: that is the work of the next phase.',
  'Tests that passed before this run must still pass.',
  ...(facts.mayChange === true
    ? [
        'If a criterion changes what one of them expects, edit only that test and keep its name, or replace it by a new one. Then add a line to your message: `CHANGES: <file> > <test>, because <id of the criterion>`.',
      ]
    : []),
];
