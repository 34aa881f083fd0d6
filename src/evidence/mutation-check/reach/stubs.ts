/** Functions that are as RED left them and do nothing: where a test replaces one, the rest of the work is green. */
import { posix } from 'node:path';
import type { ChangedFile } from '../find-changes.ts';
import { languageOf, type TextLanguage, hiddenIn } from '../languages.ts';
import { lineFinder } from '../mutant.ts';
import { columnOf, readSignature } from '../signature.ts';
import { childOf, childrenOf, type Parse, type SyntaxNode } from '../../../base/text/syntax-tree.ts';
import type { Stub } from '../mutation-report.ts';
import { type Trials, runBoth } from '../trials.ts';
import { showOnly } from '../values/other-values.ts';

/** The outermost functions that a run changed, each with a text in which it fails at once. */
export interface ChangedFunction {
  readonly file: ChangedFile;
  /** Its first line, from 1, and its last one. */
  readonly from: number;
  readonly to: number;
  /** The changed lines of it that are not empty. */
  readonly lines: number;
  /** The text of the file in which it fails. */
  readonly failing: string;
}

type Found = Pick<ChangedFunction, 'from' | 'to' | 'failing'>;

/** @param parse - of JavaScript; `null` where the text is another language, or does not parse */
export const functionsOf = (file: ChangedFile, parse: Parse | null): readonly ChangedFunction[] => {
  const { path, text, lines } = file;
  const language = languageOf(path);
  const found =
    parse !== null
      ? inScript(text, parse)
      : typeof language === 'object' && language !== null
        ? inText(text, language)
        : [];
  const rows = text.split('\n');
  return found.flatMap((each) => {
    const changed = [...lines].filter((line) => line >= each.from && line <= each.to && rows[line - 1]?.trim() !== '');
    return changed.length === 0 ? [] : [{ ...each, file, lines: changed.length }];
  });
};

const FUNCTION =
  /^(?:ArrowFunctionExpression|Function(?:Expression|Declaration)|Class(?:Private)?Method|ObjectMethod)$/;
const THROWS = "throw new Error('dualgate');";

const inScript = (text: string, parse: Parse): readonly Found[] => {
  const lineOf = lineFinder(text);
  const visit = (node: SyntaxNode): readonly Found[] => {
    const body = FUNCTION.test(node.type) ? childOf(node, 'body') : null;
    if (body !== null) {
      const isBlock = body.type === 'BlockStatement';
      const failing = isBlock
        ? `${text.slice(0, body.start + 1)} ${THROWS}${text.slice(body.start + 1)}`
        : `${text.slice(0, node.start)}${beforeBody(text.slice(node.start, body.start))}{ ${THROWS} }${text.slice(node.end)}`;
      return [{ from: lineOf(node.start), to: lineOf(node.end - 1), failing }];
    }
    return [...childrenOf(node)].flatMap(visit);
  };
  return visit(parse(text));
};

/** The body of an arrow function can stand in parentheses, which are no part of it. */
const beforeBody = (head: string): string => head.slice(0, head.lastIndexOf('=>') + 2);

const inText = (text: string, { hidden, signature, fails }: TextLanguage): readonly Found[] => {
  if (signature === null || fails === undefined) return [];
  const rows = text.split('\n');
  const shown = text.replace(hidden, (it) => it.replaceAll(/[^\n]/g, ' ')).split('\n');
  const found: Found[] = [];
  for (let at = 0; at < rows.length; at += 1) {
    const begun = readSignature(shown[at] ?? '', signature);
    if (begun === null) continue;
    let end = at + 1;
    const isInside = (line: string): boolean => line.trim() === '' || columnOf(line) > begun.column;
    while (end < rows.length && isInside(rows[end] ?? '')) end += 1;
    const isClosed = /^\s*(?:\}|end\b)/.test(rows[end] ?? '');
    const last = rows.slice(at, isClosed ? end + 1 : end).findLastIndex((row) => row.trim() !== '') + at;
    const first = rows.slice(at + 1, last + 1).find((row) => row.trim() !== '');
    const indent = first === undefined ? '' : first.slice(0, columnOf(first));
    const failing = [...rows.slice(0, at + 1), `${indent}${fails}`, ...rows.slice(at + 1)].join('\n');
    if (first !== undefined && last > at) found.push({ from: at + 1, to: last + 1, failing });
    at = Math.max(at, last);
  }
  return found;
};

