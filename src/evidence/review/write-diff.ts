/** The changes since the start of a run, for a reviewer: the short ones first, so that a long one pushes none out. */
import { readlink } from 'node:fs/promises';
import { join as nodeJoin } from 'node:path';
import { diffLines, type Hunk } from '../mutation-check/order-mutants.ts';
import { type Base, listEarlier, openEarlier } from '../../project/sources/earlier-state.ts';
import { readInWorkspace } from '../mutation-check/find-changes.ts';
import { plainLine } from '../../base/text/plain-line.ts';

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
  /** Whether the reviewer can open a file: only such a one is cut. @default each */
  readonly isOpen?: (path: string) => boolean;
}

/** Characters of one file, and of all. */
const MAX_FILE = 40_000;
const MAX_DIFF = 200_000;
/** A larger file was not written by hand. */
const MAX_BYTES = 1_000_000;
/** Unchanged lines around a change. */
const CONTEXT = 3;

export const writeDiff = async ({
  workspace,
  base,
  files,
  isLeftOut,
  isOpen = () => true,
}: DiffQuestion): Promise<WrittenDiff> => {
  const now = new Set(files);
  const gone = (await listEarlier(workspace, base)).filter((path) => !now.has(path) && !isLeftOut(path));
  const readNow = readInWorkspace(workspace);
  const readEarlier = await openEarlier(workspace, base);
  const parts: Part[] = [];
  for (const path of files) {
    const bytes = await readNow(path);
    if (bytes === null) {
      // A link has no content of its own, and is not in the folder of the reviewer.
      const target = await readlink(nodeJoin(workspace, path)).catch(() => null);
      const before = target === null ? 'same' : await readEarlier(path, Buffer.from(target));
      if (before !== 'same') parts.push(whole(path, `link: ${plainLine(path)} to ${plainLine(target ?? '')}\n`));
      continue;
    }
    const earlier = await readEarlier(path, bytes);
    if (earlier !== 'same') parts.push(describeChange(path, earlier?.text ?? null, bytes, isOpen(path)));
  }
  for (const path of gone) {
    const earlier = await readEarlier(path, Buffer.alloc(0));
    const text = earlier === null || earlier === 'same' ? '' : earlier.text;
    // It is gone, so it is not named as one to open.
    parts.push({ ...cutPart(path, `deleted: ${plainLine(path)}\n${mark('-', splitLines(text))}`), isCut: false });
  }
  return join(parts);
};

interface Part {
  readonly path: string;
  readonly text: string;
  readonly isCut: boolean;
  readonly isOpen: boolean;
}

const join = (parts: readonly Part[]): WrittenDiff => {
  const cut = parts.filter(({ isCut, isOpen }) => isCut && isOpen).map(({ path }) => path);
  let text = '';
  // Those that cannot be opened come first: they are shown here or nowhere.
  for (const part of parts.toSorted(
    (one, other) => Number(one.isOpen) - Number(other.isOpen) || one.text.length - other.text.length,
  )) {
    if (text.length + part.text.length <= MAX_DIFF) text += `${part.text}\n`;
    else if (!part.isOpen) text += `${part.text.split('\n', 1)[0] ?? ''}\n(not shown: too long)\n`;
    else if (!cut.includes(part.path)) cut.push(part.path);
  }
  return { text, cut };
};

const describeChange = (path: string, before: string | null, bytes: Buffer, isOpen: boolean): Part => {
  const title = `${before === null ? 'new' : 'changed'}: ${plainLine(path)}\n`;
  if (bytes.length > MAX_BYTES || bytes.subarray(0, 8_000).includes(0))
    return { path, text: `${title}(not shown: ${bytes.length} bytes, binary or too large)\n`, isCut: true, isOpen };
  const now = bytes.toString('utf8');
  const text = before === null ? mark('+', splitLines(now)) : renderHunks(splitLines(now), diffLines(before, now));
  return isOpen ? cutPart(path, title + text) : whole(path, title + text);
};

/** The reviewer cannot open it. */
const whole = (path: string, text: string): Part => ({ path, text, isCut: false, isOpen: false });

const cutPart = (path: string, text: string): Part =>
  text.length <= MAX_FILE
    ? { path, text, isCut: false, isOpen: true }
    : { path, text: `${text.slice(0, MAX_FILE)}\n(cut)\n`, isCut: true, isOpen: true };

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
