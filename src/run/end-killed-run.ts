/** Ends the processes that killed loops left running (rule 4.8). */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFamily, processTable, endMarked } from '../base/processes/find-processes.ts';
import { isWithin } from '../base/files/folders.ts';
import { type RunningProcess, endProcesses } from '../base/processes/end-processes.ts';
import { createRedactData } from '../base/redact-text.ts';
import { readLock } from '../ledger/lock-file.ts';
import { ownCommand, startWatchdog, type Watchdog } from '../base/processes/watchdog.ts';
import { runFolders } from '../records/run-folders.ts';
import { removeLeftFolders } from '../base/temporary-folder.ts';
import { APPROVAL_MARK } from '../loop/approval.ts';
import { ownChannelPlaces, removeChannelFolder } from '../base/channel-folder.ts';
import type { RunContext } from '../loop/run-context.ts';

// Living processes of runs without an active loop: a killed loop ends nothing, so its agent and its tests continue. They are
// found by the mark that every process of a run carries.

/** The variable that carries the id of a run. */
const RUN_MARK = 'DUALGATE_RUN';

export interface LeftRunning {
  readonly pid: number;
  /** Its command line, on one line, at most 200 characters, without text that looks like a key. */
  readonly command: string;
}

/** For one run; only for a run that is not active. */
export const findLeftRunning = (run: string): readonly LeftRunning[] =>
  describeLeft(findFamily({ root: null, marker: { name: RUN_MARK, value: run }, known: [] }));

/**
 * Marked processes that work in a folder and have lost the program that started them, whatever their run: also of runs
 * whose records were deleted.
 * @param isActive - whether a run is active in this folder, which is the given one or inside it
 */
export const findStraying = (folder: string, isActive: (place: string) => boolean): readonly LeftRunning[] => {
  const running = new Map(processTable.list().map((each) => [each.pid, each]));
  const straying = [...running.values()].filter((each) => {
    if (!each.carries(ANY_RUN) || !isOrphan(each, running)) return false;
    const place = each.cwd();
    return place !== null && isWithin(folder, place) && !foldersBetween(folder, place).some(isActive);
  });
  return describeLeft(straying);
};

const ANY_RUN = { name: RUN_MARK, value: null };

/** The first marked process of its family is a child of the first process of the system, or of a supervisor. */
const isOrphan = (each: RunningProcess, running: ReadonlyMap<number, RunningProcess>): boolean => {
  const parent = running.get(each.parent);
  if (parent === undefined || parent.pid === 1) return true;
  if (parent.carries(ANY_RUN)) return isOrphan(parent, running);
  return /^(?:\S*\/)?(?:systemd|init|tini|dumb-init)(?:\s|$)/.test(parent.describe());
};

/** The inner folder and those around it, up to the outer one. */
const foldersBetween = (outer: string, inner: string): readonly string[] =>
  inner === outer || !isWithin(outer, inner) ? [inner] : [inner, ...foldersBetween(outer, dirname(inner))];

export const describeLeft = (running: readonly RunningProcess[]): readonly LeftRunning[] => {
  const redact = createRedactData(null, process.env);
  return redact(running.map((it) => ({ pid: it.pid, command: it.describe() })));
};

/** Ids of runs with living processes. @param runs - absolute: the folder that has one folder for each run */
export const listRunsLeft = (runs: string): readonly string[] => {
  if (!existsSync(runs)) return [];
  const marked = processTable.list().filter(({ carries }) => carries({ name: RUN_MARK, value: null }));
  if (marked.length === 0) return [];
  return readdirSync(runs).filter((id) => marked.some(({ carries }) => carries({ name: RUN_MARK, value: id })));
};

/** Longer than an operator's command holds the lock; a loop that holds it longer has ended all processes itself. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 100;

/**
 * Until it is ended, a kill of this process ends what the run started. @param run.folder - the workspace, absolute
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
