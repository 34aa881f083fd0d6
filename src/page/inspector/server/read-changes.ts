/**
 * The files that an iteration changed: the commit of its exit against the one before, or, of the last iteration, the
 * workspace against the last commit. Other iterations leave nothing that could be compared.
 */
import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { Config } from '../../../project/config/config.ts';
import { readBytes, WITHOUT_FOLLOWING } from '../../../base/files/open-plain.ts';
import { hashBlob, readBlobs, git, type Repository, openRepository } from '../../../commits/repository.ts';
import { takeFingerprint, findSourceListing } from '../../../project/sources/fingerprint.ts';
import { runGitTo } from '../../../project/sources/git.ts';
import { makeTemporaryFolder } from '../../../base/temporary-folder.ts';
import type { ChangedFile, PageChanges } from '../../page-transcript.ts';
import { showText } from '../../trim-value.ts';
import type { WorkRecord } from '../../../records/records.ts';
import { createRedactData, type RedactData } from '../../../base/redact-text.ts';
import { mayHaveSecrets } from '../../../base/secret-files.ts';
import { showCount } from '../../../base/text/amounts.ts';
import type { FoundRun } from './find-runs.ts';

// Sides of a comparison: a commit by git, and the sources. Nothing is written; git starts no program of the repository.

/** One file: `null` is a content that is not read, because it is too large. */
interface Side {
  /** Path, relative to the workspace → mode, blank, id. */
  readonly entries: ReadonlyMap<string, string>;
  readonly read: (paths: readonly string[]) => Promise<ReadonlyMap<string, Buffer | null>>;
}

const MAX_BYTES = 256 * 1024;
/** Files between two turns of the event loop. */
const BATCH = 50;
/** A clone without all objects must not ask its remote. */
const env = { GIT_NO_LAZY_FETCH: '1' };

/** @throws {ProofError} when the commit is not there */
const sideOfCommit = async (repository: Repository, commit: string): Promise<Side> => {
  const listed = await git(repository, ['ls-tree', '-r', '-l', '-z', commit], { env });
  const entries = new Map<string, string>();
  const sizes = new Map<string, number>();
  for (const line of listed.toString('utf8').split('\0')) {
    const [, mode, id, size, path] = /^(\d{6}) blob ([0-9a-f]+) +(\d+)\t([\s\S]+)$/.exec(line) ?? [];
    if (path === undefined) continue;
    entries.set(path, `${mode} ${id}`);
    sizes.set(path, Number(size));
  }
  return {
    entries,
    read: async (paths) => {
      const small = paths.filter((path) => (sizes.get(path) ?? 0) <= MAX_BYTES);
      const idOf = (path: string): string => entries.get(path)?.split(' ')[1] ?? '';
      const blobs = new Map<string, Buffer>();
      for await (const [id, content] of readBlobs(repository, [...new Set(small.map(idOf))])) blobs.set(id, content);
      return new Map(paths.map((path) => [path, blobs.get(idOf(path)) ?? null]));
    },
  };
};

/**
 * @param committed - entries of a commit: a file that equals one has its id
 * @throws {WorkspaceError} when the sources cannot be read
 */
const sideOfWorkspace = async (
  { folder, tests }: Pick<Config, 'folder' | 'tests'>,
  { format }: Pick<Repository, 'format'>,
  committed: Side['entries'],
): Promise<Side> => {
  const sources = await findSourceListing(folder);
  const { files } = await takeFingerprint(folder, { writes: tests.writes, sources });
  const read = (path: string): Buffer | null => readSource(join(folder, path), files.get(path) ?? '');
  const entries = new Map<string, string>();
  for (const [path, word] of files) {
    // The loop may be in this very process.
    if (entries.size % BATCH === BATCH - 1) await turnOfTheEventLoop();
    const known = committed.get(path);
    const [mode = ''] = word.split(' ');
    // The words of a fingerprint are SHA-256; most repositories have SHA-1.
    const isSame = format === 'sha256' ? known === word : known === `${mode} ${idOf(read(path))}`;
    entries.set(path, isSame ? (known ?? word) : word);
  }
  const readSmall = (path: string): Buffer | null => {
    const content = read(path);
    return content === null || content.length > MAX_BYTES ? null : content;
  };
  return { entries, read: (paths) => Promise.resolve(new Map(paths.map((path) => [path, readSmall(path)]))) };
};

const idOf = (content: Buffer | null): string => (content === null ? '' : hashBlob('sha1', content));

const readSource = (path: string, word: string): Buffer | null => {
  if (word.startsWith('120000')) return Buffer.from(readlinkSync(path));
  return readBytes(path, WITHOUT_FOLLOWING);
};

/** `null`: the file is not there. */
type Pair = readonly [before: string | null, after: string | null];

const DIFF =
  'diff --no-index --no-ext-diff --no-textconv --no-color --no-renames --text --unified=3 --src-prefix=a/ --dst-prefix=b/ -- before after'.split(
    ' ',
  );

