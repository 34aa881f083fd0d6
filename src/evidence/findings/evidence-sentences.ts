/** The sentences of findings about edited tests, documents, runners and reviews; `findings.ts` has the others. */
import { showCount, showNumber } from '../../base/text/amounts.ts';
import type { Counts, Line, Lists, Texts, Where } from './mutation-sentences.ts';

const WAY_OUT = 'report BLOCKED: an operator can exit the phase with dualgate skip -m WHY';

export const REVIEW_SENTENCES = {
  'review.holds': ({ reviewer, why }: Texts<'reviewer' | 'why'>) =>
    `The review by ${reviewer} does not approve these sources${why === '' ? '' : `: ${why}`}. It is not asked again about the same sources. Fix what it names. If it is wrong, ${WAY_OUT}.`,
  'review.finding': ({ path, line, problem }: Texts<'path' | 'problem'> & { readonly line?: number }) =>
    `${path}${line === undefined ? '' : `:${line}`}: ${problem}`,
  'review.finding.more': ({ count }: Counts<'count'>) => `And ${showCount(count, 'more finding')} of the review.`,
  'review.no_verdict': ({ reviewer, why }: Texts<'reviewer' | 'why'>) =>
    `The review by ${reviewer} gave no verdict: ${why}. It is asked again after the next exit signal. If that does not help, ${WAY_OUT}.`,
  'review.not_asked': ({ why }: Texts<'why'>) => `The review was not asked: ${why}.`,
} as const;

export const RUNNER_SENTENCES = {
  'tests.no_test_ran': ({ why, lines, blame }: Texts<'why' | 'blame'> & Lists<'lines'>) =>
    `No test ran, in two test runs: ${why}. Undo what ends the runner (${blame}).${
      lines.length === 0 ? '' : ` Its last lines: ${lines.join(' | ')}`
    }`,
  'tests.untested_runner': ({ why }: Texts<'why'>) =>
    `${why}, and its report cannot be read. Report BLOCKED: an operator can change the version, or use runner: tap or junit with a reporter of the runner itself.`,
  'tests.ran_again': ({ why }: Texts<'why'>) =>
    `A test run measured nothing and was repeated: ${why}. The second test run counts.`,
  'tests.extended': ({ path, keys, tests }: Texts<'path'> & Counts<'tests'> & Lists<'keys'>) =>
    `${path} was extended: ${keys.join(', ')}. The results of ${showCount(tests, 'earlier test')} are the same with and without this.`,
  'tampering.extended': ({ path, why }: Texts<'path' | 'why'>) =>
    `${path} was changed after it was frozen: restore it. In this phase, such a file may be extended, but this change ${why}.`,
} as const;

// The sentences of findings about documents (rule 2.9); `findings.ts` has the others.

/** `kind`: '' if unknown. */
type DiagramFacts = Line & Texts<'kind' | 'reason'>;

const nameDiagram = ({ path, line, kind }: DiagramFacts): string =>
  `${path}:${line}: the diagram${kind === '' ? '' : ` (${kind})`}`;

export const DOCUMENT_SENTENCES = {
  'document.not_plain': ({ path, most }: Where & Counts<'most'>) =>
    `${path}: does not count as a document: it must be a regular file of at most ${showNumber(most)} bytes`,
  'document.part_of_diagram': ({ path }: Where) =>
    `${path}: only a part of a diagram: begin PlantUML with @startuml, and Structurizr DSL with a workspace`,
  'document.diagram_invalid': (facts: DiagramFacts) => `${nameDiagram(facts)} is not valid: ${facts.reason}`,
  'document.diagram_unchecked': (facts: DiagramFacts) => `${nameDiagram(facts)} could not be checked: ${facts.reason}`,
  'document.does_not_count': ({ path, lack }: Where & Texts<'lack'>) =>
    `${path}: does not count as a document: ${lack}`,
  'document.no_decision_record': ({ path, lacks }: Where & Lists<'lacks'>) =>
    `${path}: does not count as a decision record: it lacks ${lacks.join(', ')}`,
  'document.none_found': ({ what, wayOut }: Texts<'what' | 'wayOut'>) => `No ${what} was found: ${wayOut}.`,
  'document.nothing_earlier': () =>
    'docs_changed was not measured: the commit that the run began at has no files. Restore it.',
  'document.none_changed': ({ globs }: Lists<'globs'>) =>
    `This run changed no document: describe the change in a file that matches ${globs.join(', ')}.`,
  'document.says_nothing_new': ({ path, lacks }: Where & Lists<'lacks'>) =>
    `${path} was changed, but does not count: ${lacks.join('; ')}.`,
  'document.outside': ({ path, globs }: Where & Lists<'globs'>) =>
    `${path} was changed, but is not a document: documents.globs has ${globs.join(', ')}.`,
  'document.broken_link': ({ path, line, target, reason }: Line & Texts<'target' | 'reason'>) =>
    `${path}:${line}: the link ${target} is broken: ${reason}`,
  'document.broken_link.more': ({ count }: Counts<'count'>) =>
    `And ${showCount(count, 'more link')} ${count === 1 ? 'is' : 'are'} broken.`,
} as const;

