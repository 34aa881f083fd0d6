/** For each changed function, mutants in which all that it returns is another value of the same kind. */
import { hiddenIn, languageOf } from '../languages.ts';
import { columnOf } from '../signature.ts';
import { balancedEnd, replaceIn, showOnly, pyOther, type ValueEdit, jsOther, type ValueForm } from './other-values.ts';
import { isNothing } from '../mutants-of-node.ts';
import { childOf, childrenOf, type Parse, type SyntaxNode } from '../../../base/text/syntax-tree.ts';
import type { ChangedFile } from '../find-changes.ts';
import { lineFinder, type Mutant } from '../mutant.ts';
import { valuesInGo, valuesInRust } from './typed-values.ts';

// The functions of Python that return a value, by patterns. Pure.

const DEF = /^(\s*)(?:async\s+)?def\s+\w+/;

/** In the order of the text. */
export const valuesInPython = (text: string): readonly ValueEdit[] => {
  const shown = showOnly(text, hiddenIn('a.py'));
  // A string of several lines is one value.
  const flat = showOnly(text, hiddenIn('a.py'), true);
  const rows = shown.split('\n');
  const starts = offsetsOf(rows);
  return rows.flatMap((row, at) => {
    const column = DEF.exec(row)?.[1]?.length;
    if (column === undefined) return [];
    let end = at + 1;
    // A line that is not indented more, but for the rest of a signature.
    while (end < rows.length && (isBlank(rows[end]) || columnOf(rows[end] ?? '') > column || isRest(rows, at, end)))
      end += 1;
    while (end > at && isBlank(rows[end - 1])) end -= 1;
    const own = returnsIn(rows, at + 1, end);
    if (own === null) return [];
    const values = own.flatMap(({ line, column: of }) => {
      const from = (starts[line] ?? 0) + of;
      const to = from + flat.slice(from, balancedEnd(flat, from)).trimEnd().length;
      const value = text.slice(from, to).trim();
      return value === '' || value === 'None' ? [] : [{ from, to }];
    });
    const [first] = values;
    if (first === undefined) return [];
    const [from, to] = [starts[at] ?? 0, values.at(-1)?.to ?? 0];
    return [
      {
        from,
        to,
        at: first.from,
        returned: text.slice(first.from, first.to),
        start: from,
        end: (starts[end - 1] ?? 0) + (rows[end - 1]?.length ?? 0),
        inForm: (form) => replaceIn(text, { from, to }, values, (value) => `${pyOther(form)}((${value}))`),
      },
    ];
  });
};

const isBlank = (row: string | undefined): boolean => (row ?? '').trim() === '';