// Files that other changed code or a test uses: a replacement may stand in their place. A program's entry is not used.

/** Names of whole folders. */
const OF_FOLDER = /^(?:index|__init__|mod|lib|main)$/;
const DECLARES = /^\s*(?:pub(?:\([\w ]*\))?\s+)?(?:func(?:\s*\([^)]*\))?|fn)\s+(\w{3,})/gm;

/** @param others - texts of the tests and of the other changed files */
export const isUsed = ({ path, text }: Pick<ChangedFile, 'path' | 'text'>, others: readonly string[]): boolean => {
  const base = posix.basename(path).replace(/\..*$/, '');
  const name = OF_FOLDER.test(base) ? posix.basename(posix.dirname(path)) : base;
  if (!/\.(?:go|rs)$/.test(path)) {
    return others.some((other) => other.split('\n').some((row) => LOADS.test(row) && hasWord(row, name)));
  }
  // A package of Go or a crate is one name for all of its files.
  const names = [...text.matchAll(DECLARES)].map((found) => found[1] ?? '').filter((each) => !COMMON.test(each));
  return others.some((other) => names.some((each) => hasWord(other, each)));
};

/** A line that loads a file, or replaces it in a test. */
const LOADS = /\b(?:import|from|require|mock|doMock|patch|setattr|module|include|use)\b/;
const COMMON = /^(?:main|init|new|New|String|Error|default|from|into|fmt)$/;

const hasWord = (text: string, word: string): boolean =>
  new RegExp(`(?<![\\w$])${word.replaceAll(/[^\w]/g, '\\$&')}(?![\\w$])`).test(text);

interface StubQuestion {
  readonly files: readonly { readonly file: ChangedFile; readonly parse: Parse | null }[];
  /** The text of a source when RED was exited; null where there was none. */
  readonly atRed: (path: string) => Promise<string | null>;
  /** Texts of all other code that may use or override it. */
  readonly others: (path: string) => readonly string[];
  readonly trials: Trials;
}

/** Each costs a run or two. */
const MOST = 8;

/** @returns `null` where there was no time */
export const findStubs = async ({ files, atRed, others, trials }: StubQuestion): Promise<readonly Stub[] | null> => {
  const asked: ChangedFunction[] = [];
  for (const { file, parse } of files) {
    const now = stubsIn(file, parse).filter(({ from, to }) => isNamedElsewhere(file, from, to, others(file.path)));
    if (now.length === 0) continue;
    const earlier = await atRed(file.path);
    if (earlier === null) continue;
    const rows = new Set([...earlier.split('\n').keys()].map((at) => at + 1));
    const before = new Set(
      functionsOf({ ...file, text: earlier, lines: rows }, parse).map((each) => textOf(earlier, each)),
    );
    asked.push(...now.filter((each) => before.has(textOf(file.text, each))));
  }
  const stubs: Stub[] = [];
  for (const { file, from, to, failing } of asked.slice(0, MOST)) {
    const isThrown = THROWS_ONLY.test(bodyOf(file, from, to));
    const text = isThrown ? silent(file, from, to) : failing;
    if (text === null) {
      // A compiler wants the failure there, and every test passes with it.
      stubs.push({ path: file.path, line: from, lines: to - from + 1 });
      continue;
    }
    const end = await runBoth(trials, file, text);
    if (end === null) return null;
    if (end.end === 'survived') stubs.push({ path: file.path, line: from, lines: to - from + 1 });
  }
  return stubs;
};

