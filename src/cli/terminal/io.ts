/** The parts of the process that a command may use, passed in so that tests can replace them. */
import { constants } from 'node:os';

export interface CommandIo {
  /** The start of a command line that works in any folder. */
  readonly program: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Prints a line for the reader of results. */
  readonly print: (line: string) => void;
  /** Prints a line about the run of the command itself. */
  readonly complain: (line: string) => void;
  /** Prints a workflow command on stderr; no other output can be one. */
  readonly annotate: (line: string) => void;
  /** Writes without a line feed: for the live lines of a terminal. */
  readonly write: (text: string) => void;
  /** From here on a lost output does not change the exit code: it is about the run, and the run continues. */
  readonly outliveOutput: () => void;
  /** Calls back when the output cannot be written any more. */
  readonly onOutputLost: (listener: () => void) => void;
  readonly readStdin: () => Promise<string>;
  /** Whether a question may be asked: stdin and stdout are terminals. */
  readonly isAnswerable: boolean;
  /** Asks for one line; `null` at the end of the input, or at a signal to stop. */
  readonly ask: (question: string) => Promise<string | null>;
  /** Stdin as it comes in. */
  readonly openStdin: () => AsyncIterable<Uint8Array>;
  /** Whether stdout is a terminal whose lines may be repainted. */
  readonly isLive: boolean;
  /** The current size of the terminal. */
  readonly room: () => { readonly columns: number; readonly rows: number };
  /** Calls back when the terminal is resized. @returns ends that */
  readonly onResize: (listener: () => void) => () => void;
  /** Writes this to the terminal when the process exits, except by a kill. @returns cancels it */
  readonly leaveAs: (text: string) => () => void;
  readonly colours: boolean;
  /** Calls back on each of these signals, until the process ends. */
  readonly onInterrupt: (listener: (signal: StopSignal) => void) => void;
  /** Calls back on each Ctrl+Z, which then suspends nothing. */
  readonly onSuspend: (listener: () => void) => void;
}

/** Signals to end: Ctrl+C, Ctrl+\, a system that stops, a terminal that is closed. */
export type StopSignal = 'SIGINT' | 'SIGQUIT' | 'SIGTERM' | 'SIGHUP';

/** Exit codes beyond those of a run (rule 4.9), as in sysexits. */
export const EXIT = { ok: 0, no: 1, usage: 64, input: 65, broken: 70, refused: 77, config: 78 } as const;

/** Not every system has every signal. */
export const isKnown = (signal: NodeJS.Signals): boolean => signal in constants.signals;

const ALL: readonly StopSignal[] = ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP'];

export const STOP_SIGNALS: readonly StopSignal[] = ALL.filter(isKnown);

/** Sentences as they are in a pipe; in a terminal, which breaks lines in the middle of words, cut at blanks. */
export const fitIn = async ({ isLive, room }: Pick<CommandIo, 'isLive' | 'room'>, text: string): Promise<string> =>
  isLive ? (await import('../render/display-width.ts')).wrapLines(text, room().columns) : text;
