/**
 * Makes STATE.md again where it was deleted, or where a loop that was killed left it: whoever asks for a run has read all
 * that it is made from.
 *
 * @module
 */
import { closeSync, openSync, readSync } from 'node:fs';
import type { Config } from '../../config/config.ts';
import { WITHOUT_FOLLOWING } from '../../evidence/open-flags.ts';
import { readLock } from '../../ledger/lock.ts';
import { readCurrentRun, runFolders } from '../run-folders.ts';
import { nameStanding } from '../standing.ts';
import type { WorkState } from '../work-state.ts';
import { remakeStatePage } from './state-page.ts';

/** Only of the current run, and not while a loop goes on, which makes it itself. A page that cannot be written is none. */
export const restoreStatePage = (facts: {
  readonly config: Config;
  readonly run: string;
  readonly phases: readonly string[];
  readonly state: WorkState;
  readonly phase: string | null;
  /** ISO 8601. */
  readonly at: string;
}): void => {
  const { config, run, phases, state, phase, at } = facts;
  const folders = runFolders(config.folder, run);
  if (!isOutdated(folders.statePage) || readCurrentRun(config.folder) !== run) return;
  if (readLock(folders.lock)?.live === true) return;
  try {
    const place = { folders, run, phases, spec: config.work.spec };
    remakeStatePage(place, { standing: state.settled?.status ?? 'broke_off', state, phase, at });
  } catch {
    // A folder that cannot be written is no reason not to say where the run stands.
  }
};

/** Not there, or it says that a loop goes on. */
const isOutdated = (path: string): boolean => {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(path, WITHOUT_FOLLOWING);
    const begin = Buffer.alloc(100);
    const length = readSync(descriptor, begin);
    return begin
      .toString('utf8', 0, length)
      .split('\n')
      .includes(`Status: ${nameStanding('running')}`);
  } catch {
    return true;
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
};
