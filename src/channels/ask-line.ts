/**
 * Sends one line to a socket and returns the line that it answers. Small: the agent's signal command is little more.
 *
 * @module
 */
import { createConnection } from 'node:net';
import { ChannelError } from './channel-error.ts';

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
