/** The changes of the turn to the sources, and whether the agent has no more improvements. */
import { count, flag, withoutProgress } from '../../../gates/metrics.ts';
import { compareFingerprints } from '../../project/sources/fingerprint.ts';
import { type Measure, standard } from './measure.ts';

/** They describe the changes of a turn, not the state of the work. */
export const changes = {
  after: 'last_look',
  metrics: {
    files_created: withoutProgress(count('files created since the start of the iteration')),
    files_modified: withoutProgress(count('files modified since the start of the iteration')),
    files_deleted: withoutProgress(count('files deleted since the start of the iteration')),
    ...standard('refactoring_complete', 'no_more_improvements_identified'),
    no_improvements_found: withoutProgress(flag('another name for no_more_improvements_identified')),
  },
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
