/**
 * Where the run of a task begins, or goes on: the checkout or the work tree that it works in, and from which commit.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Config } from '../config/shape-config.ts';
import { readConfig } from '../read-config/read-config.ts';
import { configOfTask } from '../config/tasks/config-of-task.ts';
import { anchorFolder, readAnchor } from '../ledger/anchor.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import { hashBytes } from '../ledger/ledger-record.ts';
import { writeView } from '../ledger/files/write-view.ts';
import { isAncestor } from '../proof/branch.ts';
import { openRepository } from '../proof/repository.ts';
import { noteWorktree, openWorktree } from '../run/open-worktree.ts';
import { newRunId } from '../run/create-run.ts';
import { readRun, type RunReading } from '../view/read-run.ts';
import { runFolders } from '../records/run-folders.ts';
import { readPlace } from './checkout/move-checkout.ts';
import { takeCheckout } from './checkout/take-checkout.ts';
import { type ListSite, movesCheckout, nameTask } from './list-site.ts';
import type { TaskState } from './list-state.ts';
import type { AsideStatus } from './task.ts';

export type Begun =
  | {
      readonly is: 'begun';
      readonly config: Config;
      readonly run: string;
      readonly resumed: boolean;
      /** It was killed or interrupted. */
      readonly wasCutOff: boolean;
    }
  /** Its run ended already: only the list does not know yet. */
  | {
      readonly is: 'over';
      readonly config: Config;
      readonly run: string;
      readonly status: OverStatus;
      readonly why: string;
    }
  | { readonly is: 'aside'; readonly status: AsideStatus; readonly why: string };

type OverStatus = 'completed' | 'aborted' | 'stuck' | 'needs_human';

/** @throws {RunError} when the checkout is not free, or a work tree cannot be made @throws {ProofError} when git refuses */
export const beginTask = async (site: ListSite, task: TaskState): Promise<Begun> => {
  const { run, folder } = task;
  if (run !== null && folder !== null && existsSync(runFolders(folder, run).ledger))
    return goOn(site, task, { run, config: openTaskConfig(site, task, folder) });
  if (run !== null && readAnchor(anchorFolder(process.env), run) !== null)
    return { is: 'aside', status: 'needs_human', why: `The ledger of its run ${run} is gone from ${folder ?? ''}.` };
  const base = await chooseBase(site, task);
  if (base !== null && typeof base === 'object') return base;
  const { config, held, announce } = site;
  if (base !== null && movesCheckout(config)) {
    const { base: start } = held.state();
    await takeCheckout(site, { commit: base, branch: start?.commit === base ? start.branch : null });
  }
  const place = await openPlace(site, task, base);
  const problem = findChange(place, task);
  if (problem !== null) return { is: 'aside', status: 'changed', why: problem };
  const id = run ?? newRunId(site.now());
  held.write('task.begun', { task: task.spec, run: id, folder: place.folder, resumed: false });
  announceBegin(site, task, { run: id, folder: place.folder, resumed: false }, announce);
  return { is: 'begun', config: place, run: id, resumed: false, wasCutOff: false };
};

const goOn = async (
  site: ListSite,
  task: TaskState,
  { run, config }: { readonly run: string; readonly config: Config },
): Promise<Begun> => {
  let reading: RunReading;
  try {
    reading = await readRun(config, run);
  } catch (error) {
    if (!(error instanceof LedgerError) || error.trouble !== 'broken') throw error;
    return { is: 'aside', status: 'needs_human', why: error.message };
  }
  const over = findOver(task, reading);
  if (over !== null) return { is: 'over', config, run, ...over };
  if (movesCheckout(config)) await bringBack(site, task, reading);
  else if (config.commits) noteWorktree(site.config, config.folder);
  site.held.write('task.begun', { task: task.spec, run, folder: config.folder, resumed: true });
  // What `explain` and `guide` mean from here on.
  writeView(runFolders(config.folder, run).current, `${run}\n`);
  announceBegin(site, task, { run, folder: config.folder, resumed: true }, site.announce);
  const { settled } = reading.state;
  const wasCutOff = settled === null || settled.status === 'interrupted';
  return { is: 'begun', config, run, resumed: true, wasCutOff };
};

