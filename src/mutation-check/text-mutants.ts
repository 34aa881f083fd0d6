/**
 * The mutants of some lines of a text in any language, found by patterns. A scanner and no parser: a mutant that
 * damages too much does not compile, and then shows nothing. Pure.
 *
 * @module
 */
import { distinct, type Mutant, type MutantKind, type Lines } from './mutant.ts';
import type { TextLanguage } from './languages.ts';

/** Operators between spaces: without spaces one may be a type, a pointer or a sign of a number. */
const SIGNS: Readonly<Record<string, string>> = {
  '==': '!=',
  '!=': '==',
  '===': '!==',
  '!==': '===',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '//': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
};
const SIGN = /(?<=[\w)\]"'}] )(?:===?|!==?|<=?|>=?|[+\-*]=?|\/\/?|%|&&|\|\|)(?= )/g;
const NUMBER = /(?<![\w.$])\d+(?![\w.])/g;
const RETURN = /^(\s*return\s+)(\S.*?)(;?\s*)$/;
/** Words that are no statement by themselves, or that the rest of the file depends on. */
const STANDS =
  /^\s*(?:$|[@#})\]]|(?:import|from|package|use|mod|pub|module|require|include|using|namespace|class|struct|enum|interface|trait|impl|type|def|fn|func|fun|function|if|elif|else|elsif|for|while|do|switch|case|match|try|except|catch|finally|ensure|rescue|with|return|break|continue|pass|end|let|var|const|val|global|nonlocal|public|private|protected|static|async)\b)/;
/** Without it the name is missing: every use of it fails, without any assertion. */
const BINDS = /^[\s\w.,:[\]<>*&]*[^=!<>+\-*/%|&^:]:?=(?!=)/;
const LOGS = /\b(?:print(?:ln)?!?|puts|logger|logging|log|console|fmt\.Print\w*|System\.out)\b/;

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
  for (const [index, shown] of bare.split('\n').entries()) {
    const from = offset;
    offset += shown.length + 1;
    const line = index + 1;
    if (!lines.has(line) || shown.trim() === '' || LOGS.test(shown)) continue;
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
    addStrings(shown, add);
    addReturn(shown, text.slice(from, from + shown.length), language, add);
    addCondition(shown, text.slice(from, from + shown.length), language, add);
    addStatement(shown, language, add);
  }
  return distinct(mutants).toSorted((one, other) => one.from - other.from);
};

type Add = (kind: MutantKind, at: number, length: number, after: string, again?: true) => void;

/** On one line; a longer one is usually a docstring. */
const isString = (hidden: string): boolean =>
  /^["'`]/.test(hidden) && !/^("""|''')/.test(hidden) && !hidden.includes('\n');

const blank = (hidden: string): string => hidden.replaceAll(/[^\n]/g, ' ');

const addSigns = (shown: string, { words }: TextLanguage, add: Add): void => {
  for (const { 0: sign, index } of shown.matchAll(SIGN)) {
    const after = SIGNS[sign];
    if (after !== undefined) add('operator', index, sign.length, after);
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

/** Tests rarely check the text of an error. */
const addStrings = (shown: string, add: Add): void => {
  if (/\b(?:raise|throw|panic|abort)\b|Error|Exception/.test(shown)) return;
  for (const { 0: string, index } of shown.matchAll(/(["'])\s+\1/g)) {
    const quote = string.charAt(0);
    add('constant', index, string.length, `${quote}${quote}`);
    add('constant', index, string.length, `${quote}other${quote}`, true);
  }
};

const addReturn = (shown: string, line: string, { nothing }: TextLanguage, add: Add): void => {
  const [, before = '', value = ''] = RETURN.exec(shown) ?? [];
  if (nothing === null || value === '' || !isBalanced(shown)) return;
  if (line.slice(before.length, before.length + value.length) !== nothing) {
    add('return', before.length, value.length, nothing);
    add('return', before.length, value.length, '0', true);
  }
};

const addCondition = (shown: string, line: string, { condition }: TextLanguage, add: Add): void => {
  const asked = condition.found.exec(shown)?.[1];
  if (asked === undefined || !isBalanced(asked)) return;
  const at = shown.indexOf(asked);
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
