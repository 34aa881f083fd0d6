/**
 * The changes since the start of a run, as text for a reviewer: bounded, the short ones first, so that one long file
 * does not push the others out.
 *
 * @module
 */
import { diffLines, type Hunk } from '../mutation-check/diff-lines.ts';
import { type Base, listEarlier, openEarlier } from '../mutation-check/earlier-state.ts';
import { readInWorkspace } from '../mutation-check/find-changes.ts';
import { plainLine } from '../text/plain-line.ts';

export interface WrittenDiff {
  readonly text: string;
  /** Changed files that are not in the text, or only in part. */
  readonly cut: readonly string[];
}

interface DiffQuestion {
  /** Absolute. */
  readonly workspace: string;
  /** The state at the start of the run. */
  readonly base: Base;
  /** The sources, relative to the workspace. */
  readonly files: readonly string[];
  /** Whether a path of the base is no source although git tracks it. */
  readonly isLeftOut: (path: string) => boolean;
}

/** Characters of one file, and of all. */
const MAX_FILE = 40_000;
const MAX_DIFF = 200_000;
/** A larger file was not written by hand. */
const MAX_BYTES = 1_000_000;
/** Unchanged lines around a change. */
const CONTEXT = 3;

export const writeDiff = async ({ workspace, base, files, isLeftOut }: DiffQuestion): Promise<WrittenDiff> => {
  const now = new Set(files);
  const gone = (await listEarlier(workspace, base)).filter((path) => !now.has(path) && !isLeftOut(path));
  const readNow = readInWorkspace(workspace);
  const readEarlier = await openEarlier(workspace, base);
  const parts: Part[] = [];
  for (const path of files) {
    const bytes = await readNow(path);
    // A link has no content of its own.
    if (bytes === null) continue;
    const earlier = await readEarlier(path, bytes);
    if (earlier !== 'same') parts.push(describeChange(path, earlier?.text ?? null, bytes));
  }
  for (const path of gone) {
    const earlier = await readEarlier(path, Buffer.alloc(0));
    const text = earlier === null || earlier === 'same' ? '' : earlier.text;
    parts.push(cutPart(path, `deleted: ${plainLine(path)}\n${mark('-', splitLines(text))}`));
  }
  return join(parts);
};

interface Part {
  readonly path: string;
  readonly text: string;
  readonly isCut: boolean;
}

const join = (parts: readonly Part[]): WrittenDiff => {
  const cut = parts.filter(({ isCut }) => isCut).map(({ path }) => path);
  let text = '';
  for (const part of parts.toSorted((one, other) => one.text.length - other.text.length)) {
    if (text.length + part.text.length <= MAX_DIFF) text += `${part.text}\n`;
    else if (!cut.includes(part.path)) cut.push(part.path);
  }
  return { text, cut };
};

const describeChange = (path: string, before: string | null, bytes: Buffer): Part => {
  const title = `${before === null ? 'new' : 'changed'}: ${plainLine(path)}\n`;
  if (bytes.length > MAX_BYTES || bytes.subarray(0, 8_000).includes(0))
    return { path, text: `${title}(not shown: ${bytes.length} bytes, binary or too large)\n`, isCut: true };
  const now = bytes.toString('utf8');
  if (before === null) return cutPart(path, title + mark('+', splitLines(now)));
  return cutPart(path, title + renderHunks(splitLines(now), diffLines(before, now)));
};

const cutPart = (path: string, text: string): Part =>
  text.length <= MAX_FILE
    ? { path, text, isCut: false }
    : { path, text: `${text.slice(0, MAX_FILE)}\n(cut)\n`, isCut: true };

const splitLines = (text: string): readonly string[] => text.replace(/\n$/, '').split('\n');

const mark = (sign: string, lines: readonly string[]): string => lines.map((line) => `${sign}${line}\n`).join('');

/** Each block begins with the number of its first line in the new text. */
const renderHunks = (now: readonly string[], hunks: readonly Hunk[]): string => {
  let text = '';
  let shown = 0;
  for (const [at, { line, lines, before }] of hunks.entries()) {
    const from = Math.max(shown + 1, line - CONTEXT);
    if (from > shown + 1 || at === 0) text += `@@ line ${from} @@\n`;
    text += mark(' ', now.slice(from - 1, line - 1));
    if (before !== '') text += mark('-', splitLines(before));
    text += mark('+', now.slice(line - 1, line - 1 + lines));
    const next = hunks[at + 1]?.line ?? Number.POSITIVE_INFINITY;
    shown = Math.min(now.length, line - 1 + lines + CONTEXT, next - 1);
    text += mark(' ', now.slice(line - 1 + lines, shown));
  }
  return text;
};
