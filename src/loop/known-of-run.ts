/**
 * The facts of the ledger that a measure may need.
 *
 * @module
 */
import type { Config } from '../config/shape-config.ts';
import type { KnownOfRun } from '../measures/measure.ts';
import { readSpecCriteria } from '../measures/read-spec-criteria.ts';
import { thresholdOf } from '../records/fold/preset-state.ts';
import type { WorkState } from '../records/fold/work-state.ts';

export const knownOf = async (config: Config, state: WorkState): Promise<KnownOfRun> => ({
  base: state.base,
  baseline: state.baseline,
  tests: state.tests,
  changed: state.changed,
  failing: state.failing,
  frozen: state.frozen,
  criteria: state.criteria ?? (await readSpecCriteria(config)),
  lists: state.lists,
  phaseTree: state.phaseTree,
  threshold: thresholdOf(state),
  lowClaims: state.held?.record.confidence?.low_claims ?? 0,
  writes: state.writes.accepted,
});
