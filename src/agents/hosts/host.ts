/** The type of a host: an agent program with hooks, as data and pure functions. */
import type { SessionAnswer } from './session-protocol.ts';

export type Fields = Readonly<Record<string, unknown>>;
export type Env = Readonly<Record<string, string | undefined>>;

export interface HookEvent {
  /** As the host names it; its answer repeats it. */
  readonly name: string;
  readonly session: string;
  /** Absolute: the working directory of the session. */
  readonly cwd: string;
  /** No person is there, says the host. @default false */
  readonly isAlone?: boolean;
  /** A context at a stop continues the turn, and is no error for the person. @default false: a block alone does */
  readonly takesContext?: boolean;
  /**
   * A stop has `message` null when it was reported before; `waits`: subagents of the agent are still active; `runs`: so
   * is a command of its shell, which may never end; `plans`: its mode lets it change nothing.
   */
  readonly what:
    | {
        readonly event: 'stop';
        readonly message: string | Transcript | null;
        readonly waits: boolean;
        readonly runs: boolean;
        readonly plans: boolean;
      }
    | { readonly event: 'said'; readonly message: string }
    /** `isRead`: the agent gets the answer. */
    | { readonly event: 'prompt'; readonly text: string; readonly isRead: boolean }
    | { readonly event: 'begin' | 'task' }
    | { readonly event: 'write'; readonly paths: readonly string[] };
}

/** A file with the last message of the agent, as JSON lines. */
export interface Transcript {
  /** Absolute. */
  readonly path: string;
  /** `null` while the file does not have this stop. */
  readonly find: (lines: readonly string[]) => string | null;
}

export interface HookOutput {
  readonly stdout?: string;
  readonly stderr?: string;
  /** @default 0 */
  readonly exitCode?: number;
}

export interface Host<Name extends string = string> {
  readonly name: Name;
  readonly title: string;
  /** The file with its hooks: relative to the home, or to the folder that the variable names. */
  readonly settings: { readonly path: string; readonly variable?: string; readonly inVariable?: string };
  readonly required?: Fields;
  /** The hooks in that file: the host's event → a hook of it. @param command - one line for a shell */
  readonly hooks: (command: string) => Readonly<Record<string, Fields>>;
  /** `null` for an event that is none of ours. */
  readonly read: (input: Fields, env?: Env) => HookEvent | null;
  readonly write: (answer: SessionAnswer, event: HookEvent) => HookOutput;
  /** Blocks in a row after which the host ends the turn all the same; `null`: none is known. */
  readonly mostBlocks: number | null;
  /** It does not do this although a hook asks for it, as seen with the program: sentences for the person who installs. */
  readonly limits: readonly string[];
  readonly advice?: string;
}

/** All that a host does not do, for people. */
export const listLimits = ({ mostBlocks, limits }: Pick<Host, 'mostBlocks' | 'limits'>): readonly string[] => [
  ...(mostBlocks === null ? [] : [`After ${mostBlocks} holds in a row it ends the turn all the same.`]),
  ...limits,
];
