/**
 * Is the spec there, with acceptance criteria?
 *
 * @module
 */
import { compileGates } from '../../../gates/compile-gates.ts';
import type { Config } from '../../config/config.ts';
import { ConfigError } from '../../config/config-error.ts';
import { findSpecProblem } from '../../run/preflight.ts';
import { readSpecCriteria } from '../../run/read-spec-criteria.ts';
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

export const specCheck: Check = {
  name: 'spec',
  needs: [],
  look: ofConfig(async (config) => {
    if (config.list !== null) return describeTasks(config);
    const missing = await findSpecProblem(config, compileGates(config));
    if (missing !== null) return problemOf(missing);
    const { count, ids } = await readSpecCriteria(config);
    const named = ids.length === 0 ? '' : `, ${ids.length} with an id`;
    return ok(`${config.work.spec}, ${count === 1 ? '1 criterion' : `${count} criteria`}${named}`);
  }),
};
