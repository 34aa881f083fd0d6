/** The missing part of a run, in a plain sentence, with the command that shows it. */
import { showNumber } from '../../base/text/amounts.ts';
import { quoteWord } from '../../base/text/quote-word.ts';
import type { PageRow } from '../page-status.ts';

export interface Lack {
  readonly says: string;
  /** As typed; null if there is none. */
  readonly command: string | null;
}

/**
 * For one iteration.
 *
 * @param row - undefined: not even that is there
 * @param has - how many of its records the page has
 * @param asked - on a live page: why the rest did not arrive; '' while it is loading. Null in a file, which has no server
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
  const command = `dualgate explain ${quoteWord(row.phase)} ${row.iteration} --run ${quoteWord(run)}`;
  return { says: `${which} ${where} To see them as text:`, command };
};

const READING = 'Loading this iteration …';

/** In a file: the first iterations, whose records it lacks. @param first - the `n` of the first iteration with records */
export const lackOfFile = (run: string, first: number): Lack | null =>
  first <= 1
    ? null
    : {
        says: `For iterations up to ${showNumber(first - 1)} this file has one line each, without details. To see one as text:`,
        command: `dualgate explain PHASE N --run ${quoteWord(run)}`,
      };