/** `) -> int:` of a signature over several lines. */
const isRest = (rows: readonly string[], at: number, end: number): boolean =>
  /^\s*\)/.test(rows[end] ?? '') && !rows.slice(at, end).some((row) => /:\s*$/.test(row) && !/[([,]\s*$/.test(row));

const offsetsOf = (rows: readonly string[]): readonly number[] => {
  let offset = 0;
  return rows.map((row) => {
    const start = offset;
    offset += row.length + 1;
    return start;
  });
};

/** The values of its own return statements; `null` for a generator. */
const returnsIn = (
  rows: readonly string[],
  from: number,
  to: number,
): readonly { readonly line: number; readonly column: number }[] | null => {
  const found: { readonly line: number; readonly column: number }[] = [];
  let inner: number | null = null;
  for (let line = from; line < to; line += 1) {
    const row = rows[line] ?? '';
    if (isBlank(row)) continue;
    if (inner !== null && columnOf(row) <= inner) inner = null;
    const nested: number | undefined =
      inner === null ? /^(\s*)(?:(?:async\s+)?def|class)\s/.exec(row)?.[1]?.length : undefined;
    if (nested !== undefined) inner = nested;
    if (inner !== null) continue;
    if (/\byield\b/.test(row)) return null;
    const returned = /^(\s*return\b\s*)\S/.exec(row)?.[1];
    if (returned !== undefined) found.push({ line, column: returned.length });
  }
  return found;
};

// The functions of JavaScript and TypeScript that return a value. Pure.

const FUNCTION =
  /^(?:ArrowFunctionExpression|Function(?:Expression|Declaration)|Class(?:Private)?Method|ObjectMethod)$/;

/** In the order of the text. @param isTyped - TypeScript */
const valuesInScript = (text: string, parse: Parse, isTyped: boolean): readonly ValueEdit[] => {
  const visit = (node: SyntaxNode): readonly ValueEdit[] => [
    ...(FUNCTION.test(node.type) ? editOf(node, text, isTyped) : []),
    ...[...childrenOf(node)].flatMap(visit),
  ];
  return visit(parse(text));
};

const editOf = (node: SyntaxNode, text: string, isTyped: boolean): readonly ValueEdit[] => {
  const body = childOf(node, 'body');
  if (body === null || node['generator'] === true || node['kind'] === 'constructor' || node['kind'] === 'set')
    return [];
  const values = (body.type === 'BlockStatement' ? returnedIn(body) : [body]).filter((value) => isValue(value));
  const [first] = values;
  if (first === undefined) return [];
  const isBlock = body.type === 'BlockStatement';
  const { start: from, end: to } = isBlock ? body : first;
  const ranges = values.map(({ start, end }) => ({ from: start, to: end }));
  return [
    {
      from,
      to,
      at: first.start,
      returned: text.slice(first.start, first.end),
      start: node.start,
      end: node.end,
      inForm: (form) => replaceIn(text, { from, to }, ranges, (value) => `(${jsOther(form, isTyped)})((${value}))`),
    },
  ];
};

/** A function has a change of its own. */
const isValue = (value: SyntaxNode): boolean => !isNothing(value) && !FUNCTION.test(value.type);

/** The values that the statements below return, but for those of functions inside. */
const returnedIn = (node: SyntaxNode): readonly SyntaxNode[] => {
  if (FUNCTION.test(node.type) || node.type.startsWith('Class')) return [];
  if (node.type !== 'ReturnStatement') return [...childrenOf(node)].flatMap(returnedIn);
  const value = childOf(node, 'argument');
  return value === null ? [] : [value];
};

/** A function with another answer. */
export interface ValueMutants {
  readonly file: ChangedFile;
  /** Its first line, from 1, and its last one. */
  readonly from: number;
  readonly to: number;
  readonly inForm: (form: ValueForm, tests?: readonly string[]) => Mutant;
}

/** The text of such a mutant, for people. */
const ANOTHER = 'another value of the same kind';

/** @param parse - of JavaScript; `null` where the text is another language, or does not parse */
export const valueMutantsOf = (
  { lines, ...file }: ChangedFile,
  changed: ReadonlySet<number>,
  parse: Parse | null,
): readonly ValueMutants[] => {
  const { path, text } = file;
  const lineOf = lineFinder(text);
  const touches = (start: number, end: number): boolean => {
    for (let line = lineOf(start); line <= lineOf(Math.max(start, end - 1)); line += 1)
      if (changed.has(line)) return true;
    return false;
  };
  return editsOf(path, text, parse)
    .filter(({ start, end }) => touches(start, end))
    .map(({ from, to, at, returned, start, end, inForm }) => ({
      file: { lines, ...file },
      from: lineOf(start),
      to: lineOf(Math.max(start, end - 1)),
      inForm: (form, tests = []) => ({
        path,
        line: lineOf(at),
        kind: 'value',
        from,
        to,
        before: returned,
        after: inForm(form, tests),
        shows: ANOTHER,
      }),
    }));
};

const editsOf = (path: string, text: string, parse: Parse | null): readonly ValueEdit[] => {
  if (parse !== null) return valuesInScript(text, parse, /\.[cm]?tsx?$/.test(path));
  if (languageOf(path) === 'script') return [];
  if (path.endsWith('.py')) return valuesInPython(text);
  if (path.endsWith('.go')) return valuesInGo(text);
  return path.endsWith('.rs') ? valuesInRust(text) : [];
};
