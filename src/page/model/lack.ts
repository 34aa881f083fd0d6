/**
 * What the page has not of a run, in a plain sentence, and the command that shows it.
 *
 * @module
 */
import { showNumber } from '../../text/amounts.ts';
import { quoteWord } from '../../text/quote-word.ts';
import type { PageRow } from '../page-status.ts';

export interface Lack {
  readonly says: string;
  /** As it is typed; null where nothing has to be. */
  readonly command: string | null;
}

/**
 * Of one iteration.
 *
 * @param row - undefined: not even that is there
 * @param has - how many of its records the page has
 * @param asked - of a live page: why the rest did not come; '' while it is waited for. Null in a file, which asks nobody
 */
export const lackOf = (
  run: string,
  row: Pick<PageRow, 'phase' | 'iteration' | 'records'> | undefined,
  has: number,
  asked: string | null,
): Lack | null => {
  if (row === undefined) return { says: asked === null || asked === '' ? READING : asked, command: null };
  const lacks = row.records - has;
  if (lacks <= 0) return null;
  if (asked === '') return { says: READING, command: null };
  const which =
    has === 0
      ? 'The records of this iteration are'
      : `${showNumber(lacks)} of the ${showNumber(row.records)} records of this iteration are`;
  const where = asked === null ? 'not in this file.' : `not shown here. ${asked}`;
  const command = `dualgate explain ${row.iteration} --phase ${quoteWord(row.phase)} --run ${quoteWord(run)}`;
  return { says: `${which} ${where} In words:`, command };
};

const READING = 'This iteration is being read …';

/** Of a file: the first iterations that it has no records of. @param first - the `n` of the first one that it has them of */
export const lackOfFile = (run: string, first: number): Lack | null =>
  first <= 1
    ? null
    : {
        says: `Of the iterations up to ${showNumber(first - 1)} this file has a line each and no details. Those of one, in words:`,
        command: `dualgate explain N --phase PHASE --run ${quoteWord(run)}`,
      };
