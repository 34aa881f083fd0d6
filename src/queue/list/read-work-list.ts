/** A task list from its ledger, without a lock: for `status`, the report and other programs. */
import { existsSync } from 'node:fs';
import type { Config } from '../../project/config/config.ts';
import { walkLedger } from '../../records/read-records.ts';
import { createRedactData } from '../../base/redact-text.ts';
import { listFolders, readCurrentList } from './list-folders.ts';
import { hasLedger, configInFolder, isUnfinished, movesCheckout } from './lock-list.ts';
import { asListRecord, type ListRecord } from './list-record.ts';
import { foldList, type ListState, type TaskState, seePlaces } from './list-state.ts';
import { describeList, type ListStatus } from './describe-list.ts';
import { findMissingMerge, wordMissingMerge } from './merge/target.ts';
import { openRepository } from '../../commits/repository.ts';
import { restoreListPage } from './list-page.ts';
import type { Ending } from '../../../machines/index.ts';
import { readSoundState, readWholeState } from '../../view/read-run.ts';
import { chooseNext } from './choose-next.ts';
import { findConfigThere } from '../../read-config/parse-config.ts';
import { followWorktree } from '../../run/follow-worktree.ts';
import { RunError } from '../../records/run-error.ts';

interface ListReading {
  readonly list: string;
  readonly records: readonly ListRecord[];
  readonly state: ListState;
}

/**
 * Reads a list of this checkout (not of a run's work tree). @param list - its id; the current one by default
 * @returns `null` when none was started @throws {LedgerError} when its ledger is broken
 */
export const readWorkList = async (
  config: Pick<Config, 'folder'>,
  list: string | null = readCurrentList(config.folder),
): Promise<ListReading | null> => {
  if (list === null) return null;
  const { ledger } = listFolders(config.folder, list);
  if (!existsSync(ledger)) return null;
  const records: ListRecord[] = [];
  const advice = `Run dualgate verify --run ${list} for details; dualgate run --new starts another list.`;
  await walkLedger(ledger, list, (record) => records.push(asListRecord(record)), advice);
  return { list, records, state: seePlaces(config.folder, foldList(records)) };
};

/**
 * The current status of this checkout's list, with the results of its runs since. `null` when none was started. A run's
 * broken ledger leaves its task deferred. @throws {LedgerError} when that of the list is broken
 */
export const readListStatus = async (config: Pick<Config, 'folder' | 'agent'>): Promise<ListStatus | null> => {
  const reading = await readWorkList(config);
  if (reading === null) return null;
  const described = describeList(seeRuns(reading.state, await readRunEnds(reading.state)));
  const status = { ...described, ...(await nameMissing(config.folder, reading.state, described.ending)) };
  await restoreListPage(config, status, reading.records.at(-1)?.at ?? '');
  return createRedactData(config, process.env)(status);
};

/** Without it, `dualgate run` does nothing. */
const nameMissing = async (
  folder: string,
  state: ListState,
  ending: Ending | null,
): Promise<Partial<Pick<ListStatus, 'missing_merge' | 'ending'>>> => {
  if (state.target === null || state.tasks.every(({ merged }) => merged === null)) return {};
  const missing = await findMissingMerge(await openRepository(folder), state);
  if (missing === null) return {};
  const why = wordMissingMerge(missing);
  return { missing_merge: missing, ...(ending === null ? {} : { ending: { status: 'needs_human', why } }) };
};

/** Spec of a deferred task → how its run ended, also by an operator, before the list's own ledger learns it. */
type RunEnds = ReadonlyMap<string, Ending>;

/** How the runs of deferred tasks ended, by their own ledgers; a broken one stays deferred and needs human input. */
const readRunEnds = async ({ tasks }: ListState): Promise<RunEnds> => {
  const ends = new Map<string, Ending>();
  for (const task of tasks) {
    const { is, spec, run, folder } = task;
    if (is !== 'aside' || run === null || folder === null || !hasLedger(task)) continue;
    const { ending = null } = (await readSoundState(folder, run, readWholeState)) ?? {};
    if (ending !== null) ends.set(spec, { status: ending.status, why: ending.why });
  }
  return ends;
};

