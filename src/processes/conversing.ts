/**
 * A program that is spoken with over its stdin, and that ends when all is said.
 *
 * @module
 */
import type { ChildProcess } from 'node:child_process';
import type { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

/** The part of the one that speaks with it. */
export interface Conversing {
  /** @param send - writes a line to its stdin @param leave - all is said: its end counts as exit code 0 */
  readonly begin: (send: (line: string) => void, leave: () => void) => void;
  /** Before the program is ended early. Resolves when it has stopped its work, which may be never. */
  readonly cancel: () => Promise<void>;
}

/** For an end by itself once its stdin is closed; some wait for seconds before they end. */
const LEAVE_MS = 250;

/** Begins it. Resolves when all is said. */
export const startConversing = (stdin: Writable, conversing: Conversing): Promise<void> =>
  new Promise((resolve) => {
    // A program that has ended reads nothing more, and its end is seen elsewhere.
    stdin.on('error', () => {});
    conversing.begin((line) => {
      if (stdin.writable) stdin.write(`${line}\n`);
    }, resolve);
  });

/** Ends the program itself, not the processes that it started: those it has to end. */
export const leaveProgram = async (
  child: Pick<ChildProcess, 'kill' | 'stdin'>,
  exit: Promise<unknown>,
  graceMs: number,
): Promise<void> => {
  child.stdin?.end();
  const isOver = exit.then(() => true);
  const within = (ms: number) => Promise.race([isOver, wait(ms, false, { ref: false })]);
  if (await within(LEAVE_MS)) return;
  child.kill('SIGTERM');
  await within(graceMs);
};
