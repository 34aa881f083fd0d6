/**
 * Extracts the facts from the stream of events that an agent program prints.
 *
 * @module
 */

/**
 * The agent's activity in a line: `waiting` for its provider between two tries, so that no idle time runs; `over`: the
 * program has told how its turn ended, and it may end.
 */
export type Activity = 'working' | 'waiting' | 'over' | 'none';

/** Reads stdout line by line and keeps only what it answers with. */
export interface Extractor {
  /** @param line - without its newline; what is not understood is skipped */
  readonly line: (line: string) => Activity;
  /** The answer. */
  readonly end: () => Extracted;
}

/** The facts in the stream of a turn. */
export interface Extracted {
  /** The agent's last text: no result of a tool, no echo of the prompt, no sub-agent (rule 3.1). */
  readonly said: string | null;
  readonly usage: Usage | null;
  /** Id to resume the session by. */
  readonly session: string | null;
  /** Tools, or commands, that the agent was not allowed to use. */
  readonly denials: readonly string[];
  readonly error: AgentError | null;
  /** An error after which it worked on, and came to its end. @default none */
  readonly overcome?: AgentError | null;
}

/** Sums over the turn. */
export interface Usage {
  /** All that was read, from the provider's cache too. */
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** US dollars; `null` when the program reports none. */
  readonly cost_usd: number | null;
}

/** The error in the program's envelope. Never guessed from the agent's message. */
export interface AgentError {
  readonly kind: 'unauthorised' | 'rate_limited' | 'permission_denied' | 'provider' | 'other';
  readonly message: string;
  /** ISO 8601, if the provider reported when it accepts requests again. */
  readonly resets_at: string | null;
}