/** @returns the lines of each diff, in the order of the pairs, without its head; none for a pair of equal texts */
const diffTexts = async (pairs: readonly Pair[]): Promise<readonly (readonly string[])[]> => {
  const folder = await makeTemporaryFolder('changes');
  try {
    for (const [at, side] of ['before', 'after'].entries()) {
      await mkdir(join(folder, side));
      for (const [n, pair] of pairs.entries())
        if (typeof pair[at] === 'string') await writeFile(join(folder, side, String(n)), pair[at]);
    }
    const { stdout } = await runGitTo(folder, DIFF, { answers: [1] });
    return splitDiff(Buffer.from(stdout).toString('utf8'), pairs.length);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Lines of a text begin with a blank, a sign or an `@`: only git's own begin with a letter. */
const splitDiff = (text: string, count: number): readonly (readonly string[])[] => {
  const diffs = Array.from({ length: count }, (): string[] => []);
  let current: string[] | undefined;
  let isBody = false;
  for (const line of text.split('\n')) {
    const n = /^diff --git \S+\/(\d+) \S+\/\d+$/.exec(line)?.[1];
    if (n !== undefined) [current, isBody] = [diffs[Number(n)], false];
    isBody ||= line.startsWith('@@');
    if (isBody && /^[-+ @\\]/.test(line)) current?.push(line);
  }
  return diffs;
};

const MAX_FILES = 50;
const MAX_LINES = 400;
const MAX_LINE = 300;
const MAX_PATH = 300;

interface Compared {
  readonly records: readonly WorkRecord[];
  /** The commit before the iteration; null without one. */
  readonly before: string | null;
  readonly isLast: boolean;
}

/** @throws {DualgateError} when git refuses, or a source cannot be read */
export const readChanges = async (found: FoundRun, { records, before, isLast }: Compared): Promise<PageChanges> => {
  const commit = records.findLast((record) => record.type === 'work.committed')?.data.commit ?? null;
  if (before === null) return nothing('There is no commit to compare with.');
  if (commit === null && !isLast)
    return nothing(
      'The files of this iteration were not kept. With commits: true, those of each exit are; of the last iteration, those of the workspace are compared.',
    );
  const repository = await openRepository(found.config.folder);
  const old = await sideOfCommit(repository, before);
  const now =
    commit === null
      ? await sideOfWorkspace(found.config, repository, old.entries)
      : await sideOfCommit(repository, commit);
  const { files, total } = await compare(old, now, createRedactData(found.config, process.env));
  const [from, to] = [before.slice(0, 12), commit === null ? 'the workspace now' : commit.slice(0, 12)];
  return { says: `${total === 0 ? 'No file' : showCount(total, 'file')} changed from ${from} to ${to}.`, files, total };
};

const nothing = (says: string): PageChanges => ({ says, files: [], total: 0 });

const compare = async (old: Side, now: Side, redact: RedactData): Promise<Omit<PageChanges, 'says'>> => {
  const paths = [...new Set([...old.entries.keys(), ...now.entries.keys()])]
    .filter((path) => old.entries.get(path) !== now.entries.get(path))
    .toSorted();
  const shown = paths.slice(0, MAX_FILES);
  const readable = shown.filter((path) => !mayHaveSecrets(path));
  const has = (side: Side) => (path: string) => side.entries.has(path);
  const [before, after] = await Promise.all([old.read(readable.filter(has(old))), now.read(readable.filter(has(now)))]);
  const sides = shown.map((path) => [before.get(path), after.get(path)] as const);
  const notes = shown.map((path, at) => (mayHaveSecrets(path) ? HIDDEN : noteOf(...(sides[at] ?? []))));
  // Without secrets before they are compared: a diff may begin in the middle of one.
  const textOf = (content: Buffer | null | undefined): string | null =>
    content === undefined || content === null ? null : redact(content.toString('utf8'));
  const diffs = await diffTexts(
    sides.map(([one, other], at): Pair => (notes[at] === '' ? [textOf(one), textOf(other)] : [null, null])),
  );
  const files = shown.map((path, at): ChangedFile => {
    const lines = diffs[at] ?? [];
    const count = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length;
    return {
      path: showText(redact(path), MAX_PATH),
      is: !old.entries.has(path) ? 'new' : now.entries.has(path) ? 'changed' : 'removed',
      note: notes[at] === '' && lines.length === 0 ? 'only its mode, or a secret in it, differs' : (notes[at] ?? ''),
      added: count('+'),
      removed: count('-'),
      lines: lines.slice(0, MAX_LINES).map((line) => showText(line, MAX_LINE)),
      total: lines.length,
    };
  });
  return { files, total: paths.length };
};

/** Redaction knows values and forms: a password of few letters has none. */
const HIDDEN = 'not shown: such a file may have secrets';

/** Why there is no diff; '' where there is one. */
const noteOf = (...contents: readonly (Buffer | null | undefined)[]): string => {
  if (contents.includes(null)) return 'too large to compare here';
  return contents.some((content) => content?.includes(0) === true) ? 'not a text' : '';
};
