/**
 * One fingerprint of the sources of a run, with the listing method that was chosen at its start.
 *
 * @module
 */
import type { Config } from '../config/shape-config.ts';
import { type Fingerprint, takeFingerprint } from '../sources/fingerprint.ts';
import { findSourceListing } from '../sources/source-listing.ts';
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
