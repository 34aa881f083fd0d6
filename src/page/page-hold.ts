/**
 * Why the current phase was held last, as the head of the page shows it: a few clauses, and short texts. Pure.
 *
 * @module
 */
import { showNumber } from '../text/amounts.ts';
import type { LastHold } from '../view/last-hold.ts';
import { showText } from './show-text.ts';

interface UnmetClause {
  readonly clause: string;
  /** The measured value, and why it is insufficient. */
  readonly value: string;
}

export interface PageHold {
  readonly phase: string;
  readonly iteration: number;
  readonly reason: string;
  readonly unmet: readonly UnmetClause[];
  /** The number of unmet clauses that are missing from `unmet`. */
  readonly more: number;
}

/** So many clauses, and so many characters of each text, keep the head of the page a head on a phone too. */
const MAX_CLAUSES = 3;
const MAX_REASON = 160;
const MAX_CLAUSE = 90;
/** Longer text is cut before it is made visible. */
const MAX_TEXT = 1_200;

export const pageHoldOf = ({ record, reason, unmet }: LastHold): PageHold => ({
  phase: record.phase,
  iteration: record.iteration,
  reason: bound(reason, MAX_REASON),
  unmet: unmet.slice(0, MAX_CLAUSES).map(({ clause, because }) => ({
    clause: bound(clause, MAX_CLAUSE),
    value: bound(because, MAX_CLAUSE),
  })),
  more: Math.max(0, unmet.length - MAX_CLAUSES),
});

const CUT = /… \(cut: ([\d,]+) characters\)$/;

/** One line. A text that was cut names how long it is. */
const bound = (text: string, most: number): string => {
  const line = showText(text, MAX_TEXT).replaceAll(/\s+/g, ' ').trim();
  const length = CUT.exec(line)?.[1] ?? showNumber(line.length);
  const bare = line.replace(CUT, '').slice(0, most);
  return bare.length < line.length ? `${bare.replace(/[\uD800-\uDBFF]$/, '')}… (${length} characters in all)` : line;
};
