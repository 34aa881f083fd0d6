/**
 * Does the spec exist, with acceptance criteria, and do the lists exist that a phase needs?
 *
 * @module
 */
import { compileGates } from '../../../gates/compile-gates.ts';
import type { Config } from '../../config/shape-config.ts';
import { ConfigError } from '../../config/config-error.ts';
import { findSpecProblem } from '../../run/preflight.ts';
import { findPlanProblems, readListsAtStart } from '../../measures/plans.measure.ts';
import { readSpecCriteria } from '../../measures/read-spec-criteria.ts';
import { readTasks } from '../../work/read-tasks.ts';
import { type Check, ofConfig } from '../check.ts';
import { type Look, ok, problemOf } from '../finding.ts';

const describeTasks = async (config: Config): Promise<Look> => {
  try {
    const { tasks, doneBefore } = await readTasks(config);
    const done = doneBefore.length === 0 ? '' : `, ${doneBefore.length} more done`;
    return ok(`${tasks.length === 1 ? '1 task' : `${tasks.length} tasks`}${done}`);
  } catch (error) {
    if (error instanceof ConfigError) return problemOf(error.message);
    throw error;
  }
};

/** `, 3 plans in ROADMAP.md`, of each list. */
const describeLists = async (config: Config): Promise<string> => {
  const lists = Object.entries(await readListsAtStart(config));
  return lists
    .map(([kind, { path, items }]) => `, ${items.length} ${items.length === 1 ? kind.slice(0, -1) : kind} in ${path}`)
    .join('');
};

export const specCheck: Check = {
  name: 'spec',
  needs: [],
  look: ofConfig(async (config) => {
    const gates = compileGates(config);
    const [unlisted] = await findPlanProblems(config, gates);
    if (config.list !== null) return unlisted === undefined ? describeTasks(config) : problemOf(unlisted);
    const missing = (await findSpecProblem(config, gates)) ?? unlisted ?? null;
    if (missing !== null) return problemOf(missing);
    const { count, ids } = await readSpecCriteria(config);
    const named = ids.length === 0 ? '' : ids.length === count ? ', each with an id' : `, ${ids.length} with an id`;
    return ok(
      `${config.work.spec}, ${count === 1 ? '1 criterion' : `${count} criteria`}${named}${await describeLists(config)}`,
    );
  }),
};
