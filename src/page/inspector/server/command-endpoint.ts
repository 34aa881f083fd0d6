/** The entry of operator commands: bounded, each tied to its connection, none from a turn of the agent. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { processTable } from '../../../base/processes/find-processes.ts';
import type { RunningProcess } from '../../../base/processes/end-processes.ts';
import { answer, asJson, awaitParting, MAX_BODY, type Resume, takeCommand } from './take-command.ts';
import { type FindPlaces, findRun } from './find-runs.ts';

// Finds the process of a connection: an agent that found the token is no operator, nor are its tests (rule 1.6). Linux provides
// it; elsewhere no process is found, nor if the caller removed the mark of its turn. The threat model covers these cases.

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
    .flatMap((name) => orElse(() => readFileSync(`/proc/net/${name}`, 'utf8'), '').split('\n'))
    .map((line) => {
      const [, local = '', remote = '', , , , , , , inode = '0'] = line.trim().split(/\s+/);
      return { local: portOf(local), remote: portOf(remote), inode };
    });

const findSocket = (rows: readonly Connection[], { theirs, ours }: Ends): string | null =>
  rows.find(({ local, remote, inode }) => local === theirs && remote === ours && inode !== '0')?.inode ?? null;

/** From `0100007F:1F90`. */
const portOf = (address: string): number => Number.parseInt(address.slice(address.indexOf(':') + 1), 16);

const hasOpen = (pid: number, what: string): boolean =>
  orElse(() => readdirSync(`/proc/${pid}/fd`), []).some(
    (fd) => orElse(() => readlinkSync(`/proc/${pid}/fd/${fd}`), '') === what,
  );

/** A process has gone, or is somebody else's; a system provides none of this. */
const orElse = <T>(read: () => T, otherwise: T): T => {
  try {
    return read();
  } catch {
    return otherwise;
  }
};

interface CommandEndpointOptions {
  readonly places: FindPlaces;
  readonly by: string;
  readonly commands: boolean;
  readonly resume: Resume | undefined;
}

const MAX_COMMANDS = 4;

export const createCommandEndpoint = ({ places, by, commands, resume }: CommandEndpointOptions) => {
  /** Each until its connection has taken the answer, or is gone. */
  const going = new Set<Promise<void>>();
  /** Answers one. @param port - that it came to */
  const receive = async (request: IncomingMessage, response: ServerResponse, port: number): Promise<void> => {
    const refuse = (status: number, said: string): void => answer(response, asJson(status, { ok: false, said }));
    if (!commands) return refuse(403, 'Operator commands are not accepted here.');
    if (isCalledFromTurn({ theirs: request.socket.remotePort ?? 0, ours: port }))
      return refuse(403, 'Cannot accept the command from inside a turn of the agent. Only an operator can send it.');
    if (going.size >= MAX_COMMANDS)
      return refuse(429, 'Cannot accept the command: others are waiting. Try again later.');
    const gone = new AbortController();
    const closed = new Promise<void>((resolve) => {
      response.once('close', () => {
        gone.abort();
        going.delete(closed);
        resolve();
      });
    });
    going.add(closed);
    const body = await readBody(request, MAX_BODY);
    if (body === null) return refuse(413, 'Cannot accept the command: it is too long. Shorten the text.');
    const type = request.headers['content-type'];
    const find = (run: string) => findRun(places, run);
    answer(response, await takeCommand({ type, body }, { find, by, resume }, gone.signal));
  };
  /** Resolves when the sender of a command has its answer: it may be what ended the run. */
  return { receive, close: () => awaitParting(going) };
};

/** `null` when it is longer, or does not come whole. */
const readBody = async (request: IncomingMessage, maxBytes: number): Promise<string | null> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > maxBytes) return null;
      chunks.push(chunk);
    }
  } catch {
    return null;
  }
  return Buffer.concat(chunks).toString('utf8');
};
