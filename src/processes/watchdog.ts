/**
 * A shell that outlives this process, also a `kill -9`: it waits for the end of its input, and then becomes the command that
 * ends the remaining processes. The system closes the pipe of a process that dies, however it dies.
 *
 * @module
 */
import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { isOfGroup } from './start-again.ts';
import { describeCause } from '../text/describe-cause.ts';

export interface Watchdog {
  /** Ends it without its command. Resolves when it has ended. */
  readonly end: () => Promise<void>;
}

interface WatchdogOptions {
  /** Program and arguments; started if this process dies first. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Receives the reason, without a full stop, if the system starts no shell. */
  readonly onProblem: (why: string) => void;
}

/** A line means a normal end. Ctrl+C and a closed terminal are for the loop, which then says so itself. */
const WAIT = `trap '' HUP INT QUIT TERM; read -r word || exec "$@"`;
/** For a shell that does nothing but end. */
const LEAVING_MS = 1_000;

/** Starts it in a session of its own, outside of every folder. */
export const startWatchdog = (options: WatchdogOptions): Watchdog => {
  try {
    return start(options);
  } catch (error) {
    options.onProblem(describeCause(error));
    return { end: async () => {} };
  }
};

/** @throws most refusals of the system; a lack of file descriptors comes as an event */
const start = ({ command, env, onProblem }: WatchdogOptions): Watchdog => {
  let isOver = false;
  const begin = () => {
    const child = spawn('/bin/sh', ['-c', WAIT, 'dualgate-watchdog', ...command], {
      cwd: '/',
      env,
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const gone = new Promise<void>((resolve) => {
      child.once('exit', (_code, signal) => {
        // It ignores them: this one came before it was a shell.
        if (isOfGroup(signal) && !isOver) going = begin();
        resolve();
      });
      child.once('error', (error) => {
        onProblem(error.message);
        resolve();
      });
    });
    // Without file descriptors there is no pipe, whatever the type says.
    const input: Writable | undefined = child.stdin;
    input?.on('error', () => {});
    // Neither keeps this process running.
    child.unref();
    if (input instanceof Socket) input.unref();
    return { child, input, gone };
  };
  let going = begin();
  return {
    end: async () => {
      isOver = true;
      const { child, input, gone } = going;
      child.ref();
      input?.end('over\n');
      await Promise.race([gone, wait(LEAVING_MS, undefined, { ref: false })]);
    },
  };
};
