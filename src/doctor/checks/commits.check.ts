/**
 * Could the exits of a run be commits here: is the tree clean, and is somebody named to commit as?
 *
 * @module
 */
import { findCommitProblems } from '../../loop/commits/find-commit-problems.ts';
import { type Check, ofConfig } from '../check.ts';
import { ok, problemOf } from '../finding.ts';

export const commitsCheck: Check = {
  name: 'commits',
  needs: ['repository'],
  look: ofConfig(async (config) => {
    if (!config.commits) return ok('not asked for: exits of phases are no commits');
    const [first, ...others] = await findCommitProblems(config);
    if (first === undefined) return ok('a run would begin a branch of its own here');
    return { ...problemOf(first), ...(others.length === 0 ? {} : { details: others }) };
  }),
};
