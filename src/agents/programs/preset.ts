/** An agent program, as data and pure functions. */
import type { TurnOutcome } from '../../../gates/iteration.ts';
import type { ProcessEnd } from '../../base/processes/process-options.ts';
import type { AgentError, Extracted, Extractor } from '../../signals/envelopes/extractor.ts';

/** `ask`: what its own configuration allows; `edit`: write files and run commands; `all`: everything, with its own checks off. */
export type Permissions = 'ask' | 'edit' | 'all';

/** The default: an agent that may not run the tests cannot tell whether it is done. */
export const DEFAULT_PERMISSIONS: Permissions = 'edit';

export interface PresetTurn {
  /** Id of the agent session to resume; `null` for a fresh one. */
  readonly resume: string | null;
  readonly permissions: Permissions;
  /** As the program spells it; `null` for its configured one. */
  readonly model: string | null;
}

export interface StateFolder {
  /** Relative to the home. */
  readonly path: string;
  readonly variable?: string;
  /** Parts of it that start programs (hooks, extensions) or that the program trusts: read-only in a sandbox, if they exist. */
  readonly settings?: readonly string[];
}

export interface TurnFacts {
  readonly said: Extracted;
  readonly ended: ProcessEnd;
  /** The last kilobytes of stderr. */
  readonly stderrTail: string;
}

/** How the turn ended (rule 4.1), and the error if it failed. */
export interface Classified {
  readonly outcome: TurnOutcome;
  readonly error: AgentError | null;
  /** Its exit code says less than its stream: it is that of an error which the agent overcame. @default false */
  readonly isExplained?: boolean;
}

/** A server that the agent starts, and whose tools it offers to its model. */
export interface McpServer {
  readonly name: string;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface Topic {
  /** Absolute: the working directory. */
  readonly workspace: string;
  /** Absolute: the workspace, and its path without links. */
  readonly places: readonly string[];
  /** `null` to see only whether the agent is ready. */
  readonly prompt: string | null;
  readonly permissions: Permissions;
  readonly model: string | null;
  readonly servers: readonly McpServer[];
  /** The reason why this file may not be written now; `null`: it may. @param path - relative to the workspace */
  readonly judgeWrite: (path: string) => string | null;
  /** Milliseconds for an answer that needs no work. @default 120000 */
  readonly answerMs?: number;
}

/** A turn of a program that is answered while it prints. */
export interface Conversation extends Extractor {
  /** Begins it. @param send - writes a line to its stdin @param leave - all is said: the program may end */
  readonly begin: (send: (line: string) => void, leave: () => void) => void;
  /** Asks the agent to stop. Resolves when it has stopped, which may be never. */
  readonly cancel: () => Promise<void>;
  /** The refused requests with their reasons: for people. */
  readonly notes: () => readonly string[];
  /** Its own name and version; `null` before it has told them. */
  readonly name: () => string | null;
}

export interface Preset<Name extends string = string> {
  readonly name: Name;
  readonly title: string;
  /** The newest version whose stream was recorded; absent where none was. */
  readonly recorded?: string;
  readonly program: string;
  /** Words before the program, if it cannot be started directly; `commandOf` adds them. */
  readonly launcher?: readonly string[];
  /** Arguments of one turn. The prompt goes to stdin, never into an argument: those are limited and visible to every user. */
  readonly argv: (turn: PresetTurn) => readonly string[];
  /** Behind those that the config adds. @default none */
  readonly lastWords?: readonly string[];
  /** Settings for unattended runs: no self-update during a run, no second process of itself. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether a command that it runs can reach a socket, as the signal command must. @default it can */
  readonly reachesSockets?: (permissions: Permissions, args: readonly string[]) => boolean;
  /** Parts of the home folder that it may write in a sandbox. */
  readonly state: readonly StateFolder[];
  /** A fresh reader of the stdout of one turn. */
  readonly createExtractor: () => Extractor;
  /** For a program that is answered while it prints: instead of the extractor. Its prompt is no input then. */
  readonly converse?: (topic: Topic) => Conversation;
  readonly classify: (facts: TurnFacts) => Classified;
  /** Its line on stderr for a session that it does not know; nothing was done then. */
  readonly lostSession?: RegExp;
  /** Says nothing before its end: no idle time runs. @default false */
  readonly printsAtEnd?: boolean;
  /** Usage that it never reports: a limit of it is never reached. @default nothing */
  readonly unreported?: readonly ('cost' | 'tokens')[];
  /** Whether `permissions: ask` leaves it only tools that read. @default false */
  readonly onlyReadsUnasked?: boolean;
  /** More arguments to start it in a folder that is no repository. @default none */
  readonly outsideRepository?: readonly string[];
  /** Advice if the shell of its tools does not find a program on PATH; one sentence. */
  readonly pathAdvice?: string;
}

interface Arguments {
  readonly first: string;
  readonly permissions: Readonly<Record<Permissions, readonly string[]>>;
  readonly model: string;
  /** The option in front of the session; a word of its own where it ends with `=`. Absent: none is resumed. */
  readonly resume?: string;
  readonly last?: readonly string[];
}

export const argvOf =
  ({ first, permissions, model, resume, last = [] }: Arguments): Preset['argv'] =>
  (turn) => [
    ...first.split(' '),
    ...permissions[turn.permissions],
    ...(turn.model === null ? [] : [model, turn.model]),
    ...(turn.resume === null || resume === undefined
      ? []
      : resume.endsWith('=')
        ? [`${resume}${turn.resume}`]
        : [resume, turn.resume]),
    ...last,
  ];
