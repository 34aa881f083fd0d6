/**
 * What a program is run with, and what is told of its end.
 *
 * @module
 */
import type { Marker } from './running-process.ts';

/** What to run, and within which bounds. */
export interface ProcessOptions {
  /** The program and its arguments; no shell reads them. */
  readonly command: readonly string[];
  readonly cwd: string;
  /** The whole environment: nothing is inherited besides. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Text for stdin, which is closed after it. A program that does not read it is no error. @default '' */
  readonly input?: string;
  /** Path of a file that stdout is appended to. */
  readonly stdout?: string;
  /** Path of a file that stderr is appended to; another one than that of stdout. */
  readonly stderr?: string;
  /** Sees each chunk of stdout as it arrives. */
  readonly onStdout?: (chunk: Buffer) => void;
  /** Sees each chunk of stderr as it arrives. */
  readonly onStderr?: (chunk: Buffer) => void;
  /** Bytes of one stream after which the program is ended: nobody's disk is full because one program prints for ever. @default 268435456 */
  readonly maxOutputBytes?: number;
  /** Milliseconds until the program is ended. */
  readonly timeoutMs: number;
  /** Milliseconds between SIGINT and SIGTERM, and again until SIGKILL. @default 2000 */
  readonly graceMs?: number;
  /** Put into the environment. Whatever carries it when the program has ended is ended too; `null` for short helpers. */
  readonly marker: Marker | null;
  /** Called once it has ended, or is about to be ended; what it started may still run then. Not when it is `missing`. */
  readonly onEnd?: () => void;
  /** Ends the program when it aborts. */
  readonly signal?: AbortSignal;
}

/** How a program ended. */
export interface ProcessEnd {
  /** `missing`: it could not be started. `flooded`: it printed too much, and what is kept of it is not all. */
  readonly ended: 'exited' | 'timed_out' | 'cancelled' | 'missing' | 'flooded';
  /** `null` when a signal ended it, and when it never started. */
  readonly exit_code: number | null;
  /** Name of the signal that ended it. */
  readonly signal: string | null;
  /** Duration in milliseconds, the ending of what it left running included. */
  readonly ms: number;
  /** `pid command` of every process besides the program itself that had to be ended. */
  readonly left_running: readonly string[];
  /** Why it could not be started, or what it printed too much of, in plain words. */
  readonly problem?: string;
}
