/**
 * Code that frozen tests load and that reaches back to them: it uses a library of tests, names a test file, is equal to
 * anything, or declares a word of the language anew. A module that used such a library when the tests were frozen is a helper, and frozen too.
 *
 * @module
 */
import { basename, dirname } from 'node:path/posix';
import type { Freeze } from '../freeze.ts';
import type { ReadSource } from '../named-files.ts';
import { findLoaded, isGoCode, usesTestLibrary } from './test-helpers.ts';
import { escapePattern } from '../../text/escape-pattern.ts';

/** Go lets a package declare them again. */
const PREDECLARED =
  /^(?:var|const|func|type)\s+(?:nil|true|false|iota|len|cap|append|copy|delete|make|new|panic|recover|error|string|bool|int\d*|float\d*|byte|rune|any)\b/m;

/** In Python, no assertion that compares with such an object can fail. */
const EQUAL_TO_ANYTHING = /^\s*def\s+__eq__\s*\([^)]*\)[^:\n]*:\s*return\s+True\b/m;

interface ReachingCode {
  readonly path: string;
  /** The rest of a sentence that begins with the path. */
  readonly why: string;
}

/**
 * In the order in which it is found.
 *
 * @param tests - the frozen test files, relative to the workspace
 */
export const findReachingCode = async (
  tests: readonly string[],
  sources: ReadonlySet<string>,
  frozen: Freeze,
  read: ReadSource,
): Promise<readonly ReachingCode[]> => {
  const namesTest = new RegExp(
    `["'\`](?:[^"'\`\\n]*/)?(?:${tests.map((path) => escapePattern(basename(path))).join('|')})["'\`]`,
  );
  const reaching: ReachingCode[] = [];
  for (const [path, text] of await findLoaded(tests, sources, read)) {
    if (Object.hasOwn(frozen, path)) continue;
    const what = whatReaches(path, text) ?? (namesTest.test(text) ? 'names a frozen test file' : null);
    if (what !== null) reaching.push({ path, why: `is loaded by frozen tests, and now ${what}: remove that` });
  }
  const homes = new Set(tests.filter(isGoTest).map(dirname));
  for (const path of sources) {
    if (!isGoTest(path) || !homes.has(dirname(path)) || tests.includes(path) || Object.hasOwn(frozen, path)) continue;
    const [, what] = RUNS_FIRST.exec(await read(path)) ?? [];
    if (what !== undefined)
      reaching.push({ path, why: `runs before the frozen tests of its package (${what}): remove that` });
  }
  return reaching;
};

const isGoTest = (path: string): boolean => path.endsWith('_test.go');
/** In a test file of Go, which is built into one program with the frozen ones. */
const RUNS_FIRST = /^func\s+(init|TestMain)\s*\(/m;

const whatReaches = (path: string, text: string): string | null => {
  if (usesTestLibrary(path, text)) return 'uses a library of tests';
  if (path.endsWith('.py') && EQUAL_TO_ANYTHING.test(text)) return 'declares an object that is equal to anything';
  return isGoCode(path) && PREDECLARED.test(text) ? 'declares a word of the language anew' : null;
};
