/**
 * Why the current phase was held last, as the head of the page shows it: a few short lines. Pure.
 *
 * @module
 */
import type { IterationRecord } from '../../gates/iteration.ts';
import { type Hold, type HoldLine, holdLines, sayHold, WIDTHS } from '../records/say-hold.ts';
import { showNumber } from '../text/amounts.ts';
import { showText } from './show-text.ts';

export interface PageHold {
  readonly phase: string;
  readonly iteration: number;
  readonly reason: string;
  readonly lines: readonly HoldLine[];
  /** The number of lines that are missing from `lines`. */
  readonly more: number;
}

/** So many lines, and so many characters of each text, keep the head of the page a head on a phone too. */
const MAX_LINES = 5;
const MAX_REASON = 160;
const MAX_LINE = 120;
/** Longer text is cut before it is made visible. */
const MAX_TEXT = 1_200;

export const pageHoldOf = (
  hold: Hold,
  { phase, iteration }: Pick<IterationRecord, 'phase' | 'iteration'>,
): PageHold => {
  const lines = holdLines(hold, WIDTHS.page).filter(({ kind }) => kind !== 'title');
  return {
    phase,
    iteration,
    reason: bound(hold.halt?.says ?? sayHold(hold), MAX_REASON),
    lines: lines.slice(0, MAX_LINES).map(({ kind, text }) => ({ kind, text: bound(text, MAX_LINE) })),
    more: Math.max(0, lines.length - MAX_LINES),
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
