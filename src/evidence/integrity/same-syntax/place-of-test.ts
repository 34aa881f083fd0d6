/** The place of a test in the text of its file: its row of a table, or the lines from its name on. */
import { showOnly } from '../../mutation-check/values/other-values.ts';
import { hiddenIn } from '../../mutation-check/languages.ts';
import type { Cut } from '../additions/script-shapes.ts';
import { fileOfTest } from '../../../runners/is-green.ts';
import { escapePattern } from '../../../base/text/quote-text.ts';
import { columnOf } from '../../mutation-check/signature.ts';

// Rows of tables, as `['NO', 'no']` or `pytest.param("NO", id="a")`. Brackets that do not match give no rows.

/** In the order of their ends: a row inside of another one comes first. */
const findRows = (file: string, text: string): readonly Cut[] => {
  const bare = showOnly(text, hiddenIn(file));
  const rows: Cut[] = [];
  const open: { readonly char: string; readonly closed: number[]; from: number }[] = [];
  const endElement = (at: number): void => {
    const list = open.at(-1);
    if (list === undefined) return;
    const [first] = list.closed;
    const element = bare.slice(list.from, at);
    const start = list.from + (element.length - element.trimStart().length);
    const end = list.from + element.trimEnd().length;
    // It ends with the only group in it.
    const isGroup = first !== undefined && list.closed.length === 2 && list.closed.at(-1) === end;
    if (isGroup && '[{'.includes(list.char) && IS_NAMED.test(bare.slice(start, first))) rows.push({ start, end });
    list.from = at + 1;
    list.closed.length = 0;
  };
  for (let at = 0; at < bare.length; at += 1) {
    const char = bare.charAt(at);
    if ('([{'.includes(char)) {
      open.at(-1)?.closed.push(at);
      open.push({ char, closed: [], from: at + 1 });
    } else if (')]}'.includes(char)) {
      endElement(at);
      if (PAIRS[open.pop()?.char ?? ''] !== char) return [];
      open.at(-1)?.closed.push(at + 1);
    } else if (char === ',') endElement(at);
  }
  return open.length === 0 ? rows : [];
};

const PAIRS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
/** A key, and the name of a constructor: they may be in front of the group. */
const IS_NAMED = /^(?:(?:\w+|(["'`]) *\1)\s*(?::|=>?)\s*)?(?:new\s+)?[\w.&:]*$/;

/** The values that are written out in a row. */
const valuesOf = (row: string): readonly string[] =>
  [...row.matchAll(/(["'`])((?:\\.|(?!\1).)*)\1|(?<![\w.])-?\w[\w.]*/g)].map(([word, quote, inside = '']) =>
    quote === undefined ? word : inside,
  );

/** With the comma that belongs to it. */
const withComma = (text: string, { start, end }: Cut): Cut => {
  const [behind] = /^[ \t]*,[ \t]*/.exec(text.slice(end)) ?? [];
  if (behind !== undefined) return { start, end: end + behind.length };
  const [before = ''] = /,\s*$/.exec(text.slice(0, start)) ?? [];
  return { start: start - before.length, end };
};

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
    // Code of the tests may have the same text.
    const at = quoted(base) ?? quoted(base, String.raw`\b(?:test|it|specify)\(\s*`);
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
  const depth = columnOf(lines[0] ?? '');
  let last = 0;
  for (let at = 1; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '') continue;
    if (columnOf(line) > depth) {
      last = at;
      continue;
    }
    return columnOf(line) === depth && /^\s*(?:[)\]}]|end\b)/.test(line) ? at + 1 : last + 1;
  }
  return last + 1;
};
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
