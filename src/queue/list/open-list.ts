/** The current list: the unfinished one, or a new one from the config. */
import type { Config } from '../../project/config/config.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import { newRunId } from '../../run/open-run.ts';
import { RunError } from '../../records/run-error.ts';
import { DUALGATE_VERSION } from '../../base/version.ts';
import { findWorkInHand, readPlace } from './move-checkout.ts';
import { chooseTarget, refuseOtherWay, mergesBack } from './merge/target.ts';
import { readCurrentList } from './list-folders.ts';
import { type LockedList, lockList, isUnfinished, movesCheckout } from './lock-list.ts';
import { type ListState, type NotedList, noteList, readNotedList, refuseLost } from './list-state.ts';
import { readWorkList } from './read-work-list.ts';
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { compileGates } from '../../../gates/compile-gates.ts';
import { ConfigError, type ConfigProblem } from '../../project/config/find-config.ts';
import {
  configOfTask,
  expandList,
  type ListedSpec,
  orderTasks,
  readAfter,
} from '../../project/config/tasks-of-list.ts';
import { readPlainBytes } from '../../base/files/open-plain.ts';
import { hashBytes } from '../../ledger/ledger-record.ts';
import { findSpecProblem } from '../../run/find-spec-problem.ts';
import { donePath, findUnmarkable, isMarked } from './marking.ts';
import type { DoneBefore, Task } from './list-record.ts';
import { configOfRun } from '../../records/hash-config.ts';

// The tasks of a list from the disk when it begins: found, hashed, in order. Finished ones are omitted.

export interface TasksFound {
  readonly tasks: readonly Task[];
  /** Specs that say that they are done, or that the last list did. */
  readonly doneBefore: readonly DoneBefore[];
}

export interface Before {
  readonly done: readonly DoneBefore[];
  readonly open: readonly string[];
}

export const NOTHING_BEFORE: Before = { done: [], open: [] };

/**
 * @param before - the results of the last list of this checkout: a spec with the same bytes is not done again
 * @throws {ConfigError} when a spec is missing or has no criteria, no file is found, or tasks need one another
 */
export const readTasks = async (config: Config, before: Before = NOTHING_BEFORE): Promise<TasksFound> => {
  const listed = expandList(config);
  const problems: string[] = [];
  if (listed.length === 0)
    problems.push(`work.specs finds no file (got ${config.list?.entries.map(({ spec }) => spec).join(', ')})`);
  const doneBefore = listed.flatMap((each) => findDone(config, each, before));
  const open = listed.filter(({ spec }) => !doneBefore.some((done) => done.spec === spec));
  const gates = compileGates(config);
  const tasks: Task[] = [];
  // An agent can tick a box, too.
  for (const { spec, commit } of doneBefore)
    if (commit === null && before.open.includes(spec) && !before.done.some((done) => done.spec === spec))
      problems.push(
        `${spec} is marked as done, but the last list did not complete it: restore it, or remove it from work.specs`,
      );
  for (const each of open) {
    const problem =
      (await findSpecProblem(configOfTask(config, each.spec), gates)) ?? findMarkingProblem(config, each.spec);
    if (problem !== null) problems.push(problem.replace(/\.$/, ''));
    else tasks.push(shapeTask(config, each, listed, problems));
  }
  if (problems.length > 0) throw refuse(config, problems);
  const order = orderTasks(tasks);
  if (order.is === 'cycle') throw refuse(config, [`the needs of the tasks are circular: ${order.specs.join(', ')}`]);
  const apart = config.commits && !mergesBack(config) ? findApart(order.tasks) : [];
  if (apart.length > 0) throw refuse(config, apart);
  return { tasks: order.tasks, doneBefore };
};

const shapeTask = (
  { folder }: Config,
  { spec, name, needs }: ListedSpec,
  listed: readonly ListedSpec[],
  problems: string[],
): Task => {
  const content = readPlainBytes(join(folder, spec));
  const said = readAfter(content.toString('utf8'));
  if ('problem' in said) problems.push(`${spec}: ${said.problem}`);
  const found = [...needs, ...('after' in said ? said.after : [])].flatMap((need) => {
    const other = listed.find((each) => namesOf(each, spec).includes(need));
    if (other === undefined) problems.push(`${spec} needs ${need}, which is not a task of the list`);
    return other === undefined ? [] : [other.spec];
  });
  return { spec, name, needs: [...new Set(found)], hash: hashBytes(content) };
};

/** From the spec of another task it may be named as a file beside that one, too, with or without its ending. */
const namesOf = ({ spec, name }: ListedSpec, from: string): readonly string[] => {
  const beside = posix.relative(posix.dirname(from), spec);
  return [spec, name, beside, beside.replace(/\.[^./]*$/, '')];
};

const findMarkingProblem = ({ folder, list }: Config, spec: string): string | null =>
  findUnmarkable(list?.done ?? 'checkboxes', spec, readPlainBytes(join(folder, spec)));

const findDone = (
  { folder, list }: Config,
  { spec, isThere }: ListedSpec,
  { done: before }: Before,
): readonly DoneBefore[] => {
  const how = list?.done ?? 'checkboxes';
  const place = isThere || how !== 'move' ? spec : donePath(spec);
  if (!existsSync(join(folder, place))) return [];
  const content = readPlainBytes(join(folder, place));
  const hash = hashBytes(content);
  const known = before.find((done) => done.spec === spec && done.hash === hash);
  if (known !== undefined) return [known];
  return place !== spec || isMarked(how, content) ? [{ spec, hash, commit: null }] : [];
};

