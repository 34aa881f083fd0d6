/**
 * What a preset is: everything that dualgate knows of one agent program, as data and pure functions. A preset starts
 * nothing and reads no file.
 *
 * @module
 */
import type { TurnOutcome } from '../../gates/iteration.ts';
import type { ProcessEnd } from '../processes/process-options.ts';
import type { AgentError, Extracted, Extractor } from '../signals/envelopes/extractor.ts';

/**
 * What the agent may do without asking, since nobody is there to be asked:
 * `ask` what its own configuration allows, the rest is denied; `edit` write files of the workspace and run commands;
 * `all` everything, its own sandbox and checks switched off.
 */
export type Permissions = 'ask' | 'edit' | 'all';

/** The default: an agent that may not run the tests cannot tell whether it is done. */
export const DEFAULT_PERMISSIONS: Permissions = 'edit';

/** What differs from turn to turn. */
export interface PresetTurn {
  /** Id of the session to go on with; `null` for a fresh one. */
  readonly resume: string | null;
  readonly permissions: Permissions;
  /** As the program spells it; `null` for the one that it is configured for. */
  readonly model: string | null;
}

/** A folder, or a file, in which a program keeps what outlives a turn: its login, its sessions. */
export interface StateFolder {
  /** Relative to the home. */
  readonly path: string;
  /** The variable that names another place for it. */
  readonly variable?: string;
  /** What in it has programs started (hooks, extensions) or is believed: read-only in a sandbox, as far as it is there. */
  readonly settings?: readonly string[];
}

/** What is known when the program has ended. */
export interface TurnFacts {
  readonly said: Extracted;
  readonly ended: ProcessEnd;
  /** The last kilobytes of stderr. */
  readonly stderrTail: string;
}

/** How the turn went (RULES 4.1), and the error that says why when it did not go well. */
export interface Classified {
  readonly outcome: TurnOutcome;
  readonly error: AgentError | null;
}

/** One agent program. */
export interface Preset<Name extends string = string> {
  /** As `agent.use` of the config has it. */
  readonly name: Name;
  /** As its makers write it. */
  readonly title: string;
  /** Found on PATH. */
  readonly program: string;
  /** What goes before the program, for one that cannot be started as it is; `commandOf` puts it there. */
  readonly launcher?: readonly string[];
  /** Arguments of one turn. The prompt goes to stdin, never into an argument: those are limited and seen by every user. */
  readonly argv: (turn: PresetTurn) => readonly string[];
  /** What it needs to run with nobody there: no update of itself in the middle of a run, no second start of itself. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * Whether a command that it runs can reach a socket of this machine, as the signal command must.
   * @default it can
   */
  readonly reachesSockets?: (permissions: Permissions, args: readonly string[]) => boolean;
  /** What of the home it may write in a sandbox. */
  readonly state: readonly StateFolder[];
  /** A fresh reader of the stdout of one turn. */
  readonly createExtractor: () => Extractor;
  readonly classify: (facts: TurnFacts) => Classified;
  /** What it does not tell in any of its events: a limit of it is never reached. @default nothing */
  readonly untold?: readonly ('cost' | 'tokens')[];
  /** Whether `permissions: ask` leaves it no tool but those that read. @default false */
  readonly onlyReadsUnasked?: boolean;
  /** What helps when the shell of its tools does not find a program that is on the PATH; one sentence. */
  readonly pathAdvice?: string;
}
