/** The names of a file that may be written in any flavour of JavaScript or TypeScript, and of files of variables. */

/** Endings of code. */
const CODE = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'] as const;

/** @param endings - without dots. @default those of code */
export const withEndings = (names: readonly string[], endings: readonly string[] = CODE): readonly string[] =>
  names.flatMap((name) => endings.map((ending) => `${name}.${ending}`));

/** `vite.config.*` for a name that is there with each ending of code. */
export const joinEndings = (names: readonly string[]): readonly string[] => {
  const stemOf = (name: string): string => name.replace(/\.[cm]?[jt]s$/, '');
  const isWhole = (stem: string): boolean => withEndings([stem]).every((name) => names.includes(name));
  return [...new Set(names.map((name) => (isWhole(stemOf(name)) ? `${stemOf(name)}.*` : name)))];
};

/** Variables for a program. */
export const ENV_FILES: readonly string[] = ['.env', '.env.test', '.env.test.local'];
