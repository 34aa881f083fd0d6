/** Checks of the workspace: the lock, an unfinished run, its processes, the state folder. */
import { realpathSync, constants, lstatSync } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { LedgerError, LockError } from '../../ledger/ledger-error.ts';
import { readLock } from '../../ledger/lock-file.ts';
import type { Config } from '../../project/config/config.ts';
import {
  describeLeft,
  findLeftRunning,
  findStraying,
  type LeftRunning,
  listRunsLeft,
} from '../../run/end-killed-run.ts';
import { runFolders, readCurrentRun } from '../../records/run-folders.ts';
import { findLeftFolders, findRunningIn, removeLeftFolders } from '../../base/temporary-folder.ts';
import { followRuns } from '../../queue/list/read-work-list.ts';
import { type Check, ofConfig, ok, problem, type Look, problemOf, warning } from '../check.ts';
import { renderAcceptance } from '../../evidence/propose-writes.ts';
import { configOfRun, isConfigOf } from '../../records/hash-config.ts';
import { readRunSummary } from '../../view/read-run.ts';
import { RunError } from '../../records/run-error.ts';
import { findSourceListing } from '../../project/sources/fingerprint.ts';
import { describeCause } from '../../base/text/describe-cause.ts';
import { readGit } from '../../project/sources/git.ts';

/** Processes of a crashed run would disturb the next one. Temporary folders without a process are removed. */
export const leftoversCheck: Check = {
  name: 'leftovers',
  needs: ['lock'],
  look: async ({ folder, config }) => {
    const folders = findLeftFolders();
    const known = [...(await findOfRuns(folder, config)), ...describeLeft(findRunningIn(folders))];
    const left = [...known, ...findStraying(realpathSync(folder), isActive)];
    const all = [...new Map(left.map((each) => [each.pid, each])).values()];
    if (all.length > 0)
      return problem(
        all.length === 1
          ? '1 process of a crashed run is still running'
          : `${all.length} processes of crashed runs are still running`,
        `${known.length === all.length ? 'dualgate resume, and the next dualgate run, end them first.' : 'No record of that run is left, so dualgate does not end them.'} To end them now: kill ${all.map(({ pid }) => pid).join(' ')}`,
        all.map(({ pid, command }) => `${pid} ${command}`),
      );
    const { removed } = await removeLeftFolders();
    return ok(
      removed.length === 0
        ? 'crashed runs left no processes or files'
        : `${removed.length} temporary ${removed.length === 1 ? 'folder' : 'folders'} of crashed processes removed`,
    );
  },
};

/** The lock check reports a file that is no lock. */
const isActive = (place: string): boolean => {
  try {
    return readLock(runFolders(place, 'none').lock)?.live === true;
  } catch (error) {
    if (error instanceof LockError) return true;
    throw error;
  }
};

/** Here, and in every worktree of this checkout that no run has locked. */
const findOfRuns = async (folder: string, config: Config | null): Promise<readonly LeftRunning[]> => {
  const places = new Set([folder, ...(await findPlaces(config))]);
  return [...places]
    .map((place) => runFolders(place, 'none'))
    .filter(({ lock }) => readLock(lock)?.live !== true)
    .flatMap(({ runs }) => listRunsLeft(runs))
    .flatMap(findLeftRunning);
};

/** Another check reports an invalid ledger. */
const findPlaces = async (config: Config | null): Promise<readonly string[]> => {
  try {
    return config === null ? [] : (await followRuns(config)).map((each) => each.folder);
  } catch (error) {
    if (error instanceof LedgerError) return [];
    throw error;
  }
};

/** Is there an unfinished run? It is not lost, and `run --new` would start another one. */
export const runCheck: Check = {
  name: 'run',
  needs: ['state'],
  look: ofConfig(async (config) => {
    const run = readCurrentRun(config.folder);
    if (run === null) return ok('no earlier run in this folder');
    try {
      return await judgeRun(config, run);
    } catch (error) {
      if (error instanceof LedgerError || error instanceof RunError)
        return problemOf(error.message, `See dualgate verify --run ${run}.`);
      throw error;
    }
  }),
};

const judgeRun = async (config: Config, run: string): Promise<Look> => {
  const { phase, state } = await readRunSummary(config, run);
  if (phase === null) return ok(`${run}, the last run, has ended`);
  const holder = readLock(runFolders(config.folder, run).lock);
  if (holder?.live === true && holder.run === run) return ok(`${run} is active, in ${phase}`);
  const how = state.ending === null ? 'crashed' : `ended ${state.ending.status.replace('_', ' ')}`;
  const { proposed } = state.writes;
  const written = proposed.length === 0 ? [] : [`each test run writes sources: ${renderAcceptance(proposed)}`];
  return isConfigOf(state.configHash, await configOfRun(config, run))
    ? warning(
        `${run} ${how} in ${phase}`,
        `To resume it: dualgate ${state.openEnds.halt === null ? 'run' : 'resume'}. To start a new run: dualgate run --new.`,
        written,
      )
    : warning(
        `${run} ${how} in ${phase}, and the config has changed since`,
        'Restore the config to resume it, accept the change with dualgate resume --accept-config -m "why", or start a new run: dualgate run --new.',
      );
};

/** The last run, if it can continue; the check of the run reports a broken ledger. */
export const findOpenRun = async (config: Config): Promise<string | null> => {
  const run = readCurrentRun(config.folder);
  if (run === null) return null;
  try {
    return (await readRunSummary(config, run)).phase === null ? null : run;
  } catch (error) {
    if (error instanceof LedgerError || error instanceof RunError) return null;
    throw error;
  }
};

/** Is the workspace free, or has a run locked it (rule 4.7)? */
export const lockCheck: Check = {
  name: 'lock',
  needs: ['state'],
  look: async ({ folder }) => {
    try {
      const holder = readLock(runFolders(folder, 'none').lock);
      if (holder === null) return ok('no other run is active here');
      const who = `the run ${holder.run} (pid ${holder.pid} on ${holder.host}, since ${holder.since})`;
      if (holder.live) return problem(`locked by ${who}`, 'Wait until it ends, or stop it: dualgate stop.');
      return warning(
        `lock of ${who}, whose process is gone`,
        'Do not delete the lock: the next run takes it over. To resume the old run: dualgate resume.',
      );
    } catch (error) {
      if (error instanceof LockError) return problemOf(error.message);
      throw error;
    }
  },
};

/** Is `.dualgate/` writable, has it enough space, and does git ignore it? */
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
