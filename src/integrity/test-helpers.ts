/**
 * Files that tests import from outside of the test files, and that are certainly helpers of tests: they import a test
 * library, or re-export the assertions of Node. Any other import may be the very code under test, which an agent has
 * to be able to write. Found by reading words; nothing is run.
 *
 * @module
 */
import { dirname, extname, join, normalize } from 'node:path/posix';
import { askRunners } from '../testing/ask-runners.ts';
import { findImported, type ReadSource } from './named-files.ts';

const IMPORTS_LIBRARY = new RegExp(
  `(?:\\bfrom\\s*|\\bimport\\s*\\(?\\s*|\\brequire\\s*\\(\\s*)["'](?:${askRunners(({ tests }) => tests?.modules?.script).join('|')})["']`,
);
/** Code that does not exist when the program runs does not count. */
const TYPES = /\bimport\s+type\b[^;"']*from\s*["'][^"']*["']/g;
/** Production code asserts, too; but it does not re-export assertions. */
const HANDS_ON_ASSERTIONS =
  /\bexport\s*(?:\*(?:\s*as\s+\w+)?|\{[^}]*\})\s*from\s*["'](?:node:)?assert(?:\/strict)?["']|\bexports(?:\.\w+)?\s*=\s*require\s*\(\s*["'](?:node:)?assert(?:\/strict)?["']/;
const IMPORTS_IN_PYTHON = new RegExp(
  `^\\s*(?:import|from)\\s+(?:${askRunners(({ tests }) => tests?.modules?.python).join('|')})\\b`,
  'm',
);
const PYTHON_IMPORTS = /^\s*(?:from\s+(\.*[\w.]*)\s+import\s+([\w, ]+)|import\s+([\w., ]+))/gm;

/**
 * The helpers among the sources, in the order in which they are found.
 *
 * @param tests files of tests, relative to the workspace
 */
export const findTestHelpers = async (
  tests: readonly string[],
  sources: ReadonlySet<string>,
  read: ReadSource,
): Promise<readonly string[]> => {
  const seen = new Set(tests);
  const helpers: string[] = [];
  const waiting = tests.filter((path) => sources.has(path));
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const text = await read(path);
    if (!tests.includes(path) && isHelper(path, text)) helpers.push(path);
    for (const each of importsOf(path, text, sources)) {
      if (seen.has(each)) continue;
      seen.add(each);
      waiting.push(each);
    }
  }
  return helpers;
};

const isHelper = (path: string, text: string): boolean =>
  extname(path) === '.py'
    ? IMPORTS_IN_PYTHON.test(text)
    : IMPORTS_LIBRARY.test(text.replaceAll(TYPES, '')) || HANDS_ON_ASSERTIONS.test(text);

const importsOf = (path: string, text: string, sources: ReadonlySet<string>): readonly string[] => {
  if (/^\.[cm]?[jt]sx?$/.test(extname(path))) return findImported(path, text, sources);
  return extname(path) === '.py' ? findPythonImports(path, text, sources) : [];
};

/** Searched from the workspace, and from the folder of the importing file. */
const findPythonImports = (path: string, text: string, sources: ReadonlySet<string>): readonly string[] => {
  const modules = [...text.matchAll(PYTHON_IMPORTS)].flatMap(([, from, names = '', plain = '']) =>
    from === undefined
      ? split(plain)
      : [from, ...split(names).map((name) => (from.endsWith('.') ? `${from}${name}` : `${from}.${name}`))],
  );
  return modules.flatMap((module) => {
    const [, dots = '', rest = ''] = /^(\.*)(.*)$/.exec(module) ?? [];
    const up = '../'.repeat(Math.max(0, dots.length - 1));
    const places = [...(dots === '' ? ['.'] : []), join(dirname(path), up)];
    const names = places.map((place) => normalize(join(place, rest.replaceAll('.', '/'))));
    return names.flatMap((name) => [`${name}.py`, `${name}/__init__.py`]).filter((name) => sources.has(name));
  });
};

const split = (words: string): readonly string[] =>
  words
    .split(',')
    .map((word) => word.trim().split(/\s/)[0] ?? '')
    .filter((word) => word !== '');
