/**
 * Why the current phase was held last, as the head of the page shows it: cause, conditions, and what fails. Pure.
 *
 * @module
 */
import type { IterationRecord } from '../../gates/iteration.ts';
import { clauseLines, type Hold, type HoldLine, restOfWork, sayCauseOfHold, sayHold } from '../records/say-hold.ts';
import { showNumber } from '../text/amounts.ts';
import { showText } from './show-text.ts';

export interface PageHold {
  readonly phase: string;
  readonly iteration: number;
  /** The cause, in words. */
  readonly cause: string;
  /** The result of the two gates; null where the cause says it. */
  readonly reason: string | null;
  /** The conditions that are not met. */
  readonly clauses: readonly string[];
  /** The failing tests, with the values of each failure, and the other work. */
  readonly lines: readonly HoldLine[];
}

/** So many characters of each text keep the head of the page a head on a phone too. */
const MAX_CAUSE = 300;
const MAX_LINE = 240;
/** A finding ends with its way out: commands. */
const MAX_FINDING = 600;
/** Longer text is cut before it is made visible. */
const MAX_TEXT = 1_200;

export const pageHoldOf = (
  hold: Hold,
  { phase, iteration }: Pick<IterationRecord, 'phase' | 'iteration'>,
): PageHold => {
  const [cause, reason] = [sayCauseOfHold(hold), sayHold(hold)];
  return {
    phase,
    iteration,
    cause: bound(cause, MAX_CAUSE),
    reason: reason === cause ? null : bound(reason, MAX_CAUSE),
    clauses: clauseLines(hold).map(({ text }) => bound(text, MAX_LINE)),
    lines: restOfWork(hold).map(({ kind, text }) => ({
      kind,
      text: bound(text, kind === 'finding' ? MAX_FINDING : MAX_LINE),
    })),
  };
};

const CUT = /… \(cut: ([\d,]+) characters\)$/;

/** One line. A text that was cut names how long it is. */
const bound = (text: string, most: number): string => {
  const line = showText(text, MAX_TEXT).replaceAll(/\s+/g, ' ').trim();
  const length = CUT.exec(line)?.[1] ?? showNumber(line.length);
  const bare = line.replace(CUT, '').slice(0, most);
  return bare.length < line.length ? `${bare.replace(/[\uD800-\uDBFF]$/, '')}… (${length} characters in all)` : line;
};
