/**
 * Marks the file of a task in a commit on the branch of its run, with git plumbing: nothing of the checkout is read.
 * The run is over and its own commits are unchanged; a proof of the run finds them below.
 *
 * @module
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListConfig } from '../../config/shape-work.ts';
import { isAncestor, moveBranch, readTip } from '../../proof/branch.ts';
import { oneLine } from '../../proof/commit-trailers.ts';
import { readBlobs } from '../../proof/read-blobs.ts';
import { askGit, git, type Repository } from '../../proof/repository.ts';
import { type Entry, readTree, writeIndexInfo } from '../../proof/tree-entries.ts';
import { type Author, writeCommit } from '../../proof/write-commit.ts';
import type { Marking } from '../list-record.ts';
import { markSpec } from './marking.ts';
import { makeTemporaryFolder } from '../../temporary/temporary-folder.ts';

interface CommitToMark {
  readonly how: ListConfig['done'];
  readonly spec: string;
  readonly list: string;
  readonly run: string;
  readonly branch: string;
  /** The last commit of the run. */
  readonly tip: string;
  readonly author: Author;
  /** ISO 8601. */
  readonly at: string;
}

interface MarkedCommit {
  /** The commit that tasks that need this one begin from: the marking, or the last commit of the run without one. */
  readonly commit: string;
  readonly marked: Marking;
}

/** @throws {ProofError} when git refuses; then it can be tried again */
export const markCommit = async (repository: Repository, wanted: CommitToMark): Promise<MarkedCommit> => {
  const { how, spec, branch, tip, run } = wanted;
  const refuse = (commit: string, why: string): MarkedCommit => ({ commit, marked: { how: null, path: spec, why } });
  const at = await readTip(repository, branch);
  if (at === null || !(await isAncestor(repository, tip, at)))
    return refuse(tip, `someone removed the commits of the run from the branch ${branch}`);
  const entries = await readTree(repository, at);
  const placeOf = (path: string) => `${repository.prefix}${Buffer.from(path, 'utf8').toString('latin1')}`;
  const entry = entries.get(placeOf(spec));
  if (entry === undefined) {
    const moved = markSpec(how, spec, Buffer.alloc(0));
    const isMoved = how === 'move' && 'path' in moved && entries.has(placeOf(moved.path));
    return isMoved ? { commit: at, marked: { how, path: moved.path } } : refuse(at, `${spec} is not on the branch`);
  }
  const [mode = '', object = ''] = entry.split(' ');
  if (!mode.startsWith('100')) return refuse(at, `${spec} is not a regular file`);
  const content = await readBlob(repository, object);
  const marked = markSpec(how, spec, content);
  if ('why' in marked) return refuse(at, marked.why);
  if (marked.path === spec && marked.content.equals(content)) return { commit: at, marked: { how, path: spec } };
  if (marked.path !== spec && entries.has(placeOf(marked.path))) return refuse(at, `${marked.path} already exists`);
  const changes = new Map<string, Entry | null>();
  if (marked.path !== spec) changes.set(placeOf(spec), null);
  const blob = await askGit(repository, ['hash-object', '-w', '--stdin', '--no-filters'], { input: marked.content });
  changes.set(placeOf(marked.path), `${mode} ${blob}`);
  const tree = await writeTree(repository, at, changes);
  const message = writeMessage(wanted, marked.path);
  const commit = await writeCommit(repository, { tree, parent: at, message, author: wanted.author, at: wanted.at });
  await moveBranch(repository, branch, { to: commit, from: at, why: `dualgate: the task of ${run} is done` });
  return { commit, marked: { how, path: marked.path } };
};

/** Trailers of their own: a commit with `Dualgate-` trailers belongs to a run, and this one does not. */
const writeMessage = ({ how, spec, list, run }: CommitToMark, path: string): string => {
  const what = { checkboxes: 'its boxes are ticked', front_matter: 'its front matter says so', move: `it is ${path}` };
  return [
    `DONE: ${oneLine(spec)}`,
    '',
    `Both gates agreed at the end of every phase, or an operator forced it; ${oneLine(what[how])}.`,
    '',
    `Task: ${oneLine(spec)}`,
    `Task-List: ${list}`,
    `Task-Run: ${run}`,
    '',
  ].join('\n');
};

const readBlob = async (repository: Repository, object: string): Promise<Buffer> => {
  for await (const [, content] of readBlobs(repository, [object])) return content;
  return Buffer.alloc(0);
};

const writeTree = async (
  repository: Repository,
  base: string,
  changes: ReadonlyMap<string, Entry | null>,
): Promise<string> => {
  const aside = await makeTemporaryFolder('mark');
  try {
    const env = { GIT_INDEX_FILE: join(aside, 'index') };
    const root = { folder: repository.top };
    await git(root, ['read-tree', base], { env });
    const none = '0'.repeat(repository.format === 'sha1' ? 40 : 64);
    const input = writeIndexInfo(changes, none);
    await git(root, ['update-index', '-z', '--index-info'], { env, input });
    return await askGit(root, ['write-tree'], { env });
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
};
