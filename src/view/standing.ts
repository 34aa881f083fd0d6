/**
 * How a run stands, in one word for people: the `Status:` of STATE.md, of the report and of what is told by `notify`.
 *
 * @module
 */
import type { Settlement } from '../../machines/index.ts';
import { EXIT_CODES } from '../records/run-events.ts';

/** `broke_off`: it ended, and no record says how: it was killed, or dualgate or the system failed. */
export type Standing = Settlement['status'] | 'running' | 'broke_off';

/** `STUCK`, `NEEDS_HUMAN`, `BROKE_OFF`. */
export const nameStanding = (standing: Standing): string => standing.toUpperCase();

/** Whether a word that stands in a ledger is one of those that a run is settled with. */
export const isSettled = (word: unknown): word is Settlement['status'] =>
  typeof word === 'string' && Object.hasOwn(EXIT_CODES, word);

/** What stands for the reason where there is none. */
export const BROKE_OFF_WHY = 'It ended in the midst of its work, as a killed one does';
