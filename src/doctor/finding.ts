/** The result of one check: a line of `dualgate doctor`, with advice. */
import { plainLine } from '../base/text/plain-line.ts';

export interface Finding {
  /** The name of the check. */
  readonly name: string;
  /** `problem`: a run would not start or would fail. `skipped`: not checked, and so unknown. */
  readonly state: 'ok' | 'warning' | 'problem' | 'skipped';
  /** One sentence without a full stop. */
  readonly says: string;
  /** Names and sentences as details, bounded. */
  readonly details?: readonly string[];
  /** The advice. */
  readonly fix?: string;
}

/** A finding before it has its name. */
export type Look = Omit<Finding, 'name'>;

export const ok = (says: string): Look => ({ state: 'ok', says });

export const skipped = (says: string): Look => ({ state: 'skipped', says });

export const warning = (says: string, fix: string, details: readonly string[] = []): Look =>
  found('warning', says, fix, details);

export const problem = (says: string, fix: string, details: readonly string[] = []): Look =>
  found('problem', says, fix, details);

const MOST_DETAILS = 10;

const found = (state: Look['state'], says: string, fix: string, details: readonly string[]): Look => {
  const more = details.length - MOST_DETAILS;
  const shown = [
    ...details.slice(0, MOST_DETAILS).map((line) => plainLine(line)),
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
  return { state, says, ...(shown.length === 0 ? {} : { details: shown }), fix };
};

/**
 * A problem from an error message of dualgate, `Cannot do this: that is wrong. Do so.`: its last part is the advice.
 *
 * @param fix - the advice, if the message contains none
 */
export const problemOf = (message: string, fix = ''): Look => {
  const [, says, advice] = /^(.*?)\. (?=[A-Z`])(.*?)\.?$/s.exec(message) ?? [];
  if (says === undefined || advice === undefined) return problem(message.replace(/\.$/, ''), fix);
  return problem(says, `${advice}.`);
};

/** The same as a warning: a run starts. */
export const warningOf = (message: string): Look => ({ ...problemOf(message), state: 'warning' });
