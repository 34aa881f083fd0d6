/**
 * Ends the processes that killed loops left running (rule 4.8). The watchdog of a run writes and decides nothing: the
 * next `run` or `resume` records the kill, and ends what is left before anything is measured.
 *
 * @module
 */
import { setTimeout as wait } from 'node:timers/promises';
import { readLock } from '../ledger/lock-file.ts';
import { endProcesses } from '../processes/end-processes.ts';
import { findFamily, endMarked } from '../processes/find-processes.ts';
import { ownCommand } from '../processes/own-program.ts';
import type { RunningProcess } from '../processes/running-process.ts';
import { startWatchdog, type Watchdog } from '../processes/watchdog.ts';
import { runFolders } from '../records/run-folders.ts';
import { removeLeftFolders } from '../temporary/remove-left.ts';
import { APPROVAL_MARK } from '../approval/ask-elsewhere.ts';
import { RUN_MARK, listRunsLeft } from './left-running.ts';
import { existsSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { ownChannelPlaces, removeChannelFolder } from '../channels/channel-folder.ts';
import type { RunContext } from '../loop/run-context.ts';

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

/** Those of the workspace that this run has locked. @returns the ended processes, as `pid command` */
export const endFormerRuns = async ({ run, folders, emit }: RunContext): Promise<readonly string[]> => {
  const notice = (text: string): void => emit({ type: 'notice', text });
  const ended = await endMarkedIn(folders.runs);
  for (const { id, left } of ended)
    notice(`Ended processes that ${id === run ? 'the run' : `the run ${id}`} had left running: ${left}`);
  const temporary = await removeLeftFolders();
  for (const left of temporary.ended)
    notice(`Ended processes that ran in a temporary folder of a killed dualgate: ${left}`);
  for (const path of temporary.removed.filter(isCopy)) notice(`Removed a temporary copy of a killed dualgate: ${path}`);
  for (const id of readdirSync(folders.runs)) if (id !== run) ownChannelPlaces(id).forEach(removeChannelFolder);
  return [...ended.map(({ left }) => left), ...temporary.ended];
};

/** Those of a workspace that is abandoned for another work tree, unless it is locked. @returns a sentence for each */
export const endRunsLeftIn = async (workspace: string): Promise<readonly string[]> => {
  const { lock, runs } = runFolders(workspace, 'none');
  if (!existsSync(runs) || readLock(lock)?.live === true) return [];
  const ended = await endMarkedIn(runs);
  return ended.map(({ id, left }) => `Ended processes that the run ${id} had left running: ${left}`);
};

/** In a workspace; other folders hold a few files for a moment. */
const isCopy = (path: string): boolean => /^dualgate-(?:mutants|prove)-/.test(basename(path));

const endMarkedIn = async (runs: string): Promise<readonly { readonly id: string; readonly left: string }[]> => {
  const ended = [];
  for (const id of listRunsLeft(runs))
    for (const left of await endMarked({ name: RUN_MARK, value: id })) ended.push({ id, left });
  return ended;
};
