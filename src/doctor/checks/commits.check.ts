/**
 * Can the exits of a run be committed here: is the tree clean, and is a committer configured?
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
    if (!config.commits) return ok('off: a run makes no commits');
    const [first, ...others] = await findCommitProblems(config);
    if (first === undefined) return ok('each run commits to its own branch');
    return { ...problemOf(first), ...(others.length === 0 ? {} : { details: others }) };
  }),
};
