/**
 * The sentences of findings about tests that could never pass later, once they are frozen.
 *
 * @module
 */

export interface Listed {
  readonly tests: readonly string[];
  readonly more: number;
}

export const TRAP_SENTENCES = {
  'tests.already_pass': ({ tests, more }: Listed) =>
    `New tests that already pass: ${listed({ tests, more })}. Make each fail at an assertion, or remove it.`,
  'tests.names_differ': ({ tests, more }: Listed) =>
    `Names of tests that differ from run to run: ${listed({ tests, more })}. Use no time and no random value in a name: names are frozen when this phase is exited.`,
  'tests.empty_snapshot': ({ path, line }: { readonly path: string; readonly line: number }) =>
    `${path}:${line}: the inline snapshot is empty, so the first test run that passes would write into the test file, which is frozen when this phase is exited. Write the expected value into it.`,
} as const;

const listed = ({ tests, more }: Listed): string =>
  `${tests.map((test) => `"${test}"`).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
