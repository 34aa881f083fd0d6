/**
 * The watchdog of a run: it ends the processes of a loop that was killed (rule 4.8). It writes nothing, and decides
 * nothing: the next `run` or `resume` records the kill.
 *
 * @module
 */
import { setTimeout as wait } from 'node:timers/promises';
import { readLock } from '../ledger/lock-file.ts';
import { endProcesses } from '../processes/end-processes.ts';
import { findFamily } from '../processes/find-processes.ts';
import { ownCommand } from '../processes/own-program.ts';
import type { RunningProcess } from '../processes/running-process.ts';
import { startWatchdog, type Watchdog } from '../processes/watchdog.ts';
import { runFolders } from '../records/run-folders.ts';
import { removeLeftFolders } from '../temporary/remove-left.ts';
import { APPROVAL_MARK } from '../approval/ask-elsewhere.ts';
import { RUN_MARK } from './left-running.ts';

/** Longer than an operator's command holds the lock; a loop that holds it longer has ended all processes itself. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 100;

/**
 * Until it is ended, a kill of this process ends what the run started.
 *
 * @param run.folder - the workspace, absolute
 * @param onNotice - receives a sentence if there is no watchdog
 */
export const watchOver = (
  { run, folder }: { readonly run: string; readonly folder: string },
  onNotice: (text: string) => void,
): Watchdog => {
  // Without a table of processes, nothing is found.
  if (process.platform === 'win32') return { end: async () => {} };
  return startWatchdog({
    command: ownCommand('watchdog', run, folder),
    // A dualgate in a turn of another one has that one's mark; paths in the options of Node can be relative.
    env: { ...process.env, [RUN_MARK]: undefined, NODE_OPTIONS: undefined },
    onProblem: (why) =>
      onNotice(
        `There is no watchdog (${why}). If dualgate is killed, the processes of this run are active until the next run.`,
      ),
  });
};

/**
 * Ends them, unless a process holds the workspace: a loop ends them itself, and then starts others with the same mark.
 * Also removes the temporary folders of killed processes.
 */
export const endKilledRun = async (run: string, workspace: string): Promise<void> => {
  const { lock } = runFolders(workspace, run);
  const markers = [RUN_MARK, APPROVAL_MARK].map((name) => ({ name, value: run }));
  const until = performance.now() + PATIENCE_MS;
  for (let wasHeld = true; wasHeld && performance.now() < until; ) {
    wasHeld = false;
    const find = (known: readonly RunningProcess[]): readonly RunningProcess[] => {
      const found = markers.flatMap((marker) => findFamily({ root: null, marker, known }));
      // Asked afterwards: without a holder now, none had started what was found before.
      wasHeld ||= isHeld(lock);
      return wasHeld ? [] : found;
    };
    await endProcesses(find);
    if (wasHeld) await wait(PAUSE_MS);
  }
  await removeLeftFolders();
};

/** With an unreadable lock, no loop starts either. */
const isHeld = (lock: string): boolean => {
  try {
    return readLock(lock)?.live === true;
  } catch {
    return false;
  }
};
