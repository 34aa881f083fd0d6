/**
 * The processes of a Linux machine, read from /proc: environment, parent, session and start time of each.
 *
 * @module
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { constants } from 'node:os';
import { type ProcessTable, type RunningProcess, shortenCommand } from './running-process.ts';

/** Processes may end between two reads and may belong to another user: unreadable ones are omitted. */
const readProc = (pid: number, file: 'stat' | 'status' | 'environ' | 'cmdline'): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
};

/** Reads `pid (name) state parent group session …, started`; the name may contain spaces and parentheses. */
const readProcess = (pid: number): RunningProcess | null => {
  const stat = readProc(pid, 'stat');
  const [state, parent, , session, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const started = rest[15];
  if (state === undefined || started === undefined) return null;
  return {
    pid,
    dead: 'ZXx'.includes(state),
    parent: Number(parent),
    session: Number(session),
    started,
    carries: ({ name, value }) =>
      readProc(pid, 'environ').split('\0').some(isEntry(name, value)) && readProcess(pid)?.started === started,
    ignoresInterrupt: () => ignoresInterrupt(readProc(pid, 'status')),
    describe: () => shortenCommand(Buffer.from(readProc(pid, 'cmdline'), 'latin1').toString().replaceAll('\0', ' ')),
    cwd: () => readFolder(pid),
  };
};

/** The kernel appends a remark to the name of a removed folder. */
const readFolder = (pid: number): string | null => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`).replace(/ \(deleted\)$/, '');
  } catch {
    return null;
  }
};

/** Compared as bytes, which need not be UTF-8. */
const isEntry = (name: string, value: string | null): ((entry: string) => boolean) => {
  const wanted = Buffer.from(`${name}=${value ?? ''}`).toString('latin1');
  return (entry) => (value === null ? entry.startsWith(wanted) : entry === wanted);
};

/** `SigIgn` is a mask in hexadecimal, its lowest bit signal 1. */
const ignoresInterrupt = (status: string): boolean => {
  const [, mask = '0'] = /^SigIgn:\s*([0-9a-f]+)$/m.exec(status) ?? [];
  return ((BigInt(`0x${mask}`) >> BigInt(constants.signals.SIGINT - 1)) & 1n) === 1n;
};

/** `/proc` as a table of processes. */
export const linuxProcesses: ProcessTable = {
  list: () =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => readProcess(Number(name)))
      .filter((found) => found !== null)
      .filter(({ dead }) => !dead),
  read: readProcess,
};
