/**
 * Finds the process of a connection: an agent that found the token is no operator, nor are its tests (rule 1.6). Linux provides it;
 * elsewhere no process is found, nor if the caller removed the mark of its turn. The threat model covers these cases.
 *
 * @module
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { processTable } from '../../processes/find-processes.ts';
import type { RunningProcess } from '../../processes/running-process.ts';

/** Ports of a connection within this machine. */
interface Ends {
  readonly theirs: number;
  readonly ours: number;
}

/** Whether the caller belongs to an agent's turn, of any run, or disconnected too soon to know. */
export const isCalledFromTurn = (ends: Ends): boolean => {
  const rows = listConnections();
  const inode = findSocket(rows, ends);
  if (inode === null) return findSocket(rows, { theirs: ends.ours, ours: ends.theirs }) !== null;
  const running = processTable.list();
  const parents = new Map(running.map((it) => [it.pid, it]));
  const isMarked = (it: RunningProcess | undefined, left = 100): boolean =>
    it !== undefined &&
    left > 0 &&
    (it.carries({ name: 'DUALGATE_RUN', value: null }) || isMarked(parents.get(it.parent), left - 1));
  return running.some((it) => isMarked(it) && hasOpen(it.pid, `socket:[${inode}]`));
};

interface Connection {
  readonly local: number;
  readonly remote: number;
  /** The number of the socket, as the system counts them; '0' when no process has it any more. */
  readonly inode: string;
}

/** None if the system does not provide it. */
const listConnections = (): readonly Connection[] =>
  ['tcp', 'tcp6']
    .flatMap((name) => readLines(`/proc/net/${name}`))
    .map((line) => {
      const [, local = '', remote = '', , , , , , , inode = '0'] = line.trim().split(/\s+/);
      return { local: portOf(local), remote: portOf(remote), inode };
    });

/** Their socket. */
const findSocket = (rows: readonly Connection[], { theirs, ours }: Ends): string | null =>
  rows.find(({ local, remote, inode }) => local === theirs && remote === ours && inode !== '0')?.inode ?? null;

/** From `0100007F:1F90`. */
const portOf = (address: string): number => Number.parseInt(address.slice(address.indexOf(':') + 1), 16);

const readLines = (path: string): readonly string[] => {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
};

const hasOpen = (pid: number, what: string): boolean => {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => linkOf(`/proc/${pid}/fd/${fd}`) === what);
  } catch {
    // It has gone, or is somebody else's.
    return false;
  }
};

const linkOf = (path: string): string => {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
};
