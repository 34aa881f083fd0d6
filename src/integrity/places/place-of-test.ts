/**
 * The place of a test in the text of its file: its row of a table, or the lines from its name on.
 *
 * @module
 */
import { fileOfTest } from '../../testing/is-green.ts';
import { escapePattern } from '../../text/escape-pattern.ts';
import type { Cut } from '../additions/addition.ts';
import { findRows, valuesOf, withComma } from './table-rows.ts';

export interface Place extends Cut {
  /** With what goes with it: attributes and decorators, or the comma of a row. */
  readonly whole: Cut;
}

/** `null` for a test that has no place of its own. */
type FindPlace = (id: string) => Place | null;

/** A name in the code of Python, Go, Rust and similar languages. */
const IDENTIFIER = /^[A-Za-z_]\w*$/;

export const findPlaces = (text: string): FindPlace => {
  let rows: readonly Cut[] | undefined;
  return (id) => {
    const file = fileOfTest(id);
    const name = id.split(' > ').at(-1) ?? '';
    const [, values] = (file.endsWith('.py') && /\[(.*)\]$/.exec(name)) || [];
    const rowsOf = (): readonly Cut[] => (rows ??= findRows(file, text));
    const rowWith = (at: number): Place | null => asRow(rowsOf().find(({ start, end }) => start <= at && at < end));
    const asRow = (row: Cut | undefined): Place | null =>
      row === undefined ? null : { ...row, whole: withComma(text, row) };

    const quoted = (word: string, before = ''): number | null => {
      // Go writes a blank in the name of a subtest as an underscore.
      const written = file.endsWith('.go')
        ? escapePattern(word).replaceAll('_', String.raw`[\s_]`)
        : escapePattern(word);
      return word === '' ? null : onlyMatch(text, new RegExp(String.raw`${before}(["'\`])${written}\1`, 'g'));
    };
    if (values !== undefined) {
      const at = quoted(values, String.raw`\bid\s*=\s*`);
      const row =
        at === null
          ? asRow(onlyRow(rowsOf(), (each) => valuesOf(text.slice(each.start, each.end)).join('-') === values))
          : rowWith(at);
      if (row !== null) return row;
    }
    const base = values === undefined ? name : name.slice(0, -values.length - 2);
    if (IDENTIFIER.test(base)) {
      const at = onlyMatch(
        text,
        new RegExp(String.raw`^[ \t]*(?:pub\s+)?(?:async\s+)?(?:def|func|fn)\s+${base}\b`, 'gm'),
      );
      if (at !== null) return linesFrom(text, at);
    }
    const at = quoted(base);
    if (at !== null) return rowWith(at) ?? linesFrom(text, at);
    const parts = partsOfTitle(text, name);
    if (parts === null) return null;
    return asRow(
      onlyRow(rowsOf(), (each) => {
        const written = new Set(valuesOf(text.slice(each.start, each.end)));
        return parts.every((part) => written.has(part));
      }),
    );
  };

  function onlyRow(all: readonly Cut[], isIt: (row: Cut) => boolean): Cut | undefined {
    const found = all.filter(isIt);
    const inner = found.filter(
      (row) => !found.some((each) => each !== row && row.start <= each.start && each.end <= row.end),
    );
    return inner.length === 1 ? inner[0] : undefined;
  }
};

/** `null` for none, and for matches on several lines. */
const onlyMatch = (text: string, form: RegExp): number | null => {
  const places = [...text.matchAll(form)].map(({ index }) => index);
  const lines = new Set(places.map((at) => text.lastIndexOf('\n', at)));
  return lines.size === 1 ? (places[0] ?? null) : null;
};

const FILLED = /%[a-zA-Z]|[#$]\{[^}]*\}|\$[a-zA-Z_][\w.]*/;

/** The values that a table put into the one title that gives this name, such as `whispers %s` or `whispers ${word}`. */
const partsOfTitle = (text: string, name: string): readonly string[] | null => {
  const titles = [...text.matchAll(/(["'`])((?:(?!\1)[^\n\\])+)\1/g)].flatMap(([, , title = '']) => {
    if (!FILLED.test(title)) return [];
    const form = title.split(new RegExp(FILLED, 'g')).map(escapePattern).join('(.+?)');
    const [, ...parts] = new RegExp(`^${form}$`).exec(name) ?? [];
    return parts.length === 0 ? [] : [parts.map((part) => part.replace(/^(["'])(.*)\1$/, '$2'))];
  });
  const [parts] = titles;
  return titles.length === 1 && parts !== undefined ? parts : null;
};

const linesFrom = (text: string, at: number): Place => {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const lines = text.slice(start).split('\n');
  const length = lines.slice(0, findEnd(lines)).join('\n').length;
  const end = start + length;
  return { start, end, whole: { start: startAbove(text, start), end } };
};

/** By indentation, as formatters write it. The closing line belongs to the test, blank lines after it do not. */
const findEnd = (lines: readonly string[]): number => {
  const depth = depthOf(lines[0] ?? '');
  let last = 0;
  for (let at = 1; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '') continue;
    if (depthOf(line) > depth) {
      last = at;
      continue;
    }
    return depthOf(line) === depth && /^\s*(?:[)\]}]|end\b)/.test(line) ? at + 1 : last + 1;
  }
  return last + 1;
};

const depthOf = (line: string): number => line.length - line.trimStart().length;

/** With the decorators and attributes of the test. */
const startAbove = (text: string, start: number): number => {
  let at = start;
  while (at > 0) {
    const above = text.lastIndexOf('\n', at - 2) + 1;
    if (!/^\s*(?:@|#\[)/.test(text.slice(above, at))) return at;
    at = above;
  }
  return at;
};
