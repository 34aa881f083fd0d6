/** Starts or resumes the run of a task: chooses its checkout or work tree, and its first commit. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../project/config/config.ts';
import { readRun, type RunReading } from '../../view/read-run.ts';
import { keepWork, readPlace, takeCheckout } from './move-checkout.ts';
import { hasLedger, type ListContext, movesCheckout, nameTask, configInFolder } from './lock-list.ts';
import type { ListData, DeferredStatus } from './list-record.ts';
import type { TaskState } from './list-state.ts';
import { readBytes } from '../../base/files/open-plain.ts';
import { configOfTask } from '../../project/config/tasks-of-list.ts';
import { anchorFolder, readAnchor } from '../../ledger/anchor.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import { hashBytes } from '../../ledger/ledger-record.ts';
import { writeView } from '../../ledger/write-view.ts';
import { isAncestor, readTip } from '../../commits/branch.ts';
import { openRepository } from '../../commits/repository.ts';
import { noteWorktree } from '../../run/follow-worktree.ts';
import { openWorktree } from '../../run/open-worktree.ts';
import { newRunId } from '../../run/open-run.ts';
import { runFolders } from '../../records/run-folders.ts';

export interface RunOf {
  readonly config: Config;
  readonly run: string;
}

const noteStarted = (context: ListContext, task: TaskState, started: Omit<ListData['task.started'], 'task'>): void => {
  const { held, emit } = context;
  held.write('task.started', { task: task.spec, ...started });
  // Later files are not saved anywhere yet.
  context.checkoutMayGo = false;
  const { run, ...rest } = started;
  const { attempts } = held.state();
  const attempt = Math.min(task.failures + 1, attempts);
  emit({ type: 'task.started', ...nameTask(context, task), task_run: run, ...rest, attempt, attempts });
};

export const noteDone = (context: ListContext, task: TaskState, done: Omit<ListData['task.done'], 'task'>): void => {
  context.held.write('task.done', { task: task.spec, ...done });
  const { run, ...rest } = done;
  context.emit({ type: 'task.done', ...nameTask(context, task), task_run: run, ...rest });
};

/** @param again - whether it is retried automatically */
export const defer = async (
  context: ListContext,
  task: TaskState,
  aside: {
    readonly status: DeferredStatus;
    readonly why: string;
    readonly failures?: number;
    readonly again?: boolean;
  },
  of: RunOf | null = null,
): Promise<void> => {
  const { held, emit } = context;
  const { status, why, failures = task.failures, again = false } = aside;
  const found = of === null ? null : await keepUncommitted(of);
  const kept = found === null ? task.kept : found.kept;
  held.write('task.deferred', { task: task.spec, status, why, failures, again, kept });
  if (of !== null) context.checkoutMayGo = found !== null;
  const { attempts } = held.state();
  emit({ type: 'task.deferred', ...nameTask(context, task), status, why, failures, attempts, again, kept });
};

/** Only for the run's own branch: other work is not the run's, and is not kept. */
const keepUncommitted = async ({ config, run }: RunOf): Promise<{ readonly kept: string | null } | null> => {
  if (!movesCheckout(config) || !hasLedger({ run, folder: config.folder })) return null;
  const { state } = await readRun(config, run);
  const { branch } = await readPlace(config);
  if (state.branch === null || branch !== state.branch.name) return null;
  const message = `Unfinished work of ${run} on ${config.work.spec}\n\nNo gate judged it.\n`;
  return { kept: await keepWork(config, run, message) };
};

export type StartedTask =
  | {
      readonly is: 'started';
      readonly config: Config;
      readonly run: string;
      readonly resumed: boolean;
      readonly wasCutOff: boolean;
    }
  /** Its run already ended: only the list does not know yet. */
  | {
      readonly is: 'over';
      readonly config: Config;
      readonly run: string;
      readonly status: OverStatus;
      readonly why: string;
    }
  | { readonly is: 'aside'; readonly status: DeferredStatus; readonly why: string };

type OverStatus = 'completed' | 'aborted' | 'stuck' | 'needs_human';

/** @throws {RunError} when the checkout is not free, or a work tree cannot be made @throws {ProofError} when git refuses */
export const startTask = async (context: ListContext, task: TaskState): Promise<StartedTask> => {
  const { folder } = task;
  if (task.run !== null && folder !== null && hasLedger(task))
    return goOn(context, task, { run: task.run, config: openTaskConfig(context, task, folder) });
  const isLost = task.run !== null && readAnchor(anchorFolder(process.env), task.run) !== null;
  if (isLost && context.asked !== task.spec) return { is: 'aside', status: 'needs_human', why: wordLost(task) };
  // An operator who names the task has it done again.
  const run = isLost ? null : task.run;
  const base = await chooseBase(context, task);
  if (base !== null && typeof base === 'object') return base;
  const { config, held } = context;
  if (base !== null && movesCheckout(config)) {
    const { base: start } = held.state();
    await takeCheckout(context, { commit: base, branch: start?.commit === base ? start.branch : null });
  }
  const place = await openPlace(context, isLost ? { ...task, folder: null } : task, base);
  const problem = findChange(place, task);
  if (problem !== null) return { is: 'aside', status: 'changed', why: problem };
  const id = run ?? newRunId(context.now());
  noteStarted(context, task, { run: id, folder: place.folder, resumed: false });
  return { is: 'started', config: place, run: id, resumed: false, wasCutOff: false };
};