export const EDIT_SENTENCES = {
  'tests.reopened': ({ path, test }: Where & Texts<'test'>) =>
    `The reopened test "${test}" was edited. It fails on the sources from before this phase, so ${path} is frozen again.`,
  'tests.reformatted': ({ path }: Where) => `${path} was reformatted: its syntax is as it was frozen.`,
  'tests.added': ({ path, count }: Where & Counts<'count'>) =>
    `${path} got ${showCount(count, 'new test')}: each frozen test is as it was.`,
  'tampering.longer': ({ path, why }: Where & Texts<'why'>) =>
    `${path} was changed after it was frozen: restore it. Put new tests in a new file: here, ${why}.`,
  'tampering.reopened': ({ path, why }: Where & Texts<'why'>) =>
    `${path}, in which an operator reopened a test, ${why}. Edit only that test, keep its name, and make it fail on the code from before this phase.`,
  'changes.counts': ({ test, because, what }: Texts<'test' | 'because'> & { readonly what: 'edited' | 'removed' }) =>
    what === 'edited'
      ? `The earlier test "${test}" was edited because of ${because}: it fails on the code from before, and counts as a new test.`
      : `The earlier test "${test}" was removed because of ${because}: a new test of ${because} fails in its place.`,
  'tampering.change_refused': ({ test, because, why }: Texts<'test' | 'because' | 'why'>) =>
    `"${test}" is named as changed because of ${because}, but ${why}. Change only the earlier tests that are named, or restore the test.`,
  'tampering.change_frozen': () =>
    'The message names a changed test, but integrity.existing_tests is frozen: restore the test. If the work needs the change, report BLOCKED: an operator can change the config.',
  'tampering.earlier': ({ path, why }: Where & Texts<'why'>) =>
    `${path} has earlier tests, and ${why}: restore it. New tests may stand beside them, or in a new file. If a criterion changes an earlier test, name it: CHANGES: file > test, because ID.`,
  'tampering.earlier_unknown': () =>
    'The sources from before the phase are not kept, so nobody can tell whether earlier tests are as they were. Report BLOCKED: an operator can start a new run.',
  'changes.offer': ({ test }: Texts<'test'>) =>
    `The test "${test}" passed before and does not now. If a criterion changes what it expects, add a line to your message: CHANGES: ${test}, because ID (the id of the criterion). Otherwise restore it.`,
  'changes.broken': ({ test }: Texts<'test'>) =>
    `The test "${test}" passed before and does not now, because of code that changed. Restore what it asks for. If a criterion changes that, edit the test so that it asks for the new answer, and add a line to your message: CHANGES: ${test}, because ID.`,
  'tests.contradiction': ({
    test,
    more,
    does,
    command,
  }: Texts<'test' | 'command'> & Counts<'more'> & { readonly does: keyof typeof NEW_EXPECTATION }) =>
    `Every new test passes, and only ${more === 0 ? 'one earlier test fails' : `${more + 1} earlier tests fail`}: an old test contradicts the new one, or the code breaks it. If "${test}" has to hold, correct the code. If the spec changes it, ${NEW_EXPECTATION[does]} (${command}).`,
} as const;

const NEW_EXPECTATION = {
  reopen: 'report BLOCKED: an operator can let this test be edited',
  snapshot: 'update its snapshot and report BLOCKED: an operator can accept that',
  edit: 'edit it and report BLOCKED: an operator can accept that',
} as const;
