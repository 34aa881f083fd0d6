/**
 * Helpers that assert by an error of their own, with no library of tests: in a test file without any other assertion, a
 * module whose function gets what the code under test returns, and throws. Found by words; nothing is run.
 *
 * @module
 */
import { extname } from 'node:path/posix';
import { escapePattern } from '../../text/escape-pattern.ts';

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

/**
 * @param test - the text of a test file
 * @param resolve - the source that the words of an import name
 * @param textOf - of a source
 */
export const findAsserting = (
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
