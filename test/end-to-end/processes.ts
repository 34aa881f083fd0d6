/** Processes on this machine, read from /proc without any code of ours. */
import { readdirSync, readFileSync } from 'node:fs';

/** Reads nothing of a process that is gone or belongs to somebody else. */
const readProc = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
};

/** Only Linux has it. */
export const hasProc = readProc(process.pid, 'stat') !== '';

/** State, parent, group and session of a process; none when it is gone. */
const readStat = (pid: number): readonly string[] => {
  const stat = readProc(pid, 'stat');
  return stat === '' ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
};

/** Number of the session leader, null when the process is gone. */
export const sessionOf = (pid: number): number | null => {
  const session = readStat(pid)[3];
  return session === undefined ? null : Number(session);
};

/** Every live process that has exactly this `NAME=value` in its environment. */
export const findMarkedWith = (variable: string): readonly number[] =>
  hasProc
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
        .filter((pid) => readProc(pid, 'environ').split('\0').includes(variable) && readStat(pid)[0] !== 'Z')
    : [];

/** Kills them; those of a test carry its home. */
export const endMarkedWith = (variable: string): void => {
  for (const pid of findMarkedWith(variable)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Gone since it was found.
    }
  }
};

/** Whether the process runs, and is no zombie. */
export const isRunning = (pid: number): boolean => !['Z', 'X', undefined].includes(readStat(pid)[0]);

/** Numbers of the watchdogs that a dualgate has: one for each run. */
export const watchdogsOf = (parent: number): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => readStat(pid)[1] === `${parent}` && isRunning(pid))
    .filter((pid) => readProc(pid, 'cmdline').includes('dualgate-watchdog'));

/** Kills a dualgate after its watchdog, so that what it started lives on. */
export const killWithWatchdog = (pid: number): void => {
  for (const each of [...watchdogsOf(pid), pid]) process.kill(each, 'SIGKILL');
};
