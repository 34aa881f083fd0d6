/**
 * What a command may touch of the process: passed in, so that a command can be run without one.
 *
 * @module
 */

export interface CommandIo {
  /** How this program is started from any folder, as a line to copy begins. */
  readonly program: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Prints a line for the reader of results. */
  readonly print: (line: string) => void;
  /** Prints a line about the run of the command itself. */
  readonly complain: (line: string) => void;
  /** Prints a command of the workflow that this runs in, on stderr; whatever else is printed is kept from being one. */
  readonly annotate: (line: string) => void;
  /** Writes without a line feed: for the live line of a terminal. */
  readonly write: (text: string) => void;
  /** From here on the exit code stands, whatever becomes of what is printed: it speaks of a run, and the run goes on. */
  readonly outliveOutput: () => void;
  /** Calls back when nobody takes what is printed any more. */
  readonly onOutputLost: (listener: () => void) => void;
  readonly readStdin: () => Promise<string>;
  /** Does a person sit at both ends: may a question be asked? */
  readonly isAnswerable: boolean;
  /** Asks for one line; `null` when nobody answers any more: the end of the input, or any signal to stop. */
  readonly ask: (question: string) => Promise<string | null>;
  /** Stdin as it comes in. */
  readonly openStdin: () => AsyncIterable<Uint8Array>;
  /** May a line be painted over: does a person look at stdout? */
  readonly isLive: boolean;
  /** The size of the terminal by now. */
  readonly room: () => { readonly columns: number; readonly rows: number };
  /** Calls back when the terminal has another size. @returns ends that */
  readonly onResize: (listener: () => void) => () => void;
  /** Writes this to the terminal at the very end of the process, whatever ends it but a kill. @returns takes it back */
  readonly leaveAs: (text: string) => () => void;
  /** May colours be used? */
  readonly colours: boolean;
  /** Calls back on each of these signals, until the process ends. */
  readonly onInterrupt: (listener: (signal: StopSignal) => void) => void;
  /** Calls back on each Ctrl+Z, which then suspends nothing. */
  readonly onSuspend: (listener: () => void) => void;
}

/** What asks this process to end: Ctrl+C, Ctrl+\, a machine that is stopped, a terminal that is closed. */
export type StopSignal = 'SIGINT' | 'SIGQUIT' | 'SIGTERM' | 'SIGHUP';

/** Exit codes beyond those of a run (RULES 4.9), as sysexits has them. */
export const EXIT = { ok: 0, no: 1, usage: 64, input: 65, broken: 70, config: 78 } as const;
