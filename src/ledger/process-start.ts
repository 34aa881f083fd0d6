/**
 * Tells one process from a later one with the same number, by when it was started, and one table of processes from another.
 *
 * @module
 */
import { readFileSync, readlinkSync } from 'node:fs';
import { readErrorCode } from './ledger-error.ts';

/** Identity of a start: boot and clock ticks since; `null` where the system does not tell (no `/proc`). */
export const readProcessStart = (pid: number): string | null => {
  const fields = readStat(pid);
  const ticks = fields?.[19];
  const boot = readText('/proc/sys/kernel/random/boot_id')?.trim();
  return ticks === undefined || boot === undefined ? null : `${boot}:${ticks}`;
};

/**
 * Which table of processes numbers are of: this boot of this machine, and the container. `null` where the system does not
 * tell. The name of a machine is none: it changes with the network, and containers share one.
 */
export const readProcessTable = (): string | null => {
  const boot = readText('/proc/sys/kernel/random/boot_id')?.trim();
  try {
    return boot === undefined ? null : `${boot}:${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return null;
  }
};

/**
 * Whether the process that was started then still runs. What cannot be told counts as running: a lock is not taken from
 * somebody who may be alive.
 */
export const isStillRunning = (pid: number, start: string | null): boolean => {
  if (!existsProcess(pid)) return false;
  const state = readStat(pid)?.[0];
  if (state === 'Z' || state === 'X') return false;
  const current = readProcessStart(pid);
  return start === null || current === null || current === start;
};

const existsProcess = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is there and belongs to somebody else.
    return readErrorCode(error) !== 'ESRCH';
  }
};

/** Fields of `/proc/<pid>/stat` from the third (state) on: the second is a name that may hold blanks and parentheses. */
const readStat = (pid: number): readonly string[] | null => {
  const text = readText(`/proc/${pid}/stat`);
  return text === null ? null : text.slice(text.lastIndexOf(')') + 2).split(' ');
};

const readText = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
};
