/**
 * What the beginning of a run, and its going on, tell of its work. Pure.
 *
 * @module
 */
import { BY_GIT } from '../evidence/told-sources.ts';
import { beginBranch } from './commits/run-branch.ts';
import { withNewAllowance } from './fold-order.ts';
import { addThreshold, beginPresetState } from './preset-state.ts';
import type { WorkRecord } from './work-record.ts';
import type { WorkState } from './work-state.ts';

type Of<T extends WorkRecord['type']> = WorkRecord & { readonly type: T };

/** What is known from the first record on; anything else is as before it. */
export const beginWork = ({ data, at }: Of<'run.started'>): Partial<WorkState> => {
  const { run, inventory, frozen, tree, branch, head, sources = BY_GIT } = data;
  return {
    run,
    configHash: data.config_hash,
    inventory,
    sources,
    frozen,
    criteria: { count: data.criteria, ids: data.criterion_ids },
    tests: [...inventory.passing, ...inventory.skipped, ...inventory.known_failing],
    failing: inventory.known_failing,
    phaseTree: tree,
    base: head,
    since: at,
    phaseSince: at,
    branch: branch === undefined ? null : beginBranch(branch),
    ...beginPresetState(data, at),
  };
};

/** Time in which nothing went on counts for nobody; the rest is given anew only by who asks for it. */
export const afterResume = (state: WorkState, { at, data }: Of<'run.resumed'>): Partial<WorkState> => ({
  ...(data.unasked === true ? { since: at, phaseSince: at } : withNewAllowance(state, at)),
  thresholds: addThreshold(state.thresholds, data.exit_threshold, at),
  settled: null,
});
