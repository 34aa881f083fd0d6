/**
 * Is the tree clean? It need not be, but a clean tree shows what the agent changed.
 *
 * @module
 */
import { findSourceListing } from '../../sources/source-listing.ts';
import type { Check } from '../check.ts';
import { ok, skipped, warning } from '../finding.ts';
import { listUncommitted } from '../../sources/list-uncommitted.ts';

export const sourcesCheck: Check = {
  name: 'sources',
  needs: ['repository'],
  look: async ({ folder }) => {
    if ((await findSourceListing(folder)).by !== 'git') return skipped('not checked: no git to show changes');
    const changed = await listUncommitted(folder, ['.', ':(exclude).dualgate']);
    if (changed.length === 0) return ok('all files are committed');
    return warning(
      changed.length === 1 ? '1 file is not committed' : `${changed.length} files are not committed`,
      `Commit ${changed.length === 1 ? 'it' : 'them'}, to separate your changes from those of the agent.`,
      changed,
    );
  },
};
