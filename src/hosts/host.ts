/**
 * The type of a host: an agent program with hooks, as data and pure functions. A host starts nothing and reads no file.
 *
 * @module
 */
import type { SessionAnswer } from '../session/session-protocol.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** The event that a hook was called for. */
export interface HookEvent {
  /** As the host names it; its answer repeats it. */
  readonly name: string;
  /** The id that the host gives the session. */
  readonly session: string;
  /** Absolute: the working directory of the session. */
  readonly cwd: string;
  readonly what:
    | { readonly event: 'stop'; readonly message: string }
    | { readonly event: 'prompt' | 'begin' }
    | { readonly event: 'write'; readonly paths: readonly string[] };
}

export interface Host<Name extends string = string> {
  /** As in `dualgate hook install NAME`. */
  readonly name: Name;
  /** As its makers write it. */
  readonly title: string;
  /** The file with its hooks: relative to the home, or to the folder that the variable names. */
  readonly settings: { readonly path: string; readonly variable?: string; readonly inVariable?: string };
  /** The hooks in that file: the host's event → a hook of it. @param command - one line for a shell */
  readonly hooks: (command: string) => Readonly<Record<string, Fields>>;
  /** `null` for an event that is none of ours. */
  readonly read: (input: Fields) => HookEvent | null;
  /** The output of the hook; '' for none. */
  readonly write: (answer: SessionAnswer, event: HookEvent) => string;
  /** A warning for the person, when the hook broke. */
  readonly warn: (text: string) => string;
  /** Blocks in a row after which the host ends the turn all the same; `null`: none is known. */
  readonly mostBlocks: number | null;
  /** For the person, after the installation; one sentence. */
  readonly advice?: string;
}
