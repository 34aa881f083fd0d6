/**
 * Moves the runs of a worktree into its checkout, before the worktree is removed: ledgers, transcripts and reports stay, and
 * every command finds them there.
 *
 * @module
 */
import { cpSync, existsSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { makePrivateFolder } from '../../ledger/files/private.ts';
import { readBytes, readPlainBytes } from '../../files/open-plain.ts';
import { createStateFolder, runFolders } from '../../records/run-folders.ts';
import { listRuns } from '../../view/list-runs.ts';
import { readErrorCode } from '../../text/describe-cause.ts';

/**
 * Both absolute: workspaces.
 *
 * @returns why one cannot be moved; `null`: all are in `to`
 */
export const moveRuns = (from: string, to: string): string | null => {
  createStateFolder(runFolders(to, 'none'));
  makePrivateFolder(runFolders(to, 'none').runs);
  for (const id of listRuns(from)) {
    const [old, there] = [runFolders(from, id), runFolders(to, id)];
    // An agent can write there.
    if (realpathSync(old.ledger) !== join(realpathSync(from), relative(from, old.ledger)))
      return `its run ${id} is behind a link: ${old.run}. Check who made it`;
    if (!existsSync(there.ledger)) moveFolder(old.run, there.run);
    // A kill between the copy and the removal of the worktree.
    else if (readBytes(old.ledger)?.equals(readPlainBytes(there.ledger)) !== true)
      return `its run ${id} is in ${there.run} too, with another ledger. Move one of them away`;
  }
  return null;
};

/** The complete folder, or none, is there at any time, also on another disk. */
const moveFolder = (from: string, to: string): void => {
  try {
    renameSync(from, to);
  } catch (error) {
    if (readErrorCode(error) !== 'EXDEV') throw error;
    const draft = join(to, '..', `.${process.pid}.draft`);
    rmSync(draft, { recursive: true, force: true });
    cpSync(from, draft, { recursive: true, preserveTimestamps: true });
    renameSync(draft, to);
  }
};
