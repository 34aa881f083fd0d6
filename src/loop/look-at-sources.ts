/**
 * One look at the sources of a run, as the run looks at them: what tells them was settled when it began.
 *
 * @module
 */
import type { Config } from '../config/shape-config.ts';
import { type Fingerprint, takeFingerprint } from '../sources/fingerprint.ts';
import { tellSources } from '../sources/told-sources.ts';
import type { WorkState } from '../records/fold/work-state.ts';

/**
 * @param state - of the run; of none, what tells the sources is found out anew
 * @throws {WorkspaceError} when the sources cannot be looked at
 */
export const lookAtSources = async (
  { folder, tests }: Pick<Config, 'folder' | 'tests'>,
  { sources, writes }: Pick<WorkState, 'sources' | 'writes'>,
): Promise<Fingerprint> =>
  takeFingerprint(folder, {
    writes: [...tests.writes, ...writes.accepted],
    sources: sources ?? (await tellSources(folder)),
  });