/** A run without its ledger cannot resume, and nothing says that its commits passed. */
const wordLost = ({ name, run, folder, ready }: TaskState): string =>
  `The ledger of its run ${run ?? ''} is missing from ${folder ?? ''}.${ready === null ? '' : ` Its commits are on ${ready.branch ?? ''}.`} Restore that folder, then run dualgate run; or do the task again with dualgate run --only ${name}.`;

const goOn = async (
  context: ListContext,
  task: TaskState,
  { run, config }: { readonly run: string; readonly config: Config },
): Promise<StartedTask> => {
  let reading: RunReading;
  try {
    reading = await readRun(config, run);
  } catch (error) {
    if (!(error instanceof LedgerError) || error.trouble !== 'broken') throw error;
    return { is: 'aside', status: 'needs_human', why: error.message };
  }
  const over = findOver(task, reading);
  if (over !== null) return { is: 'over', config, run, ...over };
  if (movesCheckout(config)) await bringBack(context, task, reading);
  else if (config.commits) noteWorktree(context.config, config.folder);
  // The default run of `explain` and `guide` from here on.
  writeView(runFolders(config.folder, run).current, `${run}\n`);
  noteStarted(context, task, { run, folder: config.folder, resumed: true });
  const { ending } = reading.state;
  const wasCutOff = ending === null || ending.status === 'interrupted';
  return { is: 'started', config, run, resumed: true, wasCutOff };
};

/** A run that is over for good; or one that ended when the list was not active. */
const findOver = (task: TaskState, { phase, state }: RunReading) => {
  const { ending, openEnds } = state;
  const end = ending ?? openEnds.halt;
  // Finished work without a recorded end may lack its last commit: the run itself makes it.
  if (end === null) return null;
  const { status, why } = end;
  if (status === 'completed' || status === 'aborted') return { status, why };
  const endedUnseen = phase !== null && task.is === 'going' && (status === 'stuck' || status === 'needs_human');
  return endedUnseen ? { status, why } : null;
};

/** The branch of the run, with the work that is in no commit of it. */
const bringBack = async (context: ListContext, task: TaskState, { state }: RunReading): Promise<void> => {
  const { branch } = state;
  if (branch === null) return;
  const at = await readPlace(context.config);
  if (at.branch === branch.name || (branch.tip === null && at.commit === branch.base)) return;
  const to = branch.tip === null ? { commit: branch.base, branch: null } : { commit: branch.tip, branch: branch.name };
  await takeCheckout(context, to, task.kept);
};

/** The work of the tasks that it needs, else the start of the list; `null` where runs make no commits. */
const chooseBase = async ({ config, held }: ListContext, task: TaskState): Promise<string | StartedTask | null> => {
  const { base, tasks, doneBefore, target } = held.state();
  if (base === null) return null;
  const needed = [...tasks, ...doneBefore].flatMap(({ spec, commit }) =>
    task.needs.includes(spec) && commit !== null ? [commit] : [],
  );
  const repository = await openRepository(config.folder);
  const tipOfTarget = target === null ? null : await readTip(repository, target);
  if (target !== null && tipOfTarget === null)
    return { is: 'aside', status: 'needs_human', why: `The branch ${target}, on which it has to begin, is missing.` };
  for (const tip of tipOfTarget !== null ? [tipOfTarget] : [base.commit, ...needed.toReversed()]) {
    const holds = await Promise.all(needed.map((commit) => isAncestor(repository, commit, tip)));
    if (holds.every(Boolean)) return tip;
  }
  const why = `The branches of the tasks that it needs do not contain each other (${task.needs.join(', ')}). Merge them, and start another list with dualgate run --new.`;
  return { is: 'aside', status: 'needs_human', why };
};

/** A work tree of a run that did not begin is reused. */
const openPlace = async (context: ListContext, task: TaskState, base: string | null): Promise<Config> => {
  const { config, emit } = context;
  if (config.workspace === 'here') return openTaskConfig(context, task, config.folder);
  if (task.folder !== null && existsSync(task.folder)) {
    noteWorktree(config, task.folder);
    return openTaskConfig(context, task, task.folder);
  }
  const onProgress = (text: string) => emit({ type: 'list.notice', text });
  const made = await openWorktree(configOfTask(config, task.spec), {
    onProgress,
    ...(base === null ? {} : { from: base }),
  });
  return openTaskConfig(context, task, made.folder);
};

const openTaskConfig = ({ config, held }: ListContext, task: TaskState, folder: string): Config =>
  configInFolder(config, { tasks: held.state().tasks, task, folder });

/** A task begins with the spec that the list began with. */
const findChange = ({ folder }: Config, { spec, hash }: TaskState): string | null => {
  const path = join(folder, spec);
  const back = 'Check the changes; dualgate run --new starts another list with the current file.';
  if (!existsSync(path)) return `${spec} is missing. ${back}`;
  const content = readBytes(path);
  if (content !== null && hashBytes(content) === hash) return null;
  return `${spec} was changed since the list began. ${back}`;
};
