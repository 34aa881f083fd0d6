/**
 * The sentences of a session for its person, and for the helpers of its agent.
 *
 * @module
 */
import type { LedgerData } from '../records/catalogue/records.ts';

export type SessionEnding = Pick<LedgerData['run.ended'], 'status' | 'why'>;

export const WAITS = 'dualgate: the phase is still held, and the session waits for you. dualgate explain shows why.';

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