/** The list with the results of its runs, and its status: the worst of its tasks, once none is left to begin. Pure. */
export const seeRuns = (state: ListState, ends: RunEnds): ListState => {
  const tasks = state.tasks.map((task) => seeEnd(task, ends.get(task.spec), state.ending !== null));
  const isChanged = tasks.some((task, i) => task !== state.tasks[i]);
  const seen = isChanged ? { ...state, tasks } : state;
  return { ...seen, ending: endNow(seen, isChanged) };
};

const seeEnd = (task: TaskState, end: Ending | undefined, hasEnded: boolean): TaskState => {
  const { aside } = task;
  if (aside === null || end === undefined) return task;
  if (end.status === 'aborted' && aside.status !== 'aborted')
    return { ...task, aside: { ...aside, status: 'aborted', why: end.why, again: false } };
  // Over, and not marked yet: the list continues with the marking, once nothing else is active.
  return end.status === 'completed' && hasEnded && task.ready === null ? { ...task, is: 'going', aside: null } : task;
};

/** The reason of the last command is about the one task that it named, and about earlier runs. */
const endNow = (state: ListState, isChanged: boolean): Ending | null => {
  const { ending } = state;
  if (ending === null) return null;
  const next = chooseNext(state);
  if (next.do === 'end') return next.as;
  if (next.do === 'rest' || !isChanged || ending.status === 'interrupted' || ending.status === 'paused') return ending;
  return { status: 'paused', why: `dualgate run continues with ${next.task.name}` };
};

/**
 * @param config - of the checkout @param run - its id; the last one by default
 * @throws {LedgerError} when the ledger of the list is broken
 */
export const followRun = async (config: Config, run?: string): Promise<Config> => {
  if (run === undefined || isOnePlace(config)) return followWorktree(config);
  const { state } = (await readWorkList(config)) ?? {};
  return followFolder(config, state?.tasks.find((task) => task.run === run)?.folder ?? null);
};

/**
 * The configs of all folders where runs of this checkout work: here, the last run's work tree, and those of the list's
 * tasks, each once, with the spec of an active one. @throws {LedgerError} as `followRun`
 */
export const followRuns = async (config: Config): Promise<readonly Config[]> => {
  const { state } = (config.list === null ? null : await readWorkList(config)) ?? {};
  const tasks = state?.tasks.filter(({ run }) => run !== null) ?? [];
  const trees = isOnePlace(config) ? [] : tasks.map(({ folder }) => followFolder(config, folder));
  const places = new Map([config, followWorktree(config), ...trees].map((each) => [each.folder, each]));
  return [...places.values()].map((place) => {
    const task = tasks.findLast(({ is, folder }) => is === 'going' && folder === place.folder);
    return task === undefined ? place : { ...place, work: { spec: task.spec } };
  });
};

const isOnePlace = ({ list, workspace, path }: Config): boolean =>
  list === null || workspace === 'here' || path === null;

const followFolder = (own: Config, folder: string | null): Config =>
  (folder === null ? null : findConfigThere(own, folder)) ?? followWorktree(own);

/**
 * @param named - a task, by its spec, name or run; the current one by default
 * @throws {RunError} when the list has no such run, or its checkout was moved @throws {LedgerError} for a broken list
 */
export const findBegunRun = async (
  config: Config,
  named: string | undefined,
): Promise<{ readonly config: Config; readonly run: string }> => {
  const { tasks } = (await readWorkList(config))?.state ?? { tasks: [] };
  const begun = tasks.filter(({ is, run, folder }) => is !== 'done' && run !== null && folder !== null);
  const task =
    named === undefined
      ? (begun.find(isUnfinished) ?? begun[0])
      : begun.find(({ spec, name, run }) => [spec, name, run].includes(named));
  if (task !== undefined && !isUnfinished(task) && movesCheckout(config))
    throw new RunError(
      `Cannot accept the config for ${task.name}: its run was deferred, and the checkout has moved on. Skip, guide or abort it, or use workspace: worktree for the next list.`,
    );
  if (task?.run == null || task.folder === null)
    throw new RunError(
      named === undefined
        ? 'Cannot find a run: no task of the list has begun. A task begins with the config as it is then.'
        : `Cannot find a run of ${named}: begun and not done are ${begun.map(({ spec }) => spec).join(', ') || 'no tasks'}.`,
    );
  return { run: task.run, config: configInFolder(config, { tasks, task, folder: task.folder }) };
};
