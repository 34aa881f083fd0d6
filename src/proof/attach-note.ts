/**
 * A statement as a git note, which goes with the commit and does not change it.
 *
 * @module
 */
import { git } from './repository.ts';
import type { Attestation } from './prove/sign-statement.ts';

/** `git log --notes=dualgate` shows them; `git push origin refs/notes/dualgate` pushes them. */
const NOTES = 'refs/notes/dualgate';

/**
 * Attaches the statement to the commit, in place of an earlier one.
 *
 * @param folder absolute, in the repository
 * @throws {ProofError} when git refuses; it needs a user name
 */
export const attachNote = async (folder: string, commit: string, attestation: Attestation): Promise<void> => {
  await git({ folder }, ['notes', `--ref=${NOTES}`, 'add', '--force', '--file=-', commit], {
    input: `${JSON.stringify(attestation)}\n`,
  });
};
