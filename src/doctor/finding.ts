/**
 * What was found when one thing was looked at: a line of `dualgate doctor`, and what to do about it.
 *
 * @module
 */
import { plainLine } from '../text/plain-line.ts';

export interface Finding {
  /** What was looked at. */
  readonly name: string;
  /** `problem`: a run would not begin or not go well. `skipped`: it could not be looked at, which is no good news. */
  readonly state: 'ok' | 'warning' | 'problem' | 'skipped';
  /** One sentence without a full stop. */
  readonly says: string;
  /** Names and sentences that belong to it, bounded. */
  readonly details?: readonly string[];
  /** What a person can do about it. */
  readonly mend?: string;
}

/** A finding before it has its name. */
export type Look = Omit<Finding, 'name'>;

export const ok = (says: string): Look => ({ state: 'ok', says });

export const skipped = (says: string): Look => ({ state: 'skipped', says });

export const warning = (says: string, mend: string, details: readonly string[] = []): Look =>
  found('warning', says, mend, details);

export const problem = (says: string, mend: string, details: readonly string[] = []): Look =>
  found('problem', says, mend, details);

const MOST_DETAILS = 10;

const found = (state: Look['state'], says: string, mend: string, details: readonly string[]): Look => {
  const more = details.length - MOST_DETAILS;
  const shown = [
    ...details.slice(0, MOST_DETAILS).map((line) => plainLine(line)),
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
  return { state, says, ...(shown.length === 0 ? {} : { details: shown }), mend };
};

/**
 * A problem from a sentence of the house, `Cannot do this: that is wrong. Do so.`: its last part is what to do.
 *
 * @param mend - what to do, where the message does not say it
 */
export const problemOf = (message: string, mend = ''): Look => {
  const [, says, advice] = /^(.*?)\. (?=[A-Z`])(.*?)\.?$/s.exec(message) ?? [];
  if (says === undefined || advice === undefined) return problem(message.replace(/\.$/, ''), mend);
  return problem(says, `${advice}.`);
};
