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
    `${path}, in which an operator reopened a test, ${why}. Edit only the lines of that test, keep its name, and make it fail on the code from before this phase.`,
} as const;
