/**
 * Which tests of a file an edit changed, read from the text alone: their lines, and nothing outside of them.
 * An edit that cannot be told apart from an edit of another test is refused.
 *
 * @module
 */
import { escapePattern } from '../text/escape-pattern.ts';

/** The lines of one test: from `start` up to `end`, which is not one of them. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The test with the whole edit in its lines, by its id; `null` when there is none.
 *
 * @param before - the text as it was frozen
 * @param ids - of the tests that may be edited
 */
export const findEditedTest = (before: string, after: string, ids: readonly string[]): string | null =>
  ids.find((id) => isEditOf(before, after, [id])) ?? null;

/** Whether the whole edit is in the lines of these tests, which have the names and the order of before. */
export const isEditOf = (before: string, after: string, ids: readonly string[]): boolean => {
  const [old, edited] = [cutOut(before, ids), cutOut(after, ids)];
  return old !== null && edited !== null && JSON.stringify(old) === JSON.stringify(edited);
};

/** The lines around the tests, and the tests by their ids; `null` if one of them has no lines of its own. */
const cutOut = (text: string, ids: readonly string[]): readonly unknown[] | null => {
  const lines = text.split('\n');
  const spans: { readonly id: string; readonly span: Span }[] = [];
  for (const id of new Set(ids)) {
    const span = findSpan(lines, id);
    if (span === null) return null;
    spans.push({ id, span });
  }
  spans.sort((one, other) => one.span.start - other.span.start);
  const parts: unknown[] = [];
  let at = 0;
  for (const { id, span } of spans) {
    if (span.start < at) return null;
    parts.push(lines.slice(at, span.start), id);
    at = span.end;
  }
  return [...parts, lines.slice(at)];
};

/** The lines of these tests by their ids; `null` if one of them has no lines of its own. */
export const linesOfTests = (text: string, ids: Iterable<string>): ReadonlyMap<string, readonly string[]> | null => {
  const lines = text.split('\n');
  const found = new Map<string, readonly string[]>();
  for (const id of ids) {
    const span = findSpan(lines, id);
    if (span === null) return null;
    found.set(id, lines.slice(span.start, span.end));
  }
  return found;
};

/**
 * The text with other lines for these tests, or without them and what is written above them for them (`null`); `null`
 * if one of them has no lines of its own.
 */
export const replaceTests = (text: string, others: ReadonlyMap<string, readonly string[] | null>): string | null => {
  const lines = text.split('\n');
  const cuts: { readonly start: number; readonly end: number; readonly by: readonly string[] }[] = [];
  for (const [id, by] of others) {
    const span = findSpan(lines, id);
    if (span === null) return null;
    cuts.push({ start: by === null ? startAbove(lines, span.start) : span.start, end: span.end, by: by ?? [] });
  }
  cuts.sort((one, other) => other.start - one.start);
  for (const [at, { start, end, by }] of cuts.entries()) {
    if (end > (cuts[at - 1]?.start ?? lines.length)) return null;
    lines.splice(start, end - start, ...by);
  }
  return lines.join('\n');
};

/** With the decorators and attributes of the test. */
const startAbove = (lines: readonly string[], start: number): number => {
  let at = start;
  while (at > 0 && /^\s*(?:@|#\[)/.test(lines[at - 1] ?? '')) at -= 1;
  return at;
};

/** Whether the edit has a place: the test's name is on exactly one line. */
export const isLocated = (text: string, id: string): boolean => findSpan(text.split('\n'), id) !== null;

/** A name in the code of Python, Go, Rust and similar languages. */
const IDENTIFIER = /^[A-Za-z_]\w*$/;

const findSpan = (lines: readonly string[], id: string): Span | null => {
  // Parameters of pytest are no part of the name in the code.
  const name = (id.split(' > ').at(-1) ?? '').replace(/\[.*\]$/, '');
  if (name === '') return null;
  const forms = [
    ...(IDENTIFIER.test(name)
      ? [new RegExp(String.raw`^\s*(?:async\s+)?(?:def|func|fn)\s+${escapePattern(name)}\b`)]
      : []),
    new RegExp(String.raw`(["'\`])${escapePattern(name)}\1`),
  ];
  for (const form of forms) {
    const found = lines.flatMap((line, at) => (form.test(line) ? [at] : []));
    const [start] = found;
    if (start !== undefined && found.length === 1) return { start, end: findEnd(lines, start) };
  }
  return null;
};

/** By indentation, as formatters write it. The closing line belongs to the test, blank lines after it do not. */
const findEnd = (lines: readonly string[], start: number): number => {
  const depth = depthOf(lines[start] ?? '');
  let last = start;
  for (let at = start + 1; at < lines.length; at += 1) {
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