const textOf = (text: string, { from, to }: Pick<ChangedFunction, 'from' | 'to'>): string =>
  text
    .split('\n')
    .slice(from - 1, to)
    .join('\n');

const stubsIn = (file: ChangedFile, parse: Parse | null): readonly ChangedFunction[] =>
  functionsOf(file, parse).filter(({ from, to }) => {
    const body = bodyOf(file, from, to);
    return DOES_NOTHING.test(body) || THROWS_ONLY.test(body);
  });

/** On one line, without comments; texts keep their quotes alone. */
const bodyOf = ({ path, text }: ChangedFile, from: number, to: number): string => {
  const whole = textOf(showOnly(text, hiddenIn(path)), { from, to });
  const [, body = ''] = path.endsWith('.py')
    ? (/:\s*\n([\s\S]*)$/.exec(whole) ?? [])
    : (/(?:=>|\{)([\s\S]*)$/.exec(whole.slice(whole.search(/\)[^)]*(?:=>|\{)/))) ?? []);
  return body
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/["'`]{3}[^"'`]*["'`]{3}|(["'`]) *\1(?= (?:pass|\.\.\.|raise|return))/g, '')
    .trim();
};

const VALUE = String.raw`(?:undefined|null|None|nil|true|false|True|False|-?\d[\d._]*|(["'\x60]) *\1|\[ ?\]|\(? ?\{ ?\} ?\)?|String::new\(\)|Vec::new\(\)|Default::default\(\)|Ok\(\(\)\)|\(\))`;
const DOES_NOTHING = new RegExp(String.raw`^\{? ?(?:pass|\.\.\.|return|return ${VALUE}|${VALUE})? ?;?[ }\])]*;?$`);
const THROWS_ONLY =
  /^\{? ?(?:throw (?:new )?\w*Error\(.*\)|raise NotImplementedError\b.*|panic\(.*\)|(?:todo|unimplemented|panic)!\(.*\)) ?;?[ }\])]*;?$/;

/** A test that reaches a failing stub notices when it does not fail. */
const silent = (file: ChangedFile, from: number, to: number): string | null => {
  const own = textOf(file.text, { from, to });
  if (!FAILS.test(own)) return null;
  const rows = file.text.split('\n');
  rows.splice(from - 1, to - from + 1, own.replace(FAILS, file.path.endsWith('.py') ? 'pass' : ''));
  return rows.join('\n');
};
/** At the end of a function; a formatter may have put its words on several lines. */
const FAILS = /(?:throw (?:new )?\w*Error\([\s\S]*?\);?|raise NotImplementedError\b[^\n]*)(?=\s*\}?\s*;?\s*$)/;

const NAME =
  /(?:function\s*\*?|def|func(?:\s*\([^)]*\))?|fn|const|let|var|async|static|get)\s+(?!(?:async|function|def|fn|get|static)\b)(\w+)|^\s*(?:export\s+)?(\w+)\s*[(:=]/;

/** Code uses it, and nothing has a function of the same name, as one that overrides it has. */
const isNamedElsewhere = (
  { text, path }: ChangedFile,
  from: number,
  to: number,
  others: readonly string[],
): boolean => {
  const rows = text.split('\n');
  const found = NAME.exec(rows[from - 1] ?? '');
  const name = found?.[1] ?? found?.[2];
  if (name === undefined || /@(?:abc\.)?abstractmethod/.test(rows.slice(Math.max(0, from - 4), from - 1).join('\n')))
    return false;
  const rest = [...rows.slice(0, from - 1), ...rows.slice(to)].join('\n');
  const all = [rest, ...others];
  const overrides = new RegExp(
    path.endsWith('.py')
      ? `def\\s+${name}\\s*\\(`
      : `(?:^|\\n)\\s*(?:async\\s+|override\\s+|public\\s+|fn\\s+)*${name}\\s*\\([^)\\n]*\\)[^;\\n]*\\{`,
  );
  return all.some((each) => hasWord(each, name)) && !all.some((each) => overrides.test(each));
};
