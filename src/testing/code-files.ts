/**
 * The names of a file that may be written in any flavour of JavaScript or TypeScript, and of files of variables.
 *
 * @module
 */

/** Endings of code. */
const CODE = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'] as const;

/** @param endings - without dots. @default those of code */
export const withEndings = (names: readonly string[], endings: readonly string[] = CODE): readonly string[] =>
  names.flatMap((name) => endings.map((ending) => `${name}.${ending}`));

/** Variables for a program. */
export const ENV_FILES: readonly string[] = ['.env', '.env.test', '.env.test.local'];
