/**
 * The files that an iteration changed: the commit of its exit against the one before, or, of the last iteration, the workspace
 * against the last commit. Other iterations leave nothing that could be compared.
 *
 * @module
 */
import type { ChangedFile, PageChanges } from '../../../page/page-changes.ts';
import { showText } from '../../../page/show-text.ts';
import { openRepository } from '../../../proof/repository.ts';
import type { WorkRecord } from '../../../records/records.ts';
import { createRedactData, type RedactData } from '../../../redact/redact-data.ts';
import { mayHaveSecrets } from '../../../redact/secret-files.ts';
import { showCount } from '../../../text/amounts.ts';
import type { FoundRun } from '../find-runs.ts';
import { diffTexts, type Pair } from './diff-texts.ts';
import { type Side, sideOfCommit, sideOfWorkspace } from './entries.ts';

const MAX_FILES = 50;
const MAX_LINES = 400;
const MAX_LINE = 300;
const MAX_PATH = 300;

interface Compared {
  /** Those of the iteration. */
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
