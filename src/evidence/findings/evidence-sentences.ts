/** The sentences of findings about edited tests, documents, runners and reviews; `findings.ts` has the others. */
import { showCount, showNumber } from '../../base/text/amounts.ts';

const WAY_OUT = 'report BLOCKED: an operator can exit the phase with dualgate skip -m WHY';

/** The sentences of the independent review. */
export const REVIEW_SENTENCES = {
  'review.holds': ({ reviewer, why }: { readonly reviewer: string; readonly why: string }) =>
    `The review by ${reviewer} does not approve these sources${why === '' ? '' : `: ${why}`}. It is not asked again about the same sources. Fix what it names. If it is wrong, ${WAY_OUT}.`,
  'review.finding': ({
    path,
    line,
    problem,
  }: {
    readonly path: string;
    readonly line?: number;
    readonly problem: string;
  }) => `${path}${line === undefined ? '' : `:${line}`}: ${problem}`,
  'review.finding.more': ({ count }: { readonly count: number }) =>
    `And ${showCount(count, 'more finding')} of the review.`,
  'review.no_verdict': ({ reviewer, why }: { readonly reviewer: string; readonly why: string }) =>
    `The review by ${reviewer} gave no verdict: ${why}. It is asked again after the next exit signal. If that does not help, ${WAY_OUT}.`,
  'review.not_asked': ({ why }: { readonly why: string }) => `The review was not asked: ${why}.`,
} as const;

/** The sentences of findings about a test runner: an end without a test, and extended settings. */
export const RUNNER_SENTENCES = {
  'tests.no_test_ran': ({
    why,
    lines,
    blame,
  }: {
    readonly why: string;
    readonly lines: readonly string[];
    readonly blame: string;
  }) =>
    `No test ran, in two test runs: ${why}. Undo what ends the runner (${blame}).${
      lines.length === 0 ? '' : ` Its last lines: ${lines.join(' | ')}`
    }`,
  'tests.untested_runner': ({ why }: { readonly why: string }) =>
    `${why}, and its report cannot be read. Report BLOCKED: an operator can change the version, or use runner: tap or junit with a reporter of the runner itself.`,
  'tests.ran_again': ({ why }: { readonly why: string }) =>
    `A test run measured nothing and was repeated: ${why}. The second test run counts.`,
  'tests.extended': ({
    path,
    keys,
    tests,
  }: {
    readonly path: string;
    readonly keys: readonly string[];
    readonly tests: number;
  }) =>
    `${path} was extended: ${keys.join(', ')}. The results of ${showCount(tests, 'earlier test')} are the same with and without this.`,
  'tampering.extended': ({ path, why }: { readonly path: string; readonly why: string }) =>
    `${path} was changed after it was frozen: restore it. In this phase, such a file may be extended, but this change ${why}.`,
} as const;

// The sentences of findings about documents (rule 2.9); `findings.ts` has the others.

export interface Where {
  readonly path: string;
}

export interface Line extends Where {
  readonly line: number;
}

export interface DiagramFacts extends Line {
  /** '' if unknown. */
  readonly kind: string;
  readonly reason: string;
}

const nameDiagram = ({ path, line, kind }: DiagramFacts): string =>
  `${path}:${line}: the diagram${kind === '' ? '' : ` (${kind})`}`;

export const DOCUMENT_SENTENCES = {
  'document.not_plain': ({ path, most }: Where & { readonly most: number }) =>
    `${path}: does not count as a document: it must be a regular file of at most ${showNumber(most)} bytes`,
  'document.part_of_diagram': ({ path }: Where) =>
    `${path}: only a part of a diagram: begin PlantUML with @startuml, and Structurizr DSL with a workspace`,
  'document.diagram_invalid': (facts: DiagramFacts) => `${nameDiagram(facts)} is not valid: ${facts.reason}`,
  'document.diagram_unchecked': (facts: DiagramFacts) => `${nameDiagram(facts)} could not be checked: ${facts.reason}`,
  'document.does_not_count': ({ path, lack }: Where & { readonly lack: string }) =>
    `${path}: does not count as a document: ${lack}`,
  'document.no_decision_record': ({ path, lacks }: Where & { readonly lacks: readonly string[] }) =>
    `${path}: does not count as a decision record: it lacks ${lacks.join(', ')}`,
  'document.none_found': ({ what, wayOut }: { readonly what: string; readonly wayOut: string }) =>
    `No ${what} was found: ${wayOut}.`,
  'document.nothing_earlier': () =>
    'docs_changed was not measured: the commit that the run began at has no files. Restore it.',
  'document.none_changed': ({ globs }: { readonly globs: readonly string[] }) =>
    `This run changed no document: describe the change in a file that matches ${globs.join(', ')}.`,
  'document.says_nothing_new': ({ path, lacks }: Where & { readonly lacks: readonly string[] }) =>
    `${path} was changed, but does not count: ${lacks.join('; ')}.`,
  'document.outside': ({ path, globs }: Where & { readonly globs: readonly string[] }) =>
    `${path} was changed, but is not a document: documents.globs has ${globs.join(', ')}.`,
  'document.broken_link': ({
    path,
    line,
    target,
    reason,
  }: Line & { readonly target: string; readonly reason: string }) =>
    `${path}:${line}: the link ${target} is broken: ${reason}`,
  'document.broken_link.more': ({ count }: { readonly count: number }) =>
    `And ${showCount(count, 'more link')} ${count === 1 ? 'is' : 'are'} broken.`,
} as const;

