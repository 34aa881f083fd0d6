/**
 * The facts about a running process of this machine, from any operating system.
 *
 * @module
 */

/** An environment variable with a unique value: every process with exactly this pair was started by one run. */
export interface Marker {
  readonly name: string;
  readonly value: string;
}

/** The pattern for an environment: a marker, or with `null` the name of one with any value. */
export interface Sought {
  readonly name: string;
  readonly value: string | null;
}

/** A process, distinguished by its start time from a later one with the same number. */
export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  /** Number of the session leader (of the group leader where sessions are unknown). */
  readonly session: number;
  /** Start time as the system writes it; only ever compared for equality. */
  readonly started: string;
  /** It has ended and was not reaped yet. */
  readonly dead: boolean;
  /** Whether the marker is in its environment; also false where that is not readable. */
  readonly carries: (sought: Sought) => boolean;
  /** Bytes of memory, of which other processes may use some too; 0 where that is unknown. */
  readonly memory: () => number;
  /** The same, with its share of what several processes use. */
  readonly ownMemory: () => number;
  /** Whether it ignores SIGINT; also false where that is unknown. */
  readonly ignoresInterrupt: () => boolean;
  /** Its command line, on one line, at most 200 characters. */
  readonly describe: () => string;
  /** Absolute: its working directory; `null` where unknown. */
  readonly cwd: () => string | null;
}

/** Reads the process table of the operating system again. */
export interface ProcessTable {
  /** All running ones; without dead ones. */
  readonly list: () => readonly RunningProcess[];
  /** The process of that number, dead or alive. */
  readonly read: (pid: number) => RunningProcess | null;
}

/** Whether both are the same process, and not two with the same number one after the other. */
export const isSameProcess = (one: RunningProcess, other: RunningProcess): boolean =>
  one.pid === other.pid && one.started === other.started;

/** Cuts a command line to the length for a report. */
export const shortenCommand = (command: string): string => {
  const line = command.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
};
