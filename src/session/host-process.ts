/**
 * The process of a program with hooks: by it, a session is told from another, and an agent from an operator.
 *
 * @module
 */
import { processTable } from '../processes/find-processes.ts';
import type { HostProcess } from './session-note.ts';

const SHELL = /^(?:\S*\/)?-?(?:ba|da|z|k|fi)?sh(?:\s|$)/;

/** The program of the session: what started the hook, behind a shell. */
export const findHost = (pid: number): readonly HostProcess[] => {
  const caller = processTable.read(pid);
  if (caller === null) return [];
  const host = SHELL.test(caller.describe()) ? (processTable.read(caller.parent) ?? caller) : caller;
  return host.pid <= 1 ? [] : [{ pid: host.pid, started: host.started }];
};

export const isSameHost = (one: HostProcess, other: HostProcess): boolean =>
  one.pid === other.pid && one.started === other.started;

export const isRunning = ({ pid, started }: HostProcess): boolean => {
  const there = processTable.read(pid);
  return there !== null && !there.dead && there.started === started;
};