export const EDIT_SENTENCES = {
  'tests.reopened': ({ path, test }: Where & { readonly test: string }) =>
    `The reopened test "${test}" was edited. It fails on the sources from before this phase, so ${path} is frozen again.`,
  'tests.reformatted': ({ path }: Where) => `${path} was reformatted: its syntax is as it was frozen.`,
  'tests.added': ({ path, count }: Where & { readonly count: number }) =>
    `${path} got ${showCount(count, 'new test')}: each frozen test is as it was.`,
  'tampering.longer': ({ path, why }: Where & { readonly why: string }) =>
    `${path} was changed after it was frozen: restore it. Put new tests in a new file: here, ${why}.`,
  'tampering.reopened': ({ path, why }: Where & { readonly why: string }) =>
    `${path}, in which an operator reopened a test, ${why}. Edit only that test, keep its name, and make it fail on the code from before this phase.`,
  'changes.counts': ({
    test,
    because,
    what,
  }: {
    readonly test: string;
    readonly because: string;
    readonly what: 'edited' | 'removed';
  }) =>
    what === 'edited'
      ? `The earlier test "${test}" was edited because of ${because}: it fails on the code from before, and counts as a new test.`
      : `The earlier test "${test}" was removed because of ${because}: a new test of ${because} fails in its place.`,
  'tampering.change_refused': ({
    test,
    because,
    why,
  }: {
    readonly test: string;
    readonly because: string;
    readonly why: string;
  }) =>
    `"${test}" is named as changed because of ${because}, but ${why}. Change only the earlier tests that are named, or restore the test.`,
  'tampering.change_frozen': () =>
    'The message names a changed test, but integrity.existing_tests is frozen: restore the test. If the work needs the change, report BLOCKED: an operator can change the config.',
  'tampering.earlier': ({ path, why }: Where & { readonly why: string }) =>
    `${path} has earlier tests, and ${why}: restore it. New tests may stand beside them, or in a new file. If a criterion changes an earlier test, name it: CHANGES: file > test, because ID.`,
  'tampering.earlier_unknown': () =>
    'The sources from before the phase are not kept, so nobody can tell whether earlier tests are as they were. Report BLOCKED: an operator can start a new run.',
  'changes.offer': ({ test }: { readonly test: string }) =>
    `The test "${test}" passed before and does not now. If a criterion changes what it expects, add a line to your message: CHANGES: ${test}, because ID (the id of the criterion). Otherwise restore it.`,
  'changes.broken': ({ test }: { readonly test: string }) =>
    `The test "${test}" passed before and does not now, because of code that changed. Restore what it asks for. If a criterion changes that, edit the test so that it asks for the new answer, and add a line to your message: CHANGES: ${test}, because ID.`,
  'tests.contradiction': ({
    test,
    more,
    does,
    command,
  }: {
    readonly test: string;
    readonly more: number;
    /** The way to a new expectation. */
    readonly does: keyof typeof NEW_EXPECTATION;
    readonly command: string;
  }) =>
    `Every new test passes, and only ${more === 0 ? 'one earlier test fails' : `${more + 1} earlier tests fail`}: an old test contradicts the new one, or the code breaks it. If "${test}" has to hold, correct the code. If the spec changes it, ${NEW_EXPECTATION[does]} (${command}).`,
} as const;

const NEW_EXPECTATION = {
  reopen: 'report BLOCKED: an operator can let this test be edited',
  snapshot: 'update its snapshot and report BLOCKED: an operator can accept that',
  edit: 'edit it and report BLOCKED: an operator can accept that',
} as const;
