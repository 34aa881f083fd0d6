/** Distinguishes a process from a later one with the same number, by its start time, and one process table from another. */
import { readlinkSync } from 'node:fs';
import { readErrorCode } from '../text/describe-cause.ts';
import { readText } from '../files/open-plain.ts';

/** Identity of a start: boot and clock ticks since; `null` where the system does not support it (no `/proc`). */
export const readProcessStart = (pid: number): string | null => {
  const fields = readStat(pid);
  const ticks = fields?.[19];
  const boot = readText('/proc/sys/kernel/random/boot_id')?.trim();
  return ticks === undefined || boot === undefined ? null : `${boot}:${ticks}`;
};

/**
 * The process table of a number: this boot of this machine, and the container. `null` where the system does not
 * support it. The host name does not identify one: it changes with the network, and containers share one.
 */
export const readProcessTable = (): string | null => {
  const boot = readText('/proc/sys/kernel/random/boot_id')?.trim();
  try {
    return boot === undefined ? null : `${boot}:${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return null;
  }
};

/** Whether that process still runs. An unknown answer counts as running: no lock is taken from a process that may be alive. */
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
    // EPERM: it exists and belongs to another user.
    return readErrorCode(error) !== 'ESRCH';
  }
};

/** Fields of `/proc/<pid>/stat` from the third (state) on: the second is a name that may contain spaces and parentheses. */
const readStat = (pid: number): readonly string[] | null => {
  const text = readText(`/proc/${pid}/stat`);
  return text === null ? null : text.slice(text.lastIndexOf(')') + 2).split(' ');
};
