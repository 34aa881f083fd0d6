/** Merges a finished task's branch into the target: a merge commit whose files were measured green. Repeatable. */
import { existsSync } from 'node:fs';
import type { TaskDone } from '../list-record.ts';
import type { TaskState } from '../list-state.ts';
import { leftOut } from '../../../evidence/baseline.ts';
import { isAncestor } from '../../../commits/branch.ts';
import { openRepository, mergeTrees, writeMergeMessage } from '../../../commits/repository.ts';
import { ProofError } from '../../../commits/commit-trailers.ts';
import { runFolders } from '../../../records/run-folders.ts';
import { readState } from '../../../view/read-run.ts';
import { type ListContext, nameTask } from '../lock-list.ts';
import type { Config } from '../../../project/config/config.ts';
import { configOfTask } from '../../../project/config/tasks-of-list.ts';
import { filesWithChangedTests, judgeMergedTests } from '../../../prove/judge-list-ledger.ts';
import { findPlace } from '../../../prove/prove-change.ts';
import { writeCommit } from '../../../commits/write-commit.ts';
import { plainLine } from '../../../base/text/plain-line.ts';
import { measureTree } from './measure-tree.ts';
import { moveTarget, readTarget, type Target } from './target.ts';
import type { Ending } from '../../../../machines/index.ts';
import { defer, noteDone } from '../start-task.ts';

interface ReadyTask extends Omit<TaskDone, 'task'> {
  readonly task: TaskState;
  readonly folder: string;
  readonly branch: string;
  readonly commit: string;
}

const findExpected = async ({ config, held }: ListContext, ready: ReadyTask): Promise<readonly string[]> => {
  const { base, tests } = await readTests(ready.folder, ready.run);
  const found = new Set(tests);
  const repository = await openRepository(config.folder);
  for (const { merged, run, folder } of held.state().tasks) {
    // A person may have removed the worktree of a merged task.
    if (merged === null || run === null || folder === null || !existsSync(runFolders(folder, run).ledger)) continue;
    // The run began with these: an operator may have accepted that it changes them.
    if (base !== null && (await isAncestor(repository, merged.commit, base))) continue;
    for (const id of (await readTests(folder, run)).tests) found.add(id);
  }
  return [...found].sort();
};

/** Those that passed at the last exit of the run. */
const readTests = async (
  folder: string,
  run: string,
): Promise<{ readonly base: string | null; readonly tests: readonly string[] }> => {
  const { state } = await readState(folder, run);
  const ignored = leftOut(state.baseline);
  const failing = new Set(state.failing);
  return { base: state.branch?.base ?? null, tests: state.tests.filter((id) => !ignored.has(id) && !failing.has(id)) };
};

type Merging =
  | { readonly is: 'merged'; readonly commit: string; readonly into: string }
  /** The task itself is at fault: with the reason for its next run. */
  | { readonly is: 'refused'; readonly why: string }
  /** Only a person can make it possible; nothing was moved. */
  | { readonly is: 'hindered'; readonly why: string }
  /** The measurement was aborted. */
  | { readonly is: 'cut off' };

/** @throws {ProofError} when git refuses @throws {LedgerError} when a record cannot be written */
const mergeBack = async (context: ListContext, ready: ReadyTask): Promise<Merging> => {
  const { config, held, emit, abort } = context;
  const { target: into } = held.state();
  if (into === null) throw new TypeError('a list without a target merges nothing');
  const over = await finishMoving(context, ready);
  if (over !== null) return over;
  for (;;) {
    const target = await readTarget(config, into, held.state().tasks);
    if ('why' in target) return { is: 'hindered', why: target.why };
    if (await isAncestor(target.repository, ready.commit, target.tip))
      return { is: 'merged', commit: target.tip, into };
    noteForeign(context, target);
    emit({ type: 'task.merging', ...nameTask(context, ready.task), branch: ready.branch, commit: ready.commit, into });
    const merged = await mergeTrees(target.repository, target.tip, ready.commit);
    if (merged.is === 'conflict')
      return {
        is: 'refused',
        why: `it conflicts with ${into} in ${merged.files
          .slice(0, MOST)
          .map((file) => plainLine(file))
          .join(', ')}${rest(merged.files)}`,
      };
    const weaker = await compareTests(config, ready, target, merged.tree);
    if (weaker.length > 0)
      return { is: 'refused', why: plainLine(`merged with ${into}, ${weaker.join('; ')}`, MAX_WHY) };
    const measured = await measure(context, ready, target, merged.tree);
    if (measured === null || abort.aborted) return { is: 'cut off' };
    if ('hindered' in measured) return { is: 'hindered', why: measured.hindered };
    if (measured.why !== null) return { is: 'refused', why: `on the files merged with ${into}, ${measured.why}` };
    const again = await readTarget(config, into, held.state().tasks);
    if ('why' in again) return { is: 'hindered', why: again.why };
    // A person committed meanwhile: other files, measured anew.
    if (again.tip !== target.tip) continue;
    const to = await commitMerge(context, ready, target, { tree: merged.tree, measured: measured.record });
    const moving = { task: ready.task.spec, branch: into, from: target.tip, to, measured: measured.record.seq };
    held.write('target.moving', moving);
    if (await moveTarget(config, moving, `dualgate: merge of ${ready.branch}`))
      return { is: 'merged', commit: to, into };
  }
};

