/** Files that are certainly helpers of tests. Any other import may be the code under test. Found by words. */
import { extname, dirname, join, normalize } from 'node:path/posix';
import { escapePattern } from '../../../base/text/quote-text.ts';
import { askRunners } from '../../../runners/runners.ts';
import { findImported, type ReadSource } from '../named-files.ts';
import { isNamedLikeTest } from '../freeze.ts';

// A helper that asserts by an error of its own: its function gets what the code under test returns, and throws.

/** Names that a file imports by one statement, and the words that name the module. */
interface Imported {
  readonly names: readonly string[];
  readonly module: string;
}

const SCRIPT_IMPORTS = [
  /\bimport\s+(?:type\s+)?([\w$]+\s*,\s*)?\{([^}]*)\}\s*from\s*["'](\.[^"'\n]+)["']/g,
  /\bimport\s+(?:\*\s*as\s+)?([\w$]+)()\s+from\s*["'](\.[^"'\n]+)["']/g,
  /\b(?:const|let|var)\s+([\w$]+)?(?:\{([^}]*)\})?\s*=\s*(?:await\s+import|require)\s*\(\s*["'](\.[^"'\n]+)["']/g,
];
const PYTHON_IMPORTS = /^from\s+()([\w.]+)\s+import\s+([\w, ]+)/gm;