/** A run that is over for good; and one that ended when nobody was left to say so to the list. */
const findOver = (task: TaskState, { phase, state }: RunReading) => {
  const { settled, openEnds } = state;
  const end = settled ?? openEnds.halt;
  // Work that is over and was not said to be may lack its last commit: the run itself catches up.
  if (end === null) return null;
  const { status, why } = end;
  if (status === 'completed' || status === 'aborted') return { status, why };
  const endedUnheard = phase !== null && task.is === 'going' && (status === 'stuck' || status === 'needs_human');
  return endedUnheard ? { status, why } : null;
};

/** The branch of the run, with the work that no commit of it has. */
const bringBack = async (site: ListSite, task: TaskState, { state }: RunReading): Promise<void> => {
  const { branch } = state;
  if (branch === null) return;
  const at = await readPlace(site.config);
  if (at.branch === branch.name || (branch.tip === null && at.commit === branch.base)) return;
  const to = branch.tip === null ? { commit: branch.base, branch: null } : { commit: branch.tip, branch: branch.name };
  await takeCheckout(site, to, task.kept);
};

/**
 * What it begins from: the work of what it needs, else where the list began; `null` where runs make no commits.
 */
const chooseBase = async ({ config, held }: ListSite, task: TaskState): Promise<string | Begun | null> => {
  const { base, tasks, doneBefore } = held.state();
  if (base === null) return null;
  const needed = [...tasks, ...doneBefore].flatMap(({ spec, commit }) =>
    task.needs.includes(spec) && commit !== null ? [commit] : [],
  );
  const repository = await openRepository(config.folder);
  for (const tip of [base.commit, ...needed.toReversed()]) {
    const holds = await Promise.all(needed.map((commit) => isAncestor(repository, commit, tip)));
    if (holds.every(Boolean)) return tip;
  }
  const why = `What it needs lies on branches none of which holds the others (${task.needs.join(', ')}). Merge them, and begin another list with dualgate run --new.`;
  return { is: 'aside', status: 'needs_human', why };
};

/** A work tree that was made for a run that did not come to begin is used. */
const openPlace = async (site: ListSite, task: TaskState, base: string | null): Promise<Config> => {
  const { config, announce } = site;
  if (config.workspace === 'here') return openTaskConfig(site, task, config.folder);
  if (task.folder !== null && existsSync(task.folder)) {
    noteWorktree(config, task.folder);
    return openTaskConfig(site, task, task.folder);
  }
  const onProgress = (text: string) => announce({ type: 'list.notice', text });
  const made = await openWorktree(configOfTask(config, task.spec), {
    onProgress,
    ...(base === null ? {} : { from: base }),
  });
  return openTaskConfig(site, task, made.folder);
};

/** The other tasks' files are held fast by the run, where each run has its own branch to hold them on. */
const openTaskConfig = ({ config, held }: ListSite, { spec }: TaskState, folder: string): Config => {
  // What is not there, moved to done/ say, cannot be laid over with a sandbox either.
  const others = held
    .state()
    .tasks.flatMap((task) => (task.spec !== spec && existsSync(join(folder, task.spec)) ? [task.spec] : []));
  const there =
    folder === config.folder || config.path === null
      ? config
      : readConfig({ cwd: folder, config: join(folder, basename(config.path)) });
  return configOfTask(there, spec, config.commits ? others : []);
};

/** What is begun is what was meant in the evening. */
const findChange = ({ folder }: Config, { spec, hash }: TaskState): string | null => {
  const path = join(folder, spec);
  const back = 'Look at what was done to it; dualgate run --new begins another list with it as it is.';
  if (!existsSync(path)) return `${spec} is not there any more. ${back}`;
  return hashBytes(readFileSync(path)) === hash ? null : `${spec} was changed since the list began. ${back}`;
};

const announceBegin = (
  site: ListSite,
  task: TaskState,
  { run, folder, resumed }: { readonly run: string; readonly folder: string; readonly resumed: boolean },
  announce: ListSite['announce'],
): void => {
  // What is made from here on is kept nowhere yet.
  site.checkoutMayGo = false;
  const { attempts } = site.held.state();
  const attempt = Math.min(task.failures + 1, attempts);
  announce({ type: 'task.begun', ...nameTask(site, task), task_run: run, folder, resumed, attempt, attempts });
};
