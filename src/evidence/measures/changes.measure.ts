/** The changes of the turn to the sources, and whether the agent has no more improvements. */
import { compareFingerprints } from '../../project/sources/fingerprint.ts';
import { type Measure } from './measure.ts';
import { METRICS_OF } from './metrics-of-measures.ts';

/** They describe the changes of a turn, not the state of the work. */
export const changes = {
  after: 'last_look',
  metrics: METRICS_OF.changes,
  measure: ({ turn, signal, before, afterTurn, last, run: { phaseTree } }) => {
    const { created, modified, deleted } = compareFingerprints(before, afterTurn);
    const unchanged = turn.outcome === 'ok' && afterTurn.tree === before.tree;
    return {
      metrics: {
        files_created: created.length,
        files_modified: modified.length,
        files_deleted: deleted.length,
        refactoring_complete: signal.refactoring_complete && last.tree !== phaseTree,
        no_more_improvements_identified: unchanged,
        no_improvements_found: unchanged,
      },
    };
  },
} as const satisfies Measure;
