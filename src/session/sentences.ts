/**
 * The sentences of a session for its person, and for the helpers of its agent.
 *
 * @module
 */
import { oneLine } from '../prompts/bounded-list.ts';
import type { LedgerData } from '../records/catalogue/records.ts';

export type SessionEnding = Pick<LedgerData['run.ended'], 'status' | 'why'>;

export const WAITS = 'dualgate: the phase is still held, and the session waits for you. dualgate explain shows why.';

export const IDLE = 'Nothing has changed, and you gave no exit signal.';
export const IDLE_OR_TALK = `${IDLE} If the person asked for something else, end your turn again.`;

export const REMINDED = 'dualgate: nothing has changed, and the agent is reminded of its task.';

/** @param held - the last iteration of this phase and the first line of why it was held; `null`: there is none */
export const describeTurn = (
  phase: string,
  held: { readonly iteration: number; readonly line: string } | null,
): string =>
  held === null ? `dualgate: ${phase} begins.` : `dualgate: ${phase} ${held.iteration} was held: ${oneLine(held.line)}`;

/** A person asked for an edit: it is no claim. */
export const UNMEASURED =
  'dualgate: sources have changed, and nothing was measured, as the agent gave no signal. dualgate check measures them now; write "continue", and the phase continues.';

/** @param most - holds in a row after which the program ends a turn by itself */
export const describeCap = (most: number): string =>
  `dualgate: the session needs you. Its program ends a turn after ${most} holds in a row, so this one was let through. Write "continue", and the work continues; dualgate explain shows why it is held.`;

/** @param ending - `null`: dualgate broke */
export const describeEnd = (ending: SessionEnding | null): string =>
  ending === null
    ? 'dualgate broke, and the session is not held any more: see its log in .dualgate.'
    : `dualgate: the run has ended (${ending.status === 'needs_human' ? 'needs human input' : ending.status}). ${ending.why}. dualgate status lists what to do next.`;

/** Without a status block: no helper may give the exit signal. */
export const describeOpen = (phase: string, unmet: readonly string[]): string =>
  [
    `Phase ${phase} is held, and no source has changed since it was measured:`,
    ...unmet.map((clause) => `- ${clause}`),
    'Change what is missing, or report that it is open. Only the exit signal of the session itself counts.',
  ].join('\n');
