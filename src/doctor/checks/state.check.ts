/**
 * Is `.dualgate/` writable, has it enough space, and does git ignore it?
 *
 * @module
 */
import { constants, lstatSync } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { findSourceListing } from '../../sources/source-listing.ts';
import { runFolders } from '../../records/run-folders.ts';
import type { Check } from '../check.ts';
import { type Look, ok, problem, warning } from '../finding.ts';
import { describeCause } from '../../text/describe-cause.ts';
import { readGit } from '../../sources/git.ts';

export const stateCheck: Check = {
  name: 'state',
  needs: ['repository'],
  look: async ({ folder }) => {
    const { state } = runFolders(folder, 'none');
    const found = lstatSync(state, { throwIfNoEntry: false });
    if (found !== undefined && !found.isDirectory())
      return problem(`${state} is not a folder`, 'Move the file to another place: dualgate keeps its ledgers there.');
    const place = found === undefined ? folder : state;
    try {
      await access(place, constants.W_OK | constants.X_OK);
    } catch (error) {
      return problem(`${place} is not writable (${describeCause(error)})`, 'Fix its permissions, or its disk.');
    }
    const room = await statfs(place);
    return (
      judgeRoom(room.bavail * room.bsize) ??
      (await judgeIgnored(folder)) ??
      ok('.dualgate/ is writable, for ledgers and logs')
    );
  },
};

const MEGABYTE = 1_048_576;
const SCARCE_MB = 100;

/** @param bytes - free for this user @returns `null` if there is enough space */
export const judgeRoom = (bytes: number): Look | null => {
  if (bytes >= SCARCE_MB * MEGABYTE) return null;
  const fix = 'Free some space: a run writes its ledger and transcripts all the time.';
  const says = `${Math.floor(bytes / MEGABYTE)} MB are free on its disk`;
  return bytes < MEGABYTE ? problem(says, fix) : warning(says, fix);
};

/** It ignores itself, unless somebody removed that entry or tracked it before. */
const judgeIgnored = async (folder: string): Promise<Look | null> => {
  if ((await findSourceListing(folder)).by !== 'git') return null;
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', '.dualgate'];
  const taken = (await readGit(folder, args)).split('\0').filter((path) => path !== '');
  if (taken.length === 0) return null;
  return warning(
    'git does not ignore .dualgate/',
    'Add .dualgate/ to .gitignore. To untrack its files: git rm -r --cached .dualgate.',
    taken,
  );
};
