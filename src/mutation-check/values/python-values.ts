/**
 * The functions of Python that return a value, by patterns. Pure.
 *
 * @module
 */
import { hiddenIn } from '../languages.ts';
import { columnOf } from '../signature.ts';
import { balancedEnd, replaceIn, showOnly } from './text-parts.ts';
import { pyOther } from './other-values.ts';
import type { ValueEdit } from './value-edit.ts';

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
