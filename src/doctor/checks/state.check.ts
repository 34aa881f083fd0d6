/**
 * Can `.dualgate/` be written, is there room for it, and does git leave it alone?
 *
 * @module
 */
import { constants, lstatSync } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { describeCause } from '../../ledger/ledger-error.ts';
import { runGit } from '../../sources/git.ts';
import { tellSources } from '../../sources/told-sources.ts';
import { runFolders } from '../../records/run-folders.ts';
import type { Check } from '../check.ts';
import { type Look, ok, problem, warning } from '../finding.ts';

export const stateCheck: Check = {
  name: 'state',
  needs: ['repository'],
  look: async ({ folder }) => {
    const { state } = runFolders(folder, 'none');
    const found = lstatSync(state, { throwIfNoEntry: false });
    if (found !== undefined && !found.isDirectory())
      return problem(`${state} is not a folder`, 'Move it away: the ledger of a run is kept there.');
    const place = found === undefined ? folder : state;
    try {
      await access(place, constants.W_OK | constants.X_OK);
    } catch (error) {
      return problem(`${place} cannot be written (${describeCause(error)})`, 'Mend its permissions, or its disk.');
    }
    const room = await statfs(place);
    return judgeRoom(room.bavail * room.bsize) ?? (await judgeIgnored(folder)) ?? ok('.dualgate/ can be written');
  },
};

const MEGABYTE = 1_048_576;
const SCARCE_MB = 100;

/** @param bytes - free for this user @returns `null` when there is room enough */
export const judgeRoom = (bytes: number): Look | null => {
  if (bytes >= SCARCE_MB * MEGABYTE) return null;
  const mend = 'Free some: ledger and transcripts are written all the time.';
  const says = `${Math.floor(bytes / MEGABYTE)} MB are left on its disk`;
  return bytes < MEGABYTE ? problem(says, mend) : warning(says, mend);
};

/** It ignores itself, unless somebody took that out or tracked it before. */
const judgeIgnored = async (folder: string): Promise<Look | null> => {
  if ((await tellSources(folder)).by !== 'git') return null;
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', '.dualgate'];
  const taken = Buffer.from(await runGit(folder, args))
    .toString('utf8')
    .split('\0')
    .filter((path) => path !== '');
  if (taken.length === 0) return null;
  return warning(
    'git does not ignore .dualgate/',
    'Put .dualgate/ into .gitignore; what is tracked already: git rm -r --cached .dualgate.',
    taken,
  );
};
