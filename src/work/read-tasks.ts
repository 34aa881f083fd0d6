/**
 * The tasks of a list as they are on the disk when it begins: found, hashed, in order. What says that it is done is left out.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileGates } from '../../gates/compile-gates.ts';
import type { Config } from '../config/shape-config.ts';
import { ConfigError, type ConfigProblem } from '../config/config-error.ts';
import { configOfTask } from '../config/tasks/config-of-task.ts';
import { expandList, type ListedSpec } from '../config/tasks/expand-list.ts';
import { orderTasks } from '../config/tasks/order-tasks.ts';
import { hashBytes } from '../ledger/ledger-record.ts';
import { findSpecProblem } from '../run/preflight.ts';
import { donePath, isMarked } from './mark/marking.ts';
import type { DoneBefore, Task } from './task.ts';

export interface TasksFound {
  /** In the order in which they are done. */
  readonly tasks: readonly Task[];
  /** Specs that say that they are done, or that the list before did. */
  readonly doneBefore: readonly DoneBefore[];
}

/** What the last list of this checkout made of its tasks. */
export interface Before {
  readonly done: readonly DoneBefore[];
  /** Specs of those that it did not do. */
  readonly open: readonly string[];
}

export const NOTHING_BEFORE: Before = { done: [], open: [] };

/**
 * @param before - what the last list of this checkout did: with the very bytes that it did it with, a spec is not done again
 * @throws {ConfigError} when a spec is not there or has no criteria, nothing is found at all, or tasks need one another
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
        `${spec} says that it is done, and the last list did not do it: restore it as it was, or take it out of work.specs`,
      );
  for (const each of open) {
    const problem = await findSpecProblem(configOfTask(config, each.spec), gates);
    if (problem !== null) problems.push(problem.replace(/\.$/, ''));
    else tasks.push(shapeTask(config, each, listed, problems));
  }
  if (problems.length > 0) throw refuse(config, problems);
  const order = orderTasks(tasks);
  if (order.is === 'cycle') throw refuse(config, [`the tasks need one another: ${order.specs.join(', ')}`]);
  const apart = config.commits ? findApart(order.tasks) : [];
  if (apart.length > 0) throw refuse(config, apart);
  return { tasks: order.tasks, doneBefore };
};

const shapeTask = (
  { folder }: Config,
  { spec, name, needs }: ListedSpec,
  listed: readonly ListedSpec[],
  problems: string[],
): Task => {
  const found = needs.flatMap((need) => {
    const other = listed.find((each) => each.spec === need || each.name === need);
    if (other === undefined) problems.push(`${spec} needs ${need}, which is no task of the list`);
    return other === undefined ? [] : [other.spec];
  });
  return { spec, name, needs: found, hash: hashBytes(readFileSync(join(folder, spec))) };
};

const findDone = (
  { folder, list }: Config,
  { spec, isThere }: ListedSpec,
  { done: before }: Before,
): readonly DoneBefore[] => {
  const how = list?.done ?? 'checkboxes';
  const place = isThere || how !== 'move' ? spec : donePath(spec);
  if (!existsSync(join(folder, place))) return [];
  const content = readFileSync(join(folder, place));
  const hash = hashBytes(content);
  const known = before.find((done) => done.spec === spec && done.hash === hash);
  if (known !== undefined) return [known];
  return place !== spec || isMarked(how, content) ? [{ spec, hash, commit: null }] : [];
};

/** A run begins on one branch: of several needs one has to have the others below it. */
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
      `${spec} needs ${open.join(' and ')}, which lie on branches of their own: let one of them need the other, so that it has both`,
    ];
  });
};

const refuse = ({ path, folder }: Config, problems: readonly string[]): ConfigError => {
  const [first = '', ...rest] = problems;
  const at = (message: string): ConfigProblem => ({ path: path ?? folder, line: null, column: null, message });
  return new ConfigError(path ?? folder, [at(first), ...rest.map(at)]);
};
