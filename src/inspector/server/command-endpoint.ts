/**
 * The entry of operator commands: bounded in number and size, each tied to its connection, none from a turn of the agent.
 *
 * @module
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { answer, asJson } from './answer.ts';
import { isCalledFromTurn } from './find-caller.ts';
import { type FindPlaces, findRun } from './find-runs.ts';
import { MAX_BODY, type Resume, takeCommand } from './take-command.ts';

interface CommandEndpointOptions {
  readonly places: FindPlaces;
  /** Operator name in the record. */
  readonly by: string;
  /** Whether any is accepted. */
  readonly commands: boolean;
  readonly resume: Resume | undefined;
}

interface CommandEndpoint {
  /** Answers one; `port` is the one that it came to. */
  readonly receive: (request: IncomingMessage, response: ServerResponse, port: number) => Promise<void>;
  /** Resolves when the sender of a command has its answer: it may be what ended the run. After a second and a half at the latest. */
  readonly close: () => Promise<void>;
}

/** At the same time. */
const MAX_COMMANDS = 4;
/** Milliseconds. */
const PARTING_MS = 1_500;

export const createCommandEndpoint = ({ places, by, commands, resume }: CommandEndpointOptions): CommandEndpoint => {
  /** Each until its connection has taken the answer, or is gone. */
  const going = new Set<Promise<void>>();
  const receive: CommandEndpoint['receive'] = async (request, response, port) => {
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
  const close: CommandEndpoint['close'] = async () => {
    const answered = new AbortController();
    await Promise.race([
      Promise.all(going).finally(() => answered.abort()),
      wait(PARTING_MS, undefined, { signal: answered.signal }).catch(() => {}),
    ]);
  };
  return { receive, close };
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