/** Assertions from outside of the project. */
const ASSERTS = {
  script: /\b(?:assert|expect|should|chai|rejects|throws?)\b|\bt\.\w+\(/,
  python: /^\s*(?:assert|raise)\b|\b(?:pytest|unittest|self\.assert\w*)\b/m,
};
const THROWS = { script: /\bthrow\b|\bprocess\.exit\b|\bassert\b/, python: /^\s*(?:raise|assert)\b/m };

/** @param test - the text of a test file @param resolve - the source that the words of an import name */
const findAsserting = (
  path: string,
  test: string,
  resolve: (module: string) => string | undefined,
  textOf: (path: string) => string,
): readonly string[] => {
  const language = extname(path) === '.py' ? 'python' : 'script';
  const imports = readImports(test, language);
  const local = imports.flatMap(({ names }) => names);
  const rest = local.reduce(
    (text, name) => text.replaceAll(new RegExp(String.raw`\b${escapePattern(name)}\b`, 'g'), ''),
    test,
  );
  if (ASSERTS[language].test(rest)) return [];
  return imports.flatMap(({ names, module }) => {
    const helper = resolve(module);
    const others = imports.filter((each) => each.module !== module).flatMap((each) => each.names);
    if (helper === undefined || others.length === 0 || !THROWS[language].test(textOf(helper))) return [];
    const judges = new RegExp(
      String.raw`(?:^|[;{}]|=>)[ \t]*(?:return\s+|await\s+)?(?:${names.map(escapePattern).join('|')})(?:\.\w+)?\(\s*(?:await\s+)?(?:${others.map(escapePattern).join('|')})(?:\.\w+)?\(`,
      'm',
    );
    return judges.test(test) ? [helper] : [];
  });
};

const readImports = (text: string, language: keyof typeof ASSERTS): readonly Imported[] =>
  language === 'python'
    ? [...text.matchAll(PYTHON_IMPORTS)].map(([, , module = '', names = '']) => ({ module, names: namesOf(names) }))
    : SCRIPT_IMPORTS.flatMap((pattern) =>
        [...text.matchAll(pattern)].map(([, own = '', names = '', module = '']) => ({
          module,
          names: namesOf(`${own},${names}`),
        })),
      ).filter(({ names }) => names.length > 0);

/** By the names that they have here. */
const namesOf = (list: string): readonly string[] =>
  list
    .split(',')
    .map(
      (each) =>
        each
          .trim()
          .split(/\s+as\s+|\s*:\s*/)
          .at(-1) ?? '',
    )
    .filter((name) => /^[\w$]+$/.test(name));

const IMPORTS_LIBRARY = new RegExp(
  `(?:\\bfrom\\s*|\\bimport\\s*\\(?\\s*|\\brequire\\s*\\(\\s*)["'](?:${askRunners(({ tests }) => tests?.modules?.script).join('|')})["']`,
);
const USES_GLOBAL = new RegExp(askRunners(({ tests }) => tests?.globals).join('|'));
/** Code that does not exist when the program runs does not count. */
const TYPES = /\bimport\s+type\b[^;"']*from\s*["'][^"']*["']/g;
/** Tests inside of a source, which are frozen by themselves. */
const BLOCKS = new RegExp(askRunners(({ tests }) => tests?.inside?.roughly).join('|'), 'gm');
/** Production code asserts, too; but it does not re-export assertions. */
const HANDS_ON_ASSERTIONS =
  /\bexport\s*(?:\*(?:\s*as\s+\w+)?|\{[^}]*\})\s*from\s*["'](?:node:)?assert(?:\/strict)?["']|\bexports(?:\.\w+)?\s*=\s*require\s*\(\s*["'](?:node:)?assert(?:\/strict)?["']/;
const IMPORTS_IN_PYTHON = new RegExp(
  `^\\s*(?:import|from)\\s+(?:${askRunners(({ tests }) => tests?.modules?.python).join('|')})\\b`,
  'm',
);
const PYTHON_IMPORT_LINES = /^\s*(?:from\s+(\.*[\w.]*)\s+import\s+([\w, ]+)|import\s+([\w., ]+))/gm;

const IMPORTS_IN_GO = new RegExp(
  `^\\s*(?:import\\s+)?(?:[\\w.]+\\s+)?"(?:${askRunners(({ tests }) => tests?.modules?.golang).join('|')})"`,
  'm',
);

/** Whether a file is Go that is built into a program, and not into its tests alone. */
export const isGoCode = (path: string): boolean => path.endsWith('.go') && !isNamedLikeTest(path);

/** In the order in which they are found. */
export const findTestHelpers = async (
  tests: readonly string[],
  sources: ReadonlySet<string>,
  read: ReadSource,
): Promise<readonly string[]> => {
  const loaded = await findLoaded(tests, sources, read);
  const textOf = (path: string): string => loaded.get(path) ?? '';
  const asserting = new Set(
    tests.flatMap((test) =>
      findAsserting(test, textOf(test), (module) => resolveModule(test, module, sources), textOf),
    ),
  );
  return [...loaded].flatMap(([path, text]) =>
    !tests.includes(path) && (isHelper(path, text) || asserting.has(path)) ? [path] : [],
  );
};

const resolveModule = (from: string, module: string, sources: ReadonlySet<string>): string | undefined =>
  findImportsOf(from, from.endsWith('.py') ? `import ${module}` : `import '${module}'`, sources)[0];

/** The sources that the tests load, directly or through others, each with its text; the tests come first. */
export const findLoaded = async (
  tests: readonly string[],
  sources: ReadonlySet<string>,
  read: ReadSource,
): Promise<ReadonlyMap<string, string>> => {
  const loaded = new Map<string, string>();
  const seen = new Set(tests);
  const waiting = tests.filter((path) => sources.has(path));
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const text = await read(path);
    loaded.set(path, text);
    for (const each of findImportsOf(path, text, sources)) {
      if (seen.has(each)) continue;
      seen.add(each);
      waiting.push(each);
    }
  }
  return loaded;
};

/** Whether it imports a library of tests, in the language of its ending, or uses assertions that are global. */
export const usesTestLibrary = (path: string, text: string): boolean => {
  if (extname(path) === '.py') return IMPORTS_IN_PYTHON.test(text);
  if (extname(path) === '.go') return isGoCode(path) && IMPORTS_IN_GO.test(text);
  return (
    IMPORTS_LIBRARY.test(text.replaceAll(TYPES, '')) ||
    (SCRIPT.test(path) && USES_GLOBAL.test(text.replaceAll(BLOCKS, '')))
  );
};

const isHelper = (path: string, text: string): boolean =>
  usesTestLibrary(path, text) || (SCRIPT.test(path) && HANDS_ON_ASSERTIONS.test(text));

const SCRIPT = /\.[cm]?[jt]sx?$/;

/** The sources that a file imports, in the language of its ending. */
export const findImportsOf = (path: string, text: string, sources: ReadonlySet<string>): readonly string[] => {
  if (SCRIPT.test(path)) return findImported(path, text, sources);
  if (extname(path) === '.go') return findGoImports(path, text, sources);
  return extname(path) === '.py' ? findPythonImports(path, text, sources) : [];
};

/** The code of its own package, and of packages whose path ends with a folder of the sources. */
const findGoImports = (path: string, text: string, sources: ReadonlySet<string>): readonly string[] => {
  const named = [...text.matchAll(/"([\w.~/-]+)"/g)].map(([, name = '']) => name);
  const isOf = (folder: string): boolean =>
    folder === dirname(path) || (folder !== '.' && named.some((name) => name.endsWith(`/${folder}`)));
  return [...sources].filter((source) => isGoCode(source) && isOf(dirname(source)));
};

/** Searched from the workspace, and from the folder of the importing file. */
const findPythonImports = (path: string, text: string, sources: ReadonlySet<string>): readonly string[] => {
  const modules = [...text.matchAll(PYTHON_IMPORT_LINES)].flatMap(([, from, names = '', plain = '']) =>
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
