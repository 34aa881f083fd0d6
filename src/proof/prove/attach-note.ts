/**
 * A statement as a note of git, which goes with the commit and changes nothing of it.
 *
 * @module
 */
import { git } from '../repository.ts';
import type { Attestation } from './sign-statement.ts';

/** `git log --notes=dualgate` shows them; `git push origin refs/notes/dualgate` takes them along. */
const NOTES = 'refs/notes/dualgate';

/**
 * Puts the statement onto the commit, in place of one that was there.
 *
 * @param folder absolute, in the repository
 * @throws {ProofError} when git refuses; it needs a name to write under
 */
export const attachNote = async (folder: string, commit: string, attestation: Attestation): Promise<void> => {
  await git({ folder }, ['notes', `--ref=${NOTES}`, 'add', '--force', '--file=-', commit], {
    input: `${JSON.stringify(attestation)}\n`,
  });
};
