/**
 * Is the spec there, with acceptance criteria?
 *
 * @module
 */
import { compileGates } from '../../../gates/compile-gates.ts';
import { findSpecProblem } from '../../run/preflight.ts';
import { readSpecCriteria } from '../../run/read-spec-criteria.ts';
import { type Check, ofConfig } from '../check.ts';
import { ok, problemOf } from '../finding.ts';

export const specCheck: Check = {
  name: 'spec',
  needs: [],
  look: ofConfig(async (config) => {
    const missing = await findSpecProblem(config, compileGates(config));
    if (missing !== null) return problemOf(missing);
    const { count, ids } = await readSpecCriteria(config);
    const named = ids.length === 0 ? '' : `, ${ids.length} with an id`;
    return ok(`${config.work.spec}, ${count === 1 ? '1 criterion' : `${count} criteria`}${named}`);
  }),
};
