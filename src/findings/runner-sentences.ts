/**
 * The sentences of findings about a test runner that ends without running a test.
 *
 * @module
 */

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
  'tests.ran_again': ({ why }: { readonly why: string }) =>
    `A test run measured nothing and was repeated: ${why}. The second test run counts.`,
} as const;
