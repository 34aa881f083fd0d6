/**
 * What is known of a process that runs on this machine, whichever way the operating system was asked for it.
 *
 * @module
 */

/** An environment variable with a value of its own: whoever carries exactly this pair was started by one run. */
export interface Marker {
  readonly name: string;
  readonly value: string;
}

/** What is looked for in an environment: a marker, or with `null` the name of one with any value. */
export interface Sought {
  readonly name: string;
  readonly value: string | null;
}

/** A process, told apart by its start time from a later one that was given the same number. */
export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  /** Number of the session leader (of the group leader where the system tells no session). */
  readonly session: number;
  /** Start time as the system writes it; only ever compared for equality. */
  readonly started: string;
  /** It has ended and nobody has reaped it yet. */
  readonly dead: boolean;
  /** Whether the marker is in its environment; false also where that may not be read. */
  readonly carries: (sought: Sought) => boolean;
  /** Whether SIGINT is lost on it; false also where the system does not tell. */
  readonly ignoresInterrupt: () => boolean;
  /** Its command line, on one line, at most 200 characters. */
  readonly describe: () => string;
  /** Absolute: its working directory; `null` where the system does not tell. */
  readonly cwd: () => string | null;
}

/** Asks the operating system anew. */
export interface ProcessTable {
  /** All that run; the dead are left out. */
  readonly list: () => readonly RunningProcess[];
  /** The process of that number, dead or alive. */
  readonly read: (pid: number) => RunningProcess | null;
}

/** Whether both are the same process, and not two that had the same number one after the other. */
export const isSameProcess = (one: RunningProcess, other: RunningProcess): boolean =>
  one.pid === other.pid && one.started === other.started;

/** Cuts a command line to what fits in a report. */
export const shortenCommand = (command: string): string => {
  const line = command.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
};
