/**
 * A socket that answers one line with one line, and closes the connection: bounded in bytes, time and callers, so that
 * a caller can neither fill the memory nor delay the loop.
 */
import { chmodSync } from 'node:fs';
import { type Server, createConnection, createServer, type Socket } from 'node:net';
import { DualgateError } from '../../gates/errors.ts';
import { describeCause } from './text/describe-cause.ts';

/**
 * A socket cannot be opened (no private folder outside the workspace) or does not answer. Fix: set `XDG_RUNTIME_DIR`
 * to a short path that only you can use.
 */
export class ChannelError extends DualgateError {
  override readonly name = 'ChannelError';
  readonly code = 'E_CHANNEL';
  /** `absent`: no process listens there. `late`: no answer in time. */
  readonly kind: 'absent' | 'unusable' | 'broken' | 'late';

  constructor(kind: ChannelError['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** @param path - absolute; nothing may be there @throws {ChannelError} `unusable` when it cannot listen */
export const listenOn = async (server: Server, path: string): Promise<void> => {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
    chmodSync(path, 0o600);
  } catch (cause) {
    const said = describeCause(cause);
    throw new ChannelError('unusable', `Cannot listen on ${path}: ${said}. Check the folder and its permissions.`, {
      cause,
    });
  }
};

// Sends one line to a socket and returns the line that it answers. Small: the agent's signal command is little more.

const MAX_ANSWER_BYTES = 1_048_576;

interface Question {
  /** Absolute path of the socket. */
  readonly path: string;
  /** Without its line feed. */
  readonly line: string;
  /** Milliseconds until the answer has to be there. */
  readonly timeoutMs: number;
}

/**
 * @returns the answer, without its line feed
 * @throws {ChannelError} `absent` when no process listens, `late` without an answer in time, `broken` when it is incomplete
 */
export const askLine = ({ path, line, timeoutMs }: Question): Promise<string> =>
  new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const socket = createConnection(path);
    const giveUp = (kind: ChannelError['kind'], says: string, cause?: unknown): void => {
      socket.destroy();
      reject(new ChannelError(kind, `Cannot ask ${path}: ${says}.`, { cause }));
    };
    const clock = setTimeout(() => giveUp('late', `no answer within ${timeoutMs} ms`), timeoutMs);
    socket.once('connect', () => socket.write(`${line}\n`));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const end = received.indexOf('\n');
      if (end < 0 && received.length > MAX_ANSWER_BYTES) giveUp('broken', 'the answer is too long');
      if (end < 0) return;
      socket.destroy();
      resolve(received.toString('utf8', 0, end));
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      const absent = error.code === 'ENOENT' || error.code === 'ECONNREFUSED';
      giveUp(absent ? 'absent' : 'broken', absent ? 'no process listens there' : error.message, error);
    });
    socket.once('close', () => {
      clearTimeout(clock);
      giveUp('broken', 'it closed the connection without an answer');
    });
  });

export interface LineServer {
  /** Answers no more callers and closes their connections; resolves when the socket is gone. */
  readonly close: () => Promise<void>;
}

export interface LineServerOptions {
  /** Absolute path of the socket; nothing may be there. */
  readonly path: string;
  /** One line without its line feed, as the question is. When it throws, the connection is closed without an answer. */
  readonly answer: (line: string) => string | Promise<string>;
  /** Longest line. @default 65536 */
  readonly maxBytes?: number;
  /** At the same time; further callers are hung up on. @default 16 */
  readonly maxCallers?: number;
  /** Milliseconds in which a caller has to say its line. @default 5000 */
  readonly patienceMs?: number;
}

const MAX_LINE_BYTES = 65_536;

/** Listens on a socket that only its user can reach. @throws {ChannelError} `unusable` when it cannot listen */
export const serveLines = async (options: LineServerOptions): Promise<LineServer> => {
  const { path, maxCallers = 16 } = options;
  const callers = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (caller) => {
    caller.on('error', () => caller.destroy());
    if (callers.size >= maxCallers) {
      caller.destroy();
      return;
    }
    callers.add(caller);
    caller.once('close', () => callers.delete(caller));
    receive(caller, options);
  });
  await listenOn(server, path);
  // An open socket keeps no process alive after the run.
  server.unref();
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const caller of callers) caller.destroy();
      }),
  };
};

const receive = (
  caller: Socket,
  { answer, maxBytes = MAX_LINE_BYTES, patienceMs = 5_000 }: LineServerOptions,
): void => {
  let received = Buffer.alloc(0);
  let asked = false;
  const impatience = setTimeout(() => caller.destroy(), patienceMs).unref();
  caller.once('close', () => clearTimeout(impatience));
  const reply = async (line: string): Promise<void> => {
    clearTimeout(impatience);
    try {
      const said = await answer(line);
      if (!caller.destroyed) caller.end(`${said}\n`);
    } catch {
      caller.destroy();
    }
  };
  caller.on('data', (chunk) => {
    if (asked) return;
    received = Buffer.concat([received, chunk]);
    const end = received.indexOf('\n');
    if (end < 0 && received.length <= maxBytes) return;
    if (end < 0 || end > maxBytes) {
      caller.destroy();
      return;
    }
    asked = true;
    void reply(received.toString('utf8', 0, end));
  });
  // Without a whole line there is no question.
  caller.once('end', () => {
    if (!asked) caller.destroy();
  });
};
