/**
 * The sentences of findings about a test runner: an end without a test, and extended settings.
 *
 * @module
 */

import { showCount } from '../text/amounts.ts';

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
