/**
 * Findings about edits of test files that were frozen, or that were there before.
 *
 * @module
 */
import { showCount } from '../text/amounts.ts';

export interface Where {
  readonly path: string;
}

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
