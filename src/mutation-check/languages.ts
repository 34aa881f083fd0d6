/**
 * The languages that can have mutants, by the extension of a file's name.
 *
 * @module
 */

import { GO_IDIOMS, type Idiom, RUBY_IDIOMS, RUST_IDIOMS } from './idioms.ts';
import {
  goSignature,
  javaSignature,
  pythonSignature,
  rubySignature,
  rustSignature,
  type SignatureForm,
} from './signature.ts';

/** A language other than JavaScript is read roughly, by patterns in its text. */
export interface TextLanguage {
  /** Hides comments and strings: replaced by spaces before any search. */
  readonly hidden: RegExp;
  /** Blocks by indentation, as in Python: a removed statement becomes `pass`. */
  readonly indented: boolean;
  readonly words: Readonly<Record<string, string>>;
  /** The value that a function returns instead; `null` where types would forbid it. */
  readonly nothing: string | null;
  /** A condition, and its negation. */
  readonly condition: { readonly found: RegExp; readonly negated: (asked: string) => string };
  /** A line with one statement, by its end. */
  readonly statementEnds: RegExp;
  /** In place of loops and conditions. @default none */
  readonly idioms?: readonly Idiom[];
  /** A statement that fails in any function. @default none is known */
  readonly fails?: string;
  /** How a function begins; `null` where it is not read. */
  readonly signature: SignatureForm | null;
}

const SLASHES = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`/g;
/** No lifetimes, which look like an unterminated character. */
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
  signature: null,
};

/** Without parentheses around a condition, and without a terminator of a statement. */
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
  fails: "raise Exception('dualgate')",
  signature: pythonSignature,
};

const RUBY: TextLanguage = {
  hidden: HASHES,
  indented: false,
  words: { ...BOOLEANS, and: 'or', or: 'and' },
  nothing: 'nil',
  condition: { found: /^\s*(?:els)?if\s+(.*\S)\s*$/, negated: (asked) => `!(${asked})` },
  statementEnds: /[\w)\]'"?!]\s*$/,
  fails: "raise 'dualgate'",
  idioms: RUBY_IDIOMS,
  signature: rubySignature,
};

const LANGUAGES: Readonly<Record<string, TextLanguage>> = {
  py: PYTHON,
  rb: RUBY,
  go: { ...BARE, statementEnds: /[\w)\]"]\s*$/, fails: 'panic("dualgate")', idioms: GO_IDIOMS, signature: goSignature },
  rs: { ...BARE, hidden: RUST_HIDDEN, fails: 'panic!("dualgate");', idioms: RUST_IDIOMS, signature: rustSignature },
  java: { ...BRACES, fails: 'if (true) throw new RuntimeException("dualgate");', signature: javaSignature },
  swift: { ...BARE, statementEnds: /[\w)\]"]\s*$/ },
  kt: { ...BRACES, statementEnds: /[\w)\]"]\s*$/ },
  php: { ...BRACES, nothing: 'null' },
  lua: { ...RUBY, idioms: [], signature: null, hidden: /--[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g },
  ex: { ...RUBY, idioms: [], signature: null, statementEnds: /$^/ },
  ...Object.fromEntries(
    ['c', 'h', 'cc', 'cpp', 'hpp', 'cs', 'dart', 'scala', 'm', 'zig'].map((ending) => [ending, BRACES]),
  ),
};

/** JavaScript or TypeScript, without files that only declare types. */
const isScript = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path) && !/\.d\.[cm]?ts$/.test(path);

/** How mutants are found in a file: by syntax, by patterns in its text, or not at all (`null`). */
export const languageOf = (path: string): 'script' | TextLanguage | null => {
  if (isScript(path)) return 'script';
  const ending = /\.(\w+)$/.exec(path)?.[1] ?? '';
  return Object.hasOwn(LANGUAGES, ending) ? (LANGUAGES[ending] ?? null) : null;
};

/** The pattern of comments and strings in the language of a file. */
export const hiddenIn = (path: string): RegExp => {
  const language = languageOf(path);
  return typeof language === 'object' && language !== null ? language.hidden : BRACES.hidden;
};

/** For JavaScript that our parser cannot read: dialects with types of their own. */
export const SCRIPT_AS_TEXT: TextLanguage = { ...BRACES, nothing: 'undefined' };
