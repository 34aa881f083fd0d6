/** The languages that can have mutants, by the extension of a file's name. */
import type { MutantKind } from './mutant.ts';
import {
  goSignature,
  javaSignature,
  pythonSignature,
  rubySignature,
  rustSignature,
  type SignatureForm,
} from './signature.ts';
import { HIDDEN } from '../../runners/cargo/cargo.runner.ts';

/** In place of a loop, a condition or an early return. A mutant of another type does not compile, and shows nothing. */
interface Idiom {
  readonly kind: MutantKind;
  /** With the flag `g`: what it finds is replaced. It sees blanks in place of texts. */
  readonly found: RegExp;
  /** @param found - as it is written */
  readonly after: (found: string) => string;
  readonly again?: true;
}

const escaped = (name: string): string => name.replaceAll('?', String.raw`\?`);

/** `select:reject` stands for both ways, `map>each` for one. */
const calls = (before: string, pairs: string): Idiom => {
  const others = new Map(
    pairs.split(' ').flatMap((pair): readonly (readonly [string, string])[] => {
      const [one = '', other = ''] = pair.split(/[:>]/);
      return pair.includes('>')
        ? [[one, other]]
        : [
            [one, other],
            [other, one],
          ];
    }),
  );
  const names = [...others.keys()].sort((one, other) => other.length - one.length).map(escaped);
  return {
    kind: 'operator',
    found: new RegExp(String.raw`(?<=${before})(?:${names.join('|')})(?![\w?!])`, 'g'),
    after: (name) => others.get(name) ?? name,
  };
};

const swap = (one: string, other: string): Idiom => ({
  kind: 'statement',
  found: new RegExp(String.raw`(?<=^\s*)${one}(?=;?\s*$)`, 'g'),
  after: () => other,
});

const RUBY_IDIOMS: readonly Idiom[] = [
  calls(
    String.raw`[\w)\]}"']&?\.`,
    'select:reject filter>reject any?:none? all?>none? first:last min:max min_by:max_by take:drop take_while:drop_while ' +
      'start_with?:end_with? upcase:downcase push:unshift shift:pop keys:values map>each collect>each flat_map>each ' +
      'compact>itself uniq>itself sort>itself sort_by>each reverse>itself strip>itself present?:blank?',
  ),
  // `x if y` at the end of a line.
  { kind: 'condition', found: /(?<=\S )(?:if|unless)(?= \S)/g, after: (word) => (word === 'if' ? 'unless' : 'if') },
  swap('next', 'break'),
];

const GO_IDIOMS: readonly Idiom[] = [
  calls(
    String.raw`\b(?:strings|bytes)\.`,
    'ToUpper:ToLower HasPrefix:HasSuffix TrimLeft:TrimRight TrimPrefix:TrimSuffix Index:LastIndex EqualFold>Contains',
  ),
  calls(String.raw`\b(?:math|slices)\.`, 'Max:Min Floor:Ceil'),
  // A loop over nothing.
  { kind: 'condition', found: /(?<=:?= range )[\w.]+(?= \{)/g, after: (list) => `${list}[:0]` },
  {
    kind: 'statement',
    found: /(?<== )append\(\w+(?:, [^()]+)\)$/g,
    after: (call) => /\w+(?=,)/.exec(call)?.[0] ?? call,
  },
  swap('continue', 'break'),
];

const RUST_IDIOMS: readonly Idiom[] = [
  calls(
    String.raw`[\w)\]}"?]\.`,
    'any:all min:max min_by_key:max_by_key first:last is_some:is_none is_ok:is_err take:skip take_while:skip_while ' +
      'to_uppercase:to_lowercase to_ascii_uppercase:to_ascii_lowercase starts_with:ends_with ' +
      'saturating_add:saturating_sub wrapping_add:wrapping_sub checked_add:checked_sub',
  ),
  { kind: 'operator', found: /\.rev\(\)/g, after: () => '' },
  // The predicate of a closure.
  {
    kind: 'condition',
    found: /(?<=\.(?:filter|any|all|position|find|skip_while|take_while)\(\|[^|]*\| )(?:[^()|]|\([^()]*\))+(?=\))/g,
    after: (asked) => `!(${asked})`,
  },
  // An arm of a match.
  { kind: 'return', found: /(?<==> )(?!\{)[\w.()"&]+(?=,\s*$)/g, after: () => 'Default::default()' },
  { kind: 'condition', found: /(?<=\bif )[^{}]+(?= => )/g, after: (asked) => `!(${asked})` },
  // Few tests cause an error.
  { kind: 'guard', found: /(?<=[\w)])\?(?=[;.,)\s]|$)/g, after: () => '.unwrap()', again: true },
  swap('continue', 'break'),
];

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
  rs: { ...BARE, hidden: HIDDEN, fails: 'panic!("dualgate");', idioms: RUST_IDIOMS, signature: rustSignature },
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
