/** One fingerprint of the sources of a run, with the listing method that was chosen at its start. */
import type { IterationRecord } from '../../gates/iteration.ts';
import type { Config } from '../project/config/config.ts';
import { findingsOfMoved } from '../evidence/measures/tree.measure.ts';
import { findMoved, type Fingerprint, takeFingerprint, findSourceListing } from '../project/sources/fingerprint.ts';
import type { WorkState } from '../records/fold/work-state.ts';

/**
 * @param state - of the run; without one, the listing method is determined again
 * @throws {WorkspaceError} when the sources cannot be read
 */
export const lookAtSources = async (
  { folder, tests }: Pick<Config, 'folder' | 'tests'>,
  { sources, writes }: Pick<WorkState, 'sources' | 'writes'>,
): Promise<Fingerprint> =>
  takeFingerprint(folder, {
    writes: [...tests.writes, ...writes.accepted],
    sources: sources ?? (await findSourceListing(folder)),
  });

interface Surroundings {
  readonly config: Pick<Config, 'folder' | 'tests'>;
  readonly journal: { readonly state: () => Pick<WorkState, 'sources' | 'writes'> };
  readonly now: () => Date;
}

/**
 * For a record that was measured before something else ran: the fingerprint of the sources comes after everything that
 * could change them (rule 2.4).
 *
 * @param before - the sources as measured
 */
export const lookAgain = async (
  { config, journal, now }: Surroundings,
  record: IterationRecord,
  before: Fingerprint,
) => {
  const last = await lookAtSources(config, journal.state());
  const moved = findMoved(before, last);
  return {
    last,
    seen: { ended_at: now().toISOString(), tree: { ...record.tree, after: last.tree, head: last.head } },
    tree_stable: record.metrics.tree_stable === true && moved.length === 0,
    findings: findingsOfMoved(moved),
  };
};
