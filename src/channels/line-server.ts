/**
 * A socket that answers one line with one line, and closes the connection: bounded in bytes, time and callers, so that
 * a caller can neither fill the memory nor delay the loop.
 *
 * @module
 */
import { createServer, type Socket } from 'node:net';
import { listenOn } from './listen-on.ts';

export interface LineServer {
  /** Answers no more callers and closes their connections; resolves when the socket is gone. */
  readonly close: () => Promise<void>;
}

export interface LineServerOptions {
  /** Absolute path of the socket; nothing may be there. */
  readonly path: string;
  /**
   * The answer to a line, itself one line; both without their line feed. When it throws, the connection is closed
   * without an answer.
   */
  readonly answer: (line: string) => string | Promise<string>;
  /** Longest line. @default 65536 */
  readonly maxBytes?: number;
  /** At the same time; further callers are hung up on. @default 16 */
  readonly maxCallers?: number;
  /** Milliseconds in which a caller has to say its line. @default 5000 */
  readonly patienceMs?: number;
}

const MAX_LINE_BYTES = 65_536;

/**
 * Listens on a socket of the file system that only its user can reach.
 *
 * @throws {ChannelError} `unusable` when it cannot listen
 */
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
