/** The result of a task when its run has ended: done and marked, or deferred with its reason and its work kept. */
import { join, dirname } from 'node:path';
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import type { Mark } from '../../project/config/schema/work-schema.ts';
import { isAncestor, moveBranch, readTip } from '../../commits/branch.ts';
import { oneLine } from '../../commits/commit-trailers.ts';
import { writeTree } from '../../commits/draft-tree.ts';
import { hashBlob, readBlobs, type Repository, openRepository } from '../../commits/repository.ts';
import { type Entry, readTree } from '../../commits/restore-files.ts';
import { type Author, writeCommit } from '../../commits/write-commit.ts';
import type { Marking, ListData } from './list-record.ts';
import { markSpec } from './marking.ts';
import type { Ending } from '../../../machines/index.ts';
import { configOfTask } from '../../project/config/tasks-of-list.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import { readRun } from '../../view/read-run.ts';
import { findWorkInHand, moveCheckout } from './move-checkout.ts';
import { defer, noteDone, type RunOf } from './start-task.ts';
import { hasLedger, type ListContext, movesCheckout } from './lock-list.ts';
import type { TaskState } from './list-state.ts';
import { finishReady } from './merge/merge-back.ts';
import { describeCause } from '../../base/text/describe-cause.ts';

// Marks a task's file on its run's branch by git plumbing: the checkout is not read, the run's commits stay below it.

interface CommitToMark {
  readonly how: Mark;
  readonly spec: string;
  readonly list: string;
  readonly run: string;
  readonly branch: string;
  readonly tip: string;
  readonly author: Author;
  readonly at: string;
}

interface MarkedCommit {
  /** The commit that tasks that need this one begin from: the marking, or the last commit of the run without one. */
  readonly commit: string;
  readonly marked: Marking;
}

/** @throws {ProofError} when git refuses; then it can be tried again */
const markCommit = async (repository: Repository, wanted: CommitToMark): Promise<MarkedCommit> => {
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
  const blob = hashBlob(repository.format, marked.content);
  changes.set(placeOf(marked.path), `${mode} ${blob}`);
  const tree = await writeTree(repository, at, changes, new Map([[blob, marked.content]]));
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

/**
 * Marks its file, merges its branch where the list has a target, records that it is done. Repeatable after a crash.
 * @returns how the list ends with it; `null` when it continues
 * @throws {ProofError} when git refuses
 */
export const finishTask = async (
  context: ListContext,
  task: TaskState,
  { config, run }: RunOf,
): Promise<Ending | null> => {
  const { held, now } = context;
  const { done: how, list, target } = held.state();
  const { state } = await readRun(config, run);
  const { branch } = state;
  const tip = branch?.tip ?? null;
  let made: Omit<ListData['task.done'], 'task' | 'run'>;
  if (branch === null || tip === null)
    made = { commit: null, branch: null, marked: markFile(config.folder, how, task.spec) };
  else {
    const isFree = config.workspace === 'worktree' && (await findWorkInHand(config)) === null;
    const repository = await openRepository(config.folder);
    const { name, author } = branch;
    const wanted = { how, spec: task.spec, list, run, branch: name, tip, author, at: now().toISOString() };
    const { commit, marked } = await markCommit(repository, wanted);
    made = { commit, branch: name, marked };
    if (isFree) await moveCheckout(config, { commit, branch: name });
  }
  const { commit, branch: name } = made;
  if (target !== null && commit !== null && name !== null) {
    const ready = { run, commit, branch: name, marked: made.marked };
    if (task.ready?.commit !== commit || task.aside !== null) held.write('task.ready', { task: task.spec, ...ready });
    return finishReady(context, { task, folder: config.folder, ...ready });
  }
  noteDone(context, task, { run, ...made });
  context.checkoutMayGo = movesCheckout(config);
  return null;
};

/** A deferred task that ended since, for example by an operator command, is done, or was aborted. */
export const finishOver = async (context: ListContext): Promise<Ending | null> => {
  for (const task of context.held.state().tasks) {
    const { is, run, folder, ready } = task;
    // A branch that cannot be merged is tried again only if an operator names its task.
    if (is !== 'aside' || ready !== null || run === null || folder === null || !hasLedger(task)) continue;
    const config = configOfTask({ ...context.config, folder }, task.spec);
    const reading = await readRun(config, run).catch((error: unknown) => {
      // It was deferred because it needs human input.
      if (error instanceof LedgerError) return null;
      throw error;
    });
    const { status, why } = reading?.state.ending ?? { status: null, why: '' };
    const end = status === 'completed' ? await finishTask(context, task, { config, run }) : null;
    if (end !== null) return end;
    if (status === 'aborted' && task.aside?.status !== 'aborted') await defer(context, task, { status, why });
  }
  return null;
};

/** Where runs make no commits: repeatable, and no byte of the spec is lost. @param folder - absolute: the workspace */
export const markFile = (folder: string, how: Mark, spec: string): Marking => {
  const from = join(folder, spec);
  const refuse = (why: string): Marking => ({ how: null, path: spec, why });
  const place = how === 'move' ? markSpec(how, spec, Buffer.alloc(0)) : null;
  const moved = place !== null && 'path' in place ? place.path : spec;
  try {
    if (!existsSync(from)) {
      const isMoved = how === 'move' && existsSync(join(folder, moved));
      return isMoved ? { how, path: moved } : refuse(`${spec} is missing`);
    }
    if (!lstatSync(from).isFile()) return refuse(`${spec} is not a regular file`);
    const content = readFileSync(from);
    const marked = markSpec(how, spec, content);
    if ('why' in marked) return refuse(marked.why);
    const to = join(folder, marked.path);
    if (how !== 'move') {
      if (!marked.content.equals(content)) replaceWith(to, marked.content, statSync(from).mode);
      return { how, path: marked.path };
    }
    if (existsSync(to)) return refuse(`${marked.path} already exists`);
    mkdirSync(dirname(to), { recursive: true });
    renameSync(from, to);
    return { how, path: marked.path };
  } catch (error) {
    return refuse(describeCause(error));
  }
};

/** The complete old file or the complete new one exists at any time. */
const replaceWith = (path: string, content: Buffer, mode: number): void => {
  const draft = `${path}.dualgate-draft`;
  writeFileSync(draft, content, { mode });
  renameSync(draft, path);
};
