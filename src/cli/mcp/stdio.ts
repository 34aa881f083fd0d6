/**
 * Stdin and stdout by their descriptors: Node takes longer to open its streams than this server takes to answer.
 *
 * @module
 */
import { read, writeSync } from 'node:fs';
import { hasCode } from '../../text/describe-cause.ts';

const SIZE = 65_536;

/** Hands on the bytes of stdin until it ends. The bytes are valid during the call. */
export const readInput = async (receive: (bytes: Buffer) => void): Promise<void> => {
  const buffer = Buffer.alloc(SIZE);
  for (;;) {
    const count = await readSome(buffer);
    if (count === null) break;
    if (count === 0) return;
    receive(Buffer.from(buffer.subarray(0, count)));
  }
  // A descriptor that must not be waited for: only the stream of Node can.
  for await (const bytes of process.stdin) receive(Buffer.from(bytes));
};

/** `null`: nothing is there yet, and the descriptor does not wait. */
const readSome = (buffer: Buffer): Promise<number | null> =>
  new Promise((resolve, reject) => {
    read(0, buffer, 0, SIZE, null, (error, count) => {
      if (error === null) resolve(count);
      else if (error.code === 'EAGAIN') resolve(null);
      else if (error.code === 'EOF') resolve(0);
      else reject(error);
    });
  });

/** Writes a line to stdout; a reader that has gone ends this process. */
export const printLine = (line: string): void => {
  let rest: Uint8Array = Buffer.from(`${line}\n`);
  while (rest.length > 0) {
    const count = writeSome(rest);
    if (count === null) return void process.stdout.write(rest);
    rest = rest.subarray(count);
  }
};

const writeSome = (bytes: Uint8Array): number | null => {
  try {
    return writeSync(1, bytes);
  } catch (error) {
    if (hasCode(error, 'EAGAIN')) return null;
    if (hasCode(error, 'EPIPE')) process.exit(0);
    throw error;
  }
};
