/**
 * The languages that a fault can be put into, by the ending of a file's name.
 *
 * @module
 */

/** How a language other than JavaScript is read: roughly, by what its text looks like. */
export interface TextLanguage {
  /** What hides code: comments and strings. Replaced by blanks before anything is looked for. */
  readonly hidden: RegExp;
  /** Blocks by indentation, as in Python: a statement that is left out becomes `pass`. */
  readonly indented: boolean;
  readonly words: Readonly<Record<string, string>>;
  /** What a function gives back instead; `null` where types would forbid it. */
  readonly nothing: string | null;
  /** A condition, and how it is asked the other way round. */
  readonly condition: { readonly found: RegExp; readonly negated: (asked: string) => string };
  /** A line with one statement, by its end. */
  readonly statementEnds: RegExp;
}

const SLASHES = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`/g;
/** No lifetimes, which look like a character that never ends. */
const RUST_HIDDEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|b?r(#*)"[\s\S]*?"\1|b?"(?:[^"\\]|\\[\s\S])*"|b?'(?:[^'\\\n]|\\(?:u\{[^}]*\}|x..|.))'/g;
const HASHES = /#[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;
const PYTHON_HIDDEN = /#[^\n]*|("""|''')[\s\S]*?\1|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;

const BOOLEANS = { true: 'false', false: 'true' } as const;

const BRACES: TextLanguage = {
  hidden: SLASHES,
  indented: false,
  words: BOOLEANS,
  nothing: null,
  condition: { found: /^\s*(?:\}\s*else\s+)?if\s*\((.*)\)\s*\{?\s*$/, negated: (asked) => `!(${asked})` },
  statementEnds: /;\s*$/,
};

/** Without parentheses around a condition, and without a sign at the end of a statement. */
const BARE: TextLanguage = {
  ...BRACES,
  condition: { found: /^\s*(?:\}\s*else\s+)?if\s+([^;{]*\S)\s*\{\s*$/, negated: (asked) => `!(${asked})` },
};

const PYTHON: TextLanguage = {
  hidden: PYTHON_HIDDEN,
  indented: true,
  words: { True: 'False', False: 'True', and: 'or', or: 'and' },
  nothing: 'None',
  condition: { found: /^\s*(?:el)?if\s+(.*\S)\s*:\s*$/, negated: (asked) => `not (${asked})` },
  statementEnds: /[\w)\]'"]\s*$/,
};

const RUBY: TextLanguage = {
  hidden: HASHES,
  indented: false,
  words: { ...BOOLEANS, and: 'or', or: 'and' },
  nothing: 'nil',
  condition: { found: /^\s*(?:els)?if\s+(.*\S)\s*$/, negated: (asked) => `!(${asked})` },
  statementEnds: /[\w)\]'"?!]\s*$/,
};

const LANGUAGES: Readonly<Record<string, TextLanguage>> = {
  py: PYTHON,
  rb: RUBY,
  go: { ...BARE, statementEnds: /[\w)\]"]\s*$/ },
  rs: { ...BARE, hidden: RUST_HIDDEN },
  swift: { ...BARE, statementEnds: /[\w)\]"]\s*$/ },
  kt: { ...BRACES, statementEnds: /[\w)\]"]\s*$/ },
  php: { ...BRACES, nothing: 'null' },
  lua: { ...RUBY, hidden: /--[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g },
  ex: { ...RUBY, statementEnds: /$^/ },
  ...Object.fromEntries(
    ['java', 'c', 'h', 'cc', 'cpp', 'hpp', 'cs', 'dart', 'scala', 'm', 'zig'].map((ending) => [ending, BRACES]),
  ),
};

/** JavaScript or TypeScript, without what declares types only. */
const isScript = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path) && !/\.d\.[cm]?ts$/.test(path);

/** How faults are found in a file: by syntax, by the look of its text, or not at all (`null`). */
export const languageOf = (path: string): 'script' | TextLanguage | null => {
  if (isScript(path)) return 'script';
  const ending = /\.(\w+)$/.exec(path)?.[1] ?? '';
  return Object.hasOwn(LANGUAGES, ending) ? (LANGUAGES[ending] ?? null) : null;
};

/** For JavaScript that no parser of ours reads: dialects with types of their own. */
export const SCRIPT_AS_TEXT: TextLanguage = { ...BRACES, nothing: 'undefined' };