/** A run begins on one branch: if a task needs several, one branch has to contain the others. */
const findApart = (tasks: readonly Task[]): readonly string[] => {
  const below = (spec: string): readonly string[] => {
    const { needs = [] } = tasks.find((task) => task.spec === spec) ?? {};
    return needs.flatMap((need) => [need, ...below(need)]);
  };
  return tasks.flatMap(({ spec, needs }) => {
    const open = needs.filter((need) => tasks.some((task) => task.spec === need));
    if (open.length < 2 || open.some((last) => open.every((need) => need === last || below(last).includes(need))))
      return [];
    return [
      `${spec} needs ${open.join(' and ')}, which are on separate branches: make one of them need the other, so that its branch contains both`,
    ];
  });
};

const refuse = ({ path, folder }: Config, problems: readonly string[]): ConfigError => {
  const [first = '', ...rest] = problems;
  const at = (message: string): ConfigProblem => ({ path: path ?? folder, line: null, column: null, message });
  return new ConfigError(path ?? folder, [at(first), ...rest.map(at)]);
};

/** @returns the same config where it has no list @throws {ConfigError} when the tasks of the list cannot be ordered */
export const chooseTask = async (config: Config): Promise<Config> => {
  const ofRun = await configOfRun(config);
  if (ofRun.list === null) return ofRun;
  const { tasks, doneBefore } = await readTasks(config);
  return configOfTask(config, (tasks[0] ?? doneBefore[0])?.spec ?? '');
};

interface ListQuestion {
  readonly config: Config;
  /** Begin another list, whatever the status of the last one. */
  readonly fresh: boolean;
  readonly by: string;
  readonly now: () => Date;
  readonly onNotice: (text: string) => void;
}

export type OpenedList =
  | { readonly is: 'held'; readonly held: LockedList; readonly resumed: boolean }
  /** Every task of the config is done. */
  | { readonly is: 'nothing'; readonly done: readonly string[] };

/**
 * @throws {ConfigError} when the tasks of a new list cannot be ordered
 * @throws {RunError} when the checkout is not free for one, or the unfinished list must not be abandoned, or was lost
 * @throws {LedgerError} when the ledger of the unfinished list is broken @throws {LockError} when another process has
 * locked it
 */
export const openList = async (asked: ListQuestion): Promise<OpenedList> => {
  const { config, fresh, now, onNotice } = asked;
  const before = await readBefore(asked);
  const noted = readNotedList(config.folder);
  if (!fresh) refuseLost(config.folder, noted, before?.list ?? null);
  if (before !== null && !fresh && before.ending?.status !== 'completed') {
    refuseOtherWay(config, before);
    return { is: 'held', resumed: true, held: lockList({ config, list: before.list, as: 'existing', now, onNotice }) };
  }
  const going = before?.tasks.find(isUnfinished);
  if (going !== undefined)
    throw new RunError(
      `Cannot start another list: ${going.name} is not over (run ${going.run ?? ''}). Finish it with dualgate run, or end it with dualgate abort and dualgate run.`,
    );
  const { tasks, doneBefore } = await readTasks(config, carryOver(before, noted));
  // Asking for another list abandons the lost one.
  if (tasks.length === 0 && fresh) noteList(config.folder, { list: before?.list ?? '', tasks: [] });
  if (tasks.length === 0) return { is: 'nothing', done: doneBefore.map(({ spec }) => spec) };
  const base = config.commits ? await readPlace(config) : null;
  const target = mergesBack(config) ? await chooseTarget(config, base) : null;
  const hand = movesCheckout(config) ? await findWorkInHand(config) : null;
  if (hand !== null)
    throw new RunError(
      `Cannot start a list in ${config.folder}: ${hand}. Commit or stash it: the checkout moves from one task to the next.`,
    );
  const list = `list-${newRunId(now())}`;
  const held = lockList({ config, list, as: 'new', now, onNotice });
  held.write('list.started', {
    list,
    tasks,
    done_before: doneBefore,
    done: config.list?.done ?? 'checkboxes',
    attempts: config.list?.attempts ?? 1,
    base,
    ...(target === null ? {} : { target }),
    versions: { dualgate: DUALGATE_VERSION, node: process.versions.node },
  });
  return { is: 'held', held, resumed: false };
};

/** A list with a broken ledger is abandoned only if the operator starts another. */
const readBefore = async ({ config, fresh, onNotice }: ListQuestion): Promise<ListState | null> => {
  try {
    return (await readWorkList(config))?.state ?? null;
  } catch (error) {
    if (!fresh || !(error instanceof LedgerError)) throw error;
    onNotice(`The list ${readCurrentList(config.folder) ?? ''} is abandoned: ${error.message}`);
    return null;
  }
};

/** Its work may be on branches that are not merged yet: it must not be done a second time. */
const carryOver = (before: ListState | null, noted: NotedList | null): Before => {
  if (before === null || (noted !== null && noted.list !== before.list)) {
    // The work of the lost list is lost with it; its unfinished tasks were noted.
    const { open } = noted ?? NOTHING_BEFORE;
    return { ...NOTHING_BEFORE, open };
  }
  const { tasks, doneBefore } = before;
  return {
    done: [
      ...doneBefore,
      ...tasks.flatMap(({ is, spec, hash, commit }) => (is === 'done' ? [{ spec, hash, commit }] : [])),
    ],
    open: tasks.flatMap(({ is, spec }) => (is === 'done' ? [] : [spec])),
  };
};
