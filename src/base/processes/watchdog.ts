/**
 * A shell that outlives this process, also a `kill -9`: it waits for the end of its input, and then becomes the
 * command that ends the remaining processes. The system closes the pipe of a process that dies, however it dies.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { describeCause } from '../text/describe-cause.ts';

// A program that a signal of the terminal ended: between fork and setsid a child still belongs to the group of this process,
// and gets its Ctrl+C, closed terminal and SIGTERM (docs/decisions/0073). It has done nothing, so it is started again.

/** Those that a terminal, a shell or the system sends to a whole group. */
const OF_A_GROUP: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP'];

/** Whether it may have been meant for the group of this process. */
export const isOfGroup = (signal: string | null): boolean => OF_A_GROUP.some((each) => each === signal);

/** From the fork to the session of its own: microseconds, on a busy machine milliseconds. */
const WINDOW_MS = 2_000;
/** The end of the child may be seen before the signal of this process. */
const HEARING_MS = 500;
/** Each of them was ended by another signal of a person. */
const MOST_TRIES = 200;

/** When this process last received it. */
const heard = new Map<string, number>();
const listening = new Map<NodeJS.Signals, () => void>();
let users = 0;

/** Only beside a listener of another part: alone, it would keep the signal from ending this process. */
const listen = (): void => {
  users += 1;
  for (const signal of OF_A_GROUP) {
    if (listening.has(signal) || process.listenerCount(signal) === 0) continue;
    const hear = () => void heard.set(signal, performance.now());
    listening.set(signal, hear);
    process.on(signal, hear);
  }
};

const leave = (): void => {
  users -= 1;
  if (users > 0) return;
  for (const [signal, hear] of listening) process.removeListener(signal, hear);
  listening.clear();
};

/** Whether this process received it, too: a program can also end itself. */
const wasHeard = async (signal: string, since: number): Promise<boolean> => {
  if (![...listening.keys()].some((each) => each === signal)) return false;
  for (const until = performance.now() + HEARING_MS; performance.now() < until; await wait(5))
    if ((heard.get(signal) ?? -Infinity) >= since) return true;
  return false;
};

/**
 * Starts a program until the terminal lets it. @param start - resolves with the signal that ended the program, if one did
 * @param ending - no program starts again after it
 */
export const startAgain = async <End extends { readonly signal?: string | null }>(
  start: () => Promise<End>,
  ending?: AbortSignal,
): Promise<End> => {
  listen();
  try {
    for (let tries = 1; ; tries += 1) {
      const since = performance.now();
      const end = await start();
      const { signal = null } = end;
      const isEarly = signal !== null && isOfGroup(signal) && performance.now() - since <= WINDOW_MS;
      if (!isEarly || tries >= MOST_TRIES || !(await wasHeard(signal, since)) || ending?.aborted === true) return end;
    }
  } finally {
    leave();
  }
};

// Bundled, all chunks are beside the program; from source, it is the built program.
const PROGRAM = new URL(import.meta.url.endsWith('.ts') ? '../../../dist/cli.cjs' : './cli.cjs', import.meta.url);

/** Program and arguments. */
export const ownCommand = (...words: readonly string[]): readonly [string, ...string[]] => [
  process.execPath,
  fileURLToPath(PROGRAM),
  ...words,
];

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
