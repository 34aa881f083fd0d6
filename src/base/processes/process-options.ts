/** The options of a program, and the result of its end. */
import type { Conversing } from './process-output.ts';
import type { MemoryLimit } from './watch-memory.ts';
import type { Marker } from './end-processes.ts';

export interface ProcessOptions {
  /** The program and its arguments; without a shell. */
  readonly command: readonly string[];
  readonly cwd: string;
  /** The complete environment: nothing else is inherited. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Text for stdin, which is closed after it. A program that does not read it is no error. @default '' */
  readonly input?: string;
  /** Instead of `input`: stdin stays open for a conversation. */
  readonly conversing?: Conversing;
  /** Resolves when the program has done its work and stays all the same: it is ended, as one that exited with code 0. */
  readonly stays?: Promise<unknown>;
  /** Path of a file that stdout is appended to. */
  readonly stdout?: string;
  /** Path of a file that stderr is appended to; another one than that of stdout. */
  readonly stderr?: string;
  readonly onStdout?: (chunk: Buffer) => void;
  readonly onStderr?: (chunk: Buffer) => void;
  /** Bytes of one stream after which the program is ended: an endless output would fill the disk. @default 268435456 */
  readonly maxOutputBytes?: number;
  /** Limit of the program with all that it started; absent for helpers of dualgate's own. */
  readonly memory?: MemoryLimit;
  /** Milliseconds until the program is ended. */
  readonly timeoutMs: number;
  /** Milliseconds between SIGINT and SIGTERM, and again until SIGKILL. @default 2000 */
  readonly graceMs?: number;
  /** Added to the environment. Processes that have it when the program has ended are ended too; `null` for short helpers. */
  readonly marker: Marker | null;
  /** Called once it has ended, or is about to be ended; processes that it started may still run. Not when it is `missing`. */
  readonly onEnd?: () => void;
  readonly signal?: AbortSignal;
}

export interface ProcessEnd {
  /** `missing`: could not be started. `flooded`: printed too much, only a part is kept. `out_of_memory`: reached its limit. */
  readonly ended: 'exited' | 'timed_out' | 'cancelled' | 'missing' | 'flooded' | 'out_of_memory';
  /** `null` when a signal ended it, and when it never started. */
  readonly exit_code: number | null;
  readonly signal: string | null;
  /** Duration in milliseconds, including the ending of its remaining processes. */
  readonly ms: number;
  /** `pid command` of every other process that had to be ended. */
  readonly left_running: readonly string[];
  /** Why it could not be started, which stream was too long, how much memory it used, or that it stayed after its work, in plain words. */
  readonly problem?: string;
}
