/**
 * Processes that the tests of one file started and left running: each descends from the file's worker, or carries the variable
 * that was put into its environment and that every child inherits. Linux only; elsewhere nothing is found.
 */
import { subscribe } from 'node:diagnostics_channel';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { findFamily } from '../src/base/processes/find-processes.ts';
import { linuxProcesses } from '../src/base/processes/linux-processes.ts';
import { isSameProcess, type RunningProcess } from '../src/base/processes/end-processes.ts';

/** Not of dualgate's own names: those are kept from agents and tests. */
const NAME = 'STARTED_BY_TEST_FILE';
/** Milliseconds in which a process that was ended may still be on its way out. */
const LEAVING_MS = 5_000;

let startedAny = false;
let isTold = false;

/** Begins a file: its worker, and so whatever it starts, carries a value of its own. */
export const markFile = (): void => {
  process.env[NAME] = randomUUID();
  startedAny = false;
  // Files that share a worker share this module.
  if (isTold) return;
  isTold = true;
  subscribe('child_process', () => {
    startedAny = true;
  });
};

/** For a test that starts a program in an environment of its own making. */
export const fileMark = (): Readonly<Record<string, string>> => ({ [NAME]: process.env[NAME] ?? '' });

/** Whether the file has started a program yet, by any means but the synchronous ones. */
export const hasStartedAny = (): boolean => startedAny;

/** Everything that the file started and that runs. */
export const listStarted = (): readonly RunningProcess[] => {
  if (process.platform !== 'linux') return [];
  const running = linuxProcesses.list();
  const children = running.filter(({ parent }) => parent === process.pid);
  const marker = { name: NAME, value: process.env[NAME] ?? '' };
  return findFamily({ root: null, marker, known: children }, { ...linuxProcesses, list: () => running });
};

/**
 * `pid command` of what runs and was not there before. It is given time to leave, then it is killed: the next test
 * begins without it.
 *
 * @param leavingMs - milliseconds
 */
export const endLeftRunning = async (
  before: readonly RunningProcess[],
  leavingMs = LEAVING_MS,
): Promise<readonly string[]> => {
  const until = performance.now() + leavingMs;
  const look = () => listStarted().filter((it) => !before.some((known) => isSameProcess(known, it)));
  let left = look();
  while (left.length > 0 && performance.now() < until) {
    await wait(20);
    left = look();
  }
  const names = left.map((it) => `${it.pid} ${it.describe()}`);
  for (const { pid } of left) kill(pid);
  return names;
};

const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone since it was found.
  }
};
