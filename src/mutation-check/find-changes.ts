/**
 * The code that a run changed: which lines of which files, compared with the start of the run. Tests, documents and
 * settings are no code. Code without an earlier state counts as new.
 *
 * @module
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WITHOUT_FOLLOWING } from '../files/open-plain.ts';
import { diffLines, type Hunk } from './diff-lines.ts';
import { type Base, openEarlier } from './earlier-state.ts';
import type { Lines } from './mutant.ts';
import { languageOf } from './languages.ts';

export interface ChangedFile {
  /** Relative to the workspace, with `/`. */
  readonly path: string;
  readonly text: string;
  /** There was no such file before. */
  readonly isNew: boolean;
  readonly hunks: readonly Hunk[];
  /** The lines of the hunks. */
  readonly lines: Lines;
}

interface ChangesQuestion {
  /** Absolute. */
  readonly workspace: string;
  /** The state at the start of the run. */
  readonly base: Base;
  /** The sources, relative to the workspace. */
  readonly files: readonly string[];
  readonly isTest: (path: string) => boolean;
  /** The current content of a file; null where it has none. @default as it is in the workspace */
  readonly read?: ReadNow;
}

/** @param path - relative to the workspace */
export type ReadNow = (path: string) => Promise<Buffer | null>;

/** No link is followed. @param workspace - absolute */
export const readInWorkspace =
  (workspace: string): ReadNow =>
  (path) =>
    readFile(join(workspace, path), { flag: WITHOUT_FOLLOWING }).catch(() => null);

/** Settings of tools, written in the language of the code. */
const SETTINGS = /(?:^|\/)(?:[\w.-]+\.config|\.[\w-]+rc|setup|noxfile|build)\.(?:[cm]?[jt]s|py|rs)$/;
/** A larger file was not written by hand, and would take longer to read than a suite to run. */
const MAX_CHARACTERS = 1_000_000;

/** In the order of `files`. Unreadable, binary or very large files are omitted. */
export const findChanges = async ({
  workspace,
  base,
  files,
  isTest,
  read = readInWorkspace(workspace),
}: ChangesQuestion): Promise<readonly ChangedFile[]> => {
  const readEarlier = await openEarlier(workspace, base);
  const changed: ChangedFile[] = [];
  for (const path of files) {
    if (languageOf(path) === null || isTest(path) || SETTINGS.test(path)) continue;
    const bytes = await read(path);
    if (bytes === null || bytes.length > MAX_CHARACTERS) continue;
    const text = bytes.toString('utf8');
    if (!Buffer.from(text, 'utf8').equals(bytes)) continue;
    const earlier = await readEarlier(path, bytes);
    if (earlier === 'same') continue;
    const hunks = withoutTests(path, text, diffLines(earlier?.text ?? '', text));
    if (hunks.length > 0) changed.push({ path, text, isNew: earlier === null, hunks, lines: linesOf(hunks) });
  }
  return changed;
};

const linesOf = (hunks: readonly Hunk[]): Lines =>
  new Set(hunks.flatMap(({ line, lines }) => Array.from({ length: lines }, (_, i) => line + i)));

/** Tests inside of a Rust source are at its end. */
const withoutTests = (path: string, text: string, hunks: readonly Hunk[]): readonly Hunk[] => {
  const at = path.endsWith('.rs') ? text.search(/^[ \t]*#\s*!?\s*\[\s*cfg\s*\(\s*test\b/m) : -1;
  if (at === -1) return hunks;
  const first = text.slice(0, at).split('\n').length;
  return hunks
    .filter(({ line }) => line < first)
    .map((hunk) => ({ ...hunk, lines: Math.min(hunk.lines, first - hunk.line) }));
};
