/**
 * Rows of which each takes seconds: ordinary runs try one part of them, always the same, and `npm run check:full` all.
 * `DUALGATE_SEED` picks another part.
 */
import { createHash } from 'node:crypto';
import { type TestAPI, type TestFunction, TestRunner } from 'vitest';

const { DUALGATE_SEED, DUALGATE_TRIALS } = process.env;
const seed = Number.parseInt(DUALGATE_SEED ?? '0', 10) || 0;

/** Ordinary runs stay below fifteen minutes on two cores: of what a file offers, every second part is left to the long suite. */
const PARTS = 2;

/** For titles: which part is tried. */
export const SEED = DUALGATE_TRIALS === undefined ? `a part, DUALGATE_SEED=${seed}` : 'all';

/** Those that are tried in this run, one of so many, in order; one at least. */
export const pickSome = <T>(all: readonly T[], nameOf: (each: T) => string, oneOf: number): readonly T[] =>
  DUALGATE_TRIALS === undefined ? pickPart(all, nameOf, oneOf * PARTS, seed) : all;

/**
 * As many in each part, so that no part takes longer than another, and all within `oneOf` parts. Neighbours are often alike:
 * the choice does not depend on their order.
 */
export const pickPart = <T>(
  all: readonly T[],
  nameOf: (each: T) => string,
  oneOf: number,
  part: number,
): readonly T[] => {
  const rankOf = (each: T): string => createHash('sha256').update(nameOf(each)).digest('hex');
  const ranks = all.map(rankOf).sort();
  const step = Math.min(oneOf, all.length);
  return all.filter((each) => ranks.indexOf(rankOf(each)) % step === part % step);
};

/** One of several equals, chosen by the seed; all in `npm run check:full`. */
export const pickOne = <T>(all: readonly T[]): readonly T[] =>
  DUALGATE_TRIALS === undefined ? all.filter((_, at) => at === seed % all.length) : all;

/**
 * `declare` for tests of which each takes seconds: ordinary runs take one of so many and the first of a `describe` that has none
 * before it, `npm run check:full` takes all.
 *
 * @param ahead - parts: for a second list of the same tests, of which others are to be tried
 */
export const inTurn = <E extends object>(oneOf: number, declare: TestAPI<E>, ahead = 0): InTurn<E> => {
  let at = seed + ahead;
  const isNext = (): boolean => {
    at += 1;
    return (
      DUALGATE_TRIALS !== undefined || at % (oneOf * PARTS) === 0 || TestRunner.getCurrentSuite().tasks.length === 0
    );
  };
  const take: Declare<E> = (claim, show, timeout) => {
    if (isNext()) declare(claim, show, timeout);
  };
  // A skipped test counts too: the choice does not depend on the machine.
  const skipIf: InTurn<E>['skipIf'] = (isSkipped) => (claim, show, timeout) => {
    if (isNext()) declare.skipIf(isSkipped)(claim, show, timeout);
  };
  return Object.assign(take, { skipIf });
};

type Declare<E extends object> = (claim: string, show: TestFunction<E>, timeout?: number) => void;
type InTurn<E extends object> = Declare<E> & { readonly skipIf: (isSkipped: boolean) => Declare<E> };

/** Registers tests of which each takes seconds: those that are picked, by their titles; all in `npm run check:full`. */
export const testSome = <T>(
  rows: Readonly<Record<string, T>>,
  oneOf: number,
  register: (title: string, row: T) => void,
) => {
  for (const [title, row] of pickSome(Object.entries(rows), ([name]) => name, oneOf)) register(title, row);
};