const MOST = 20;
const MAX_WHY = 2_000;

const rest = (files: readonly string[]): string =>
  files.length > MOST ? ` and ${files.length - MOST} more files` : '';

/** An agent can move a branch, too: people have to know. */
const noteForeign = ({ held, emit }: ListContext, { branch, tip }: Target): void => {
  const { base, tasks } = held.state();
  const known = [base?.commit, ...tasks.map(({ merged }) => merged?.commit)];
  if (!known.includes(tip))
    emit({
      type: 'list.notice',
      text: `The branch ${branch} is at ${tip.slice(0, 12)}, a commit that dualgate did not make. It is measured with the next merge; check who made it.`,
    });
};

/** After a crash right before, during or after the move. */
const finishMoving = async ({ config, held }: ListContext, { task, branch }: ReadyTask): Promise<Merging | null> => {
  const { moving } = held.state();
  if (moving === null || moving.task !== task.spec) return null;
  const isMoved = await moveTarget(config, moving, `dualgate: merge of ${branch}`);
  return isMoved ? { is: 'merged', commit: moving.to, into: moving.branch } : null;
};

const compareTests = async (
  { folder, tests }: Config,
  { commit }: ReadyTask,
  { tip: onto }: Target,
  tree: string,
): Promise<readonly string[]> => {
  const [repository = '', place = ''] = await findPlace(folder);
  const named = await filesWithChangedTests(repository, commit);
  return judgeMergedTests({ repository, place, suites: tests.suites, onto, commit, tree, named });
};

interface Recorded {
  readonly seq: number;
  readonly hash: string;
}

const measure = async (
  context: ListContext,
  ready: ReadyTask,
  { tip: onto }: Target,
  tree: string,
): Promise<{ readonly why: string | null; readonly record: Recorded } | { readonly hindered: string } | null> => {
  const { config, held, emit, abort: signal } = context;
  const { task, run, commit } = ready;
  const onNotice = (text: string) => emit({ type: 'list.notice', text });
  const expected = await findExpected(context, ready);
  try {
    const { why, ...measured } = await measureTree({
      config: configOfTask(config, task.spec),
      tree,
      expected,
      signal,
      onNotice,
    });
    // Names of tests are words of an agent, and become part of a prompt.
    const said = why === null ? null : plainLine(why, MAX_WHY);
    const record = held.write('merge.measured', { task: task.spec, run, commit, onto, tree, ...measured, why: said });
    return { why: said, record };
  } catch (error) {
    if (signal.aborted) return null;
    if (error instanceof ProofError) return { hindered: error.message.replace(/\.$/, '') };
    throw error;
  }
};

const commitMerge = async (
  { held, now }: ListContext,
  { task, run, folder, branch, commit }: ReadyTask,
  { repository, tip, branch: into }: Target,
  { tree, measured }: { readonly tree: string; readonly measured: Recorded },
): Promise<string> => {
  const { state } = await readState(folder, run);
  if (state.branch === null)
    throw new ProofError(`Cannot merge ${branch}: the run ${run} has no branch. See its ledger.`);
  const message = writeMergeMessage({ spec: task.spec, list: held.state().list, run, branch, into, record: measured });
  const { author } = state.branch;
  return writeCommit(repository, { tree, parent: tip, merged: commit, message, author, at: now().toISOString() });
};

/** Merges it when every earlier merge is over. @returns how the list ends with it; `null` when it continues */
export const finishReady = (context: ListContext, ready: ReadyTask): Promise<Ending | null> =>
  context.inTurn(async () => {
    const { abort, isEnding } = context;
    const { task, folder: _, ...done } = ready;
    if (isEnding()) return { status: 'interrupted', why: 'Interrupted' };
    const merging = await mergeBack(context, ready);
    switch (merging.is) {
      case 'cut off':
        return { status: 'interrupted', why: abort.aborted ? 'Interrupted' : 'The measurement was cut off' };
      case 'hindered':
        return {
          status: 'needs_human',
          why: `${task.name} is done on ${done.branch} and waits to be merged. ${merging.why}`,
        };
      case 'merged':
        noteDone(context, task, { ...done, merged: { commit: merging.commit, into: merging.into } });
        return null;
      case 'refused':
        await refuse(context, ready, merging.why);
        return null;
    }
  });

/** As often as a task may end stuck. A branch that an operator named is always tried once more. */
const refuse = async (context: ListContext, { task, run, branch, commit }: ReadyTask, why: string): Promise<void> => {
  const { held, emit, asked } = context;
  const { attempts } = held.state();
  const refusals = (task.reopened?.refusals ?? 0) + 1;
  if (refusals >= attempts && asked !== task.spec)
    return defer(context, task, {
      status: 'needs_human',
      why: `Its branch ${branch} could not be merged (attempt ${refusals} of ${attempts}): ${why}`,
    });
  held.write('task.reopened', { task: task.spec, run, branch, commit, why, refusals });
  emit({ type: 'task.reopened', ...nameTask(context, task), task_run: run, branch, why, refusals, attempts });
};
