/**
 * The code that a run changed: which lines of which files, against the commit at which it began. Tests, documents and
 * settings are no code. What git has no earlier state of counts as new.
 *
 * @module
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runGit } from '../evidence/git.ts';
import { WITHOUT_FOLLOWING } from '../evidence/open-flags.ts';
import { WorkspaceError } from '../evidence/workspace-error.ts';
import { diffLines, type Hunk } from './diff-lines.ts';
import type { Lines } from './fault.ts';
import { languageOf } from './languages.ts';

export interface ChangedFile {
  /** Relative to the workspace, with `/`. */
  readonly path: string;
  readonly text: string;
  /** There was no such file at the commit. */
  readonly isNew: boolean;
  readonly hunks: readonly Hunk[];
  /** The lines of the hunks. */
  readonly lines: Lines;
}

export interface ChangesQuestion {
  /** Absolute. */
  readonly workspace: string;
  /** The commit at which the run began; `null`: everything is new. */
  readonly base: string | null;
  /** The sources, relative to the workspace. */
  readonly files: readonly string[];
  readonly isTest: (path: string) => boolean;
}

/** Settings of tools, written in the language of the code. */
const SETTINGS = /(?:^|\/)(?:[\w.-]+\.config|\.[\w-]+rc|conftest|setup|noxfile|build)\.(?:[cm]?[jt]s|py|rs)$/;
/** What is larger was not written by hand, and would take longer to read than a suite to run. */
const MAX_CHARACTERS = 1_000_000;

/** In the order of `files`. Files that cannot be read, are no text or are very large are left out. */
export const findChanges = async ({
  workspace,
  base,
  files,
  isTest,
}: ChangesQuestion): Promise<readonly ChangedFile[]> => {
  const known = base === null ? new Map<string, string>() : await listBlobs(workspace, base);
  const changed: ChangedFile[] = [];
  for (const path of files) {
    if (languageOf(path) === null || isTest(path) || SETTINGS.test(path)) continue;
    const bytes = await readFile(join(workspace, path), { flag: WITHOUT_FOLLOWING }).catch(() => null);
    if (bytes === null || bytes.length > MAX_CHARACTERS) continue;
    const text = bytes.toString('utf8');
    const blob = known.get(path);
    if (blob === hashBlob(bytes, blob) || !Buffer.from(text, 'utf8').equals(bytes)) continue;
    const before =
      blob === undefined
        ? ''
        : Buffer.from(await runGit(workspace, [...AS_IT_IS, 'cat-file', 'blob', blob])).toString('utf8');
    const hunks = withoutTests(path, text, diffLines(before, text));
    if (hunks.length > 0) changed.push({ path, text, isNew: blob === undefined, hunks, lines: linesOf(hunks) });
  }
  return changed;
};

/** The agent owns the repository: what it put in the place of an object is not looked at. */
const AS_IT_IS = ['--no-replace-objects'] as const;

/** Ids of the files of a commit, relative to the workspace; none where the commit is gone. */
const listBlobs = async (workspace: string, base: string): Promise<ReadonlyMap<string, string>> => {
  try {
    const listed = Buffer.from(await runGit(workspace, [...AS_IT_IS, 'ls-tree', '-r', '-z', base])).toString('utf8');
    return new Map(
      listed.split('\0').flatMap((entry) => {
        const [, id, path] = /^\d+ blob (\S+)\t([\s\S]+)$/.exec(entry) ?? [];
        return id === undefined || path === undefined ? [] : [[path, id] as const];
      }),
    );
  } catch (error) {
    if (error instanceof WorkspaceError) return new Map();
    throw error;
  }
};

/** As git would name it, in a repository of that kind of names. */
const hashBlob = (content: Buffer, like = ''): string =>
  createHash(like.length === 64 ? 'sha256' : 'sha1')
    .update(`blob ${content.length}\0`)
    .update(content)
    .digest('hex');

const linesOf = (hunks: readonly Hunk[]): Lines =>
  new Set(hunks.flatMap(({ line, lines }) => Array.from({ length: lines }, (_, i) => line + i)));

/** Tests inside of a Rust source stand at its end. */
const withoutTests = (path: string, text: string, hunks: readonly Hunk[]): readonly Hunk[] => {
  const at = path.endsWith('.rs') ? text.search(/^[ \t]*#\s*!?\s*\[\s*cfg\s*\(\s*test\b/m) : -1;
  if (at === -1) return hunks;
  const first = text.slice(0, at).split('\n').length;
  return hunks
    .filter(({ line }) => line < first)
    .map((hunk) => ({ ...hunk, lines: Math.min(hunk.lines, first - hunk.line) }));
};
