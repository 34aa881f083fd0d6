/**
 * Functions that are byte for byte as RED left them and do nothing yet: where a test replaces one, the rest of the work is
 * green without it. One that a test reaches, that something overrides or that nothing uses is no stub. Pure but for the
 * tests.
 *
 * @module
 */
import type { ChangedFile } from '../find-changes.ts';
import { hiddenIn } from '../languages.ts';
import type { Stub } from '../mutation-report.ts';
import type { Trials } from '../trials.ts';
import { showOnly } from '../values/text-parts.ts';
import { type ChangedFunction, functionsOf } from './functions-of.ts';
import type { Parse } from '../../text/syntax-tree.ts';
import { hasWord } from './used-files.ts';

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
    const isThrown = THROWS.test(bodyOf(file, from, to));
    const text = isThrown ? silent(file, from, to) : failing;
    if (text === null) {
      // A compiler wants the failure there, and every test passes with it.
      stubs.push({ path: file.path, line: from, lines: to - from + 1 });
      continue;
    }
    const first = await trials.run(file, text, trials.first);
    const end = first?.end === 'survived' && trials.first === 'new' ? await trials.run(file, text, 'whole') : first;
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
    return DOES_NOTHING.test(body) || THROWS.test(body);
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
const THROWS =
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
