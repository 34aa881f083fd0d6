/** The documents of the workspace, compared with the start of the run. */
import { extname } from 'node:path';
import { basename } from 'node:path/posix';
import picomatch from 'picomatch';
import type { Finding } from '../../../../gates/iteration.ts';
import type { ChangedDocument, DocumentsOfChange } from '../../documents/changed-documents.ts';
import { finding } from '../../findings/findings.ts';
import type { Freeze } from '../../integrity/freeze.ts';
import { type Base, listEarlier, openEarlier } from '../../../project/sources/earlier-state.ts';
import { type ReadNow, readInWorkspace } from '../../mutation-check/find-changes.ts';

/** The start of the run, and the files now. */
export interface AsOfStart {
  /** Absolute: the workspace. */
  readonly folder: string;
  /** Globs of documents. */
  readonly globs: readonly string[];
  readonly base: Base;
  /** The sources, relative to the workspace. */
  readonly files: readonly string[];
  readonly frozen: Freeze;
  /** @default the files of the workspace */
  readonly read?: ReadNow;
  /** The code that the run changed, whose README and CHANGELOG are documents wherever it lies. @default none */
  readonly code?: readonly string[];
}

interface SinceStart {
  readonly documents: Omit<DocumentsOfChange, 'names' | 'comments'>;
  readonly outside: readonly Finding[];
}

/** Files that people take for documents. */
const LIKE_DOCUMENTS = new Set(['.md', '.mdx', '.markdown', '.adoc', '.asciidoc', '.rst', '.txt']);
/** Every package of a workspace has its own. */
const OF_A_PACKAGE = /^(?:readme|changelog|changes|history)(?:\.(?:md|mdx|markdown|adoc|asciidoc|rst|txt))?$/i;

/** Whether it describes the code beside or below it. */
const isOfCode = (path: string, code: readonly string[]): boolean => {
  const name = basename(path);
  const folder = path.slice(0, path.length - name.length);
  return OF_A_PACKAGE.test(name) && code.some((each) => each.startsWith(folder));
};

const MOST_NEAR_MISSES = 3;
const MOST_BYTES = 1_000_000;

/**
 * The answer of a repository without the files of that commit would be that everything is new, so there is none.
 *
 * @returns also a finding for each changed file that is no document because of its path; `null` without an earlier state
 */
export const readDocumentsSinceStart = async ({
  folder,
  globs,
  base,
  files,
  frozen,
  read = readInWorkspace(folder),
  code = [],
}: AsOfStart): Promise<SinceStart | null> => {
  const before = await listEarlier(folder, base);
  if (before.length === 0) return null;
  const isListed = picomatch([...globs], { dot: true, flags: 'is' });
  const isDocument = (path: string): boolean =>
    isListed(path) || (!Object.hasOwn(frozen, path) && isOfCode(path, code));
  const readEarlier = await openEarlier(folder, base);
  const changed: ChangedDocument[] = [];
  const others: { readonly path: string; readonly text: string }[] = [];
  const outside: Finding[] = [];
  for (const path of files.toSorted()) {
    const isOne = isDocument(path);
    const isLikeOne = LIKE_DOCUMENTS.has(extname(path).toLowerCase()) && !Object.hasOwn(frozen, path);
    if (!isOne && !isLikeOne) continue;
    const bytes = await read(path);
    if (bytes === null || bytes.length > MOST_BYTES) continue;
    const earlier = await readEarlier(path, bytes);
    const text = bytes.toString('utf8');
    if (earlier === 'same') others.push({ path, text });
    else if (isOne) changed.push({ path, text, before: earlier?.text ?? '' });
    else outside.push(finding('document.outside', { path, globs }));
  }
  // Text of a removed document is not new in another one.
  const present = new Set(files);
  for (const path of before) {
    if (present.has(path) || !isDocument(path)) continue;
    const earlier = await readEarlier(path, Buffer.alloc(0));
    if (earlier !== null && earlier !== 'same') others.push({ path, text: earlier.text });
  }
  return { documents: { changed, others }, outside: outside.slice(0, MOST_NEAR_MISSES) };
};
