/**
 * The user's index after a commit: the paths of the workspace become the committed ones, all others are unchanged. It
 * is locked for a moment only, and a failure loses nothing.
 *
 * @module
 */
import { setTimeout as wait } from 'node:timers/promises';
import { ProofError } from './proof-error.ts';
import { git, type Repository } from './repository.ts';
import { compareEntries, type Entries, readIndex, writeIndexInfo } from './tree-entries.ts';

/** Another git of the user holds the index for moments only. */
const TRIES = 20;
const PAUSE_MS = 100;

/**
 * @param entries - of the whole tree that was committed
 * @returns whether it could be done
 */
export const bringIndexTo = async (repository: Repository, entries: Entries): Promise<boolean> => {
  const ofWorkspace = (all: Entries): Entries =>
    new Map([...all].filter(([path]) => path.startsWith(repository.prefix)));
  for (let tries = 1; ; tries += 1) {
    try {
      const changes = compareEntries(ofWorkspace(await readIndex(repository)), ofWorkspace(entries));
      const none = '0'.repeat(repository.format === 'sha1' ? 40 : 64);
      if (changes.size > 0)
        await git({ folder: repository.top }, ['update-index', '-z', '--index-info'], {
          input: writeIndexInfo(changes, none),
        });
      return true;
    } catch (error) {
      if (!(error instanceof ProofError)) throw error;
      if (tries === TRIES) return false;
      await wait(PAUSE_MS);
    }
  }
};
