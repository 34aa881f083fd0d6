/** Mutants of a text in any language, by patterns. One that damages too much does not compile, and shows nothing. */
import { columnOf, inputOf, readSignature, type Signature } from './signature.ts';
import {
  distinct,
  isCopyOf,
  type Mutant,
  type MutantKind,
  type Lines,
  ONE_OFF,
  ORDERLESS,
  OPERATORS,
} from './mutant.ts';
import type { TextLanguage } from './languages.ts';

/** Between spaces: without spaces one may be a type, a pointer or a sign of a number. */
const SIGN = /(?<=[\w)\]"'}] )(?:===?|!==?|<=?|>=?|[+\-*]=?|\/\/?|%|&&|\|\|)(?= )/g;
const NUMBER = /(?<![\w.$])\d+(?![\w.])/g;
/** The call has two plain arguments. */
const CALL = /(\w+)\(([\w.]+), ([\w.]+)\)/g;
const RETURN = /^(\s*return\s+)(\S.*?)(;?\s*)$/;
/** Words that are no statement by themselves, or that the rest of the file depends on. */
const STANDS =
  /^\s*(?:$|[@#})\]]|(?:import|from|package|use|mod|pub|module|require|include|using|namespace|class|struct|enum|interface|trait|impl|type|def|fn|func|fun|function|if|elif|else|elsif|for|while|do|switch|case|match|try|except|catch|finally|ensure|rescue|with|return|break|continue|pass|end|let|var|const|val|global|nonlocal|public|private|protected|static|async)\b)/;
/** Without it the name is missing: every use of it fails, without any assertion. */
const BINDS = /^[\s\w.,:[\]<>*&]*[^=!<>+\-*/%|&^:]:?=(?!=)/;
/** The list of public names of a Python module: only an import of all of them reads it. Anything but names in it is code. */
const EXPORTS = /^__all__\b/;
const NAMES = /^(?:__all__(?:\.(?:extend|append))?)?\W*$/;
/** At the beginning of a line, and nothing gets its value. */
const LOGS =
  /^\s*(?:await\s+)?(?:(?:self|this|cls)\.|@)?_*(?:print(?:ln)?!?|puts|logger|logging|log|console|fmt\.Print\w*|System\.out)\b(?!.*\s[-+*/|&]?=\s|\s*[,:]\s)/;

/** Every mutant that begins in one of the lines, in the order of the text. */
export const findTextMutants = (
  path: string,
  text: string,
  lines: Lines,
  language: TextLanguage,
): readonly Mutant[] => {
  // Spaces in place of hidden text keep every position; quotes stay, so that a string is still a value.
  const bare = text.replace(language.hidden, (it) =>
    isString(it) ? `${it.charAt(0)}${blank(it.slice(1, -1))}${it.charAt(0)}` : blank(it),
  );
  const mutants: Mutant[] = [];
  let offset = 0;
  let around: Signature | null = null;
  let inExports = false;
  const shownLines = bare.split('\n');
  for (const [index, shown] of shownLines.entries()) {
    const from = offset;
    offset += shown.length + 1;
    const line = index + 1;
    if (around !== null && shown.trim() !== '' && columnOf(shown) <= around.column) around = null;
    const begun = language.signature === null ? null : readSignature(shown, language.signature);
    around = begun ?? around;
    inExports = language.indented && (EXPORTS.test(shown) || (inExports && !/^\S/.test(shown)));
    if (!lines.has(line) || shown.trim() === '' || LOGS.test(shown) || (inExports && NAMES.test(shown))) continue;
    const add: Add = (kind, at, length, after, again) => {
      const start = from + at;
      mutants.push({
        path,
        line,
        kind,
        from: start,
        to: start + length,
        before: text.slice(start, start + length),
        after,
        ...(again === undefined ? {} : { again }),
      });
    };
    addSigns(shown, language, add);
    if (begun === null) addIdioms(shown, text.slice(from, from + shown.length), language, add);
    addStrings(shown, add);
    const next = nextLine(shownLines, index);
    addAnswer({ shown, line: text.slice(from, from + shown.length), next, around }, language, add);
    if (begun === null) addSwapped(shown, add);
    addCondition({ shown, line: text.slice(from, from + shown.length), next }, language, add);
    addStatement(shown, language, add);
  }
  return distinct(mutants).toSorted((one, other) => one.from - other.from);
};

/** The next one that is not empty; empty at the end. */
const nextLine = (lines: readonly string[], index: number): string => {
  let next = index + 1;
  while (lines[next]?.trim() === '') next += 1;
  return lines[next] ?? '';
};

type Add = (kind: MutantKind, at: number, length: number, after: string, again?: true) => void;

/** On one line; a longer one is usually a docstring. */
const isString = (hidden: string): boolean =>
  /^["'`]/.test(hidden) && !/^("""|''')/.test(hidden) && !hidden.includes('\n');

const blank = (hidden: string): string => hidden.replaceAll(/[^\n]/g, ' ');

const addSigns = (shown: string, { words }: TextLanguage, add: Add): void => {
  for (const { 0: sign, index } of shown.matchAll(SIGN)) {
    const after = OPERATORS[sign];
    if (after !== undefined) add('operator', index, sign.length, after);
    const near = ONE_OFF[sign];
    if (near !== undefined) add('operator', index, sign.length, near, true);
  }
  for (const [word, after] of Object.entries(words)) {
    for (const { index } of shown.matchAll(new RegExp(String.raw`(?<![\w.])${word}(?!\w)`, 'g'))) {
      add(/^(?:and|or)$/.test(word) ? 'operator' : 'constant', index, word.length, after);
    }
  }
  for (const { 0: digits, index } of shown.matchAll(NUMBER)) {
    add('constant', index, digits.length, digits === '1' ? '0' : digits === '0' ? '1' : String(BigInt(digits) + 1n));
  }
};

const addIdioms = (shown: string, line: string, { idioms = [] }: TextLanguage, add: Add): void => {
  for (const { kind, found, after, again } of idioms)
    for (const { 0: hit, index } of shown.matchAll(found))
      add(kind, index, hit.length, after(line.slice(index, index + hit.length)), again);
};

/** Tests rarely check the text of an error. */
const addStrings = (shown: string, add: Add): void => {
  if (/\b(?:raise|throw|panic|abort)\b|Error|Exception/.test(shown)) return;
  for (const { 0: string, index } of shown.matchAll(/(["'])\s+\1/g)) {
    const quote = string.charAt(0);
    add('constant', index, string.length, `${quote}${quote}`);
    add('constant', index, string.length, `${quote}other${quote}`, true);
  }
};

interface Answering {
  /** Without comments and texts, and as it is written. */
  readonly shown: string;
  readonly line: string;
  /** The next line that is not empty. */
  readonly next: string;
  readonly around: Signature | null;
}

/** Another answer of a function: nothing, another value of its type, or its input. */
const addAnswer = (answering: Answering, { nothing, signature }: TextLanguage, add: Add): void => {
  const { line, around } = answering;
  const found = answerOf(answering, signature?.tail ?? null);
  if (found === null) return;
  const { at, length } = found;
  const value = line.slice(at, at + length);
  const other = nothing ?? (around === null ? null : (signature?.constant(around.answer) ?? null));
  if (other !== null && value !== other) {
    add('return', at, length, other);
    if (nothing !== null) add('return', at, length, '0', true);
  }
  const input = around === null ? null : inputOf(around);
  if (input !== null && value !== input && value !== other && !isCopyOf(input, value)) add('input', at, length, input);
};

/** The answer follows `return`, or is the last line of a body. */
const answerOf = (
  { shown, next, around }: Answering,
  tail: RegExp | null,
): { readonly at: number; readonly length: number } | null => {
  if (!isBalanced(shown)) return null;
  const [, before = '', returned = ''] = RETURN.exec(shown) ?? [];
  if (returned !== '') return { at: before.length, length: returned.length };
  const isLast = around !== null && tail?.test(next) === true && columnOf(next) === around.column;
  if (!isLast || STANDS.test(shown) || BINDS.test(shown) || /[;{}]\s*$/.test(shown)) return null;
  const at = columnOf(shown);
  return { at, length: shown.trimEnd().length - at };
};

const addSwapped = (shown: string, add: Add): void => {
  for (const { 0: call, 1: name = '', 2: one = '', 3: other = '', index } of shown.matchAll(CALL)) {
    if (one === other || ORDERLESS.test(name) || /^(?:def|func|fn|fun|function)\s*$/.test(shown.slice(0, index).trim()))
      continue;
    const at = index + call.indexOf('(') + 1;
    add('arguments', at, index + call.length - 1 - at, `${other}, ${one}`);
  }
};

/** Also one that only leaves early. In Go a check of an error is on every second line, and few tests cause one. */
const addCondition = (
  { shown, line, next }: Omit<Answering, 'around'>,
  { condition, words }: TextLanguage,
  add: Add,
): void => {
  const asked = condition.found.exec(shown)?.[1];
  if (asked === undefined || !isBalanced(asked)) return;
  const at = shown.indexOf(asked);
  if (!/\berr\s*!=\s*nil\b/.test(asked) && /^\s*(?:return|raise|throw|continue|break|next|panic)\b/.test(next))
    add('guard', at, asked.length, 'False' in words ? 'False' : 'false', true);
  add('condition', at, asked.length, condition.negated(line.slice(at, at + asked.length)));
};

const addStatement = (shown: string, { indented, statementEnds }: TextLanguage, add: Add): void => {
  if (STANDS.test(shown) || BINDS.test(shown) || !statementEnds.test(shown) || !isBalanced(shown)) return;
  const at = shown.length - shown.trimStart().length;
  add('statement', at, shown.trimEnd().length - at, indented ? 'pass' : '');
};

/** A part of a longer statement is none. */
const isBalanced = (text: string): boolean => {
  let depth = 0;
  for (const char of text) {
    if ('([{'.includes(char)) depth += 1;
    if (')]}'.includes(char)) depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
};
