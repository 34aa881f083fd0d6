/** How much of the changed code the tests reach, and which mutants they kill: numbers and sentences. Pure. */
import { showCount } from '../../../base/text/amounts.ts';
import type { CriterionKills } from '../criterion-kills.ts';

/** `2 tests, 3 mutants of its own killed`. */
export const sayKills = (kills: CriterionKills): string => `${showCount(kills.tests, 'test')}, ${sayMutants(kills)}`;

/** The same without the tests. */
const sayMutants = ({ killed, end, weak }: Pick<CriterionKills, 'killed' | 'end' | 'weak'>): string => {
  if (end === 'killed') return `${showCount(killed, 'mutant')} of its own killed`;
  if (weak !== undefined) return `each passes with another value at ${weak.path}:${weak.line}`;
  return end === 'no_time'
    ? 'no mutant of its own: there was no time for all'
    : 'no mutant of its own: its tests run no value that another of the same kind can replace';
};

/** A function that no test reaches. */
interface UnreachedFunction {
  /** Relative to the workspace, with `/`. */
  readonly path: string;
  /** The first line of it, from 1. */
  readonly line: number;
  /** How many. */
  readonly lines: number;
}

/** The changed lines of functions, and those that no test reaches: each test stays green although they fail at once. */
export interface Reach {
  /** Changed lines in functions. */
  readonly lines: number;
  /** Those of them that no test reaches. */
  readonly lines_unreached: number;
  /** The functions that are not reached. */
  readonly unreached: readonly UnreachedFunction[];
  /** Functions that were not let fail; absent for none. */
  readonly not_asked?: {
    /** Their changed lines. */
    readonly lines: number;
    /** `enough`: the others decide; `sample`: enough others were asked; `no_time`: nothing is decided. */
    readonly why: 'enough' | 'sample' | 'no_time';
  };
}

/** The share that tests are shown to reach, in percent, rounded down; `null` if there was no time for an answer. */
export const percentReached = (reach: Reach): number | null => {
  const { lines, not_asked } = reach;
  if (not_asked?.why === 'no_time') return null;
  const of = not_asked?.why === 'sample' ? lines - not_asked.lines : lines;
  return Math.floor((100 * linesReached(reach)) / of);
};

const linesReached = ({ lines, lines_unreached, not_asked }: Reach): number =>
  lines - lines_unreached - (not_asked?.lines ?? 0);

const SHOWN = 3;

/** The words, and the places of others among them. */
interface Said {
  readonly text: string;
  readonly isPlace?: true;
}

/** With the lines that no test reaches. @param functions - how many are unreached, where the list is cut */
export const sayReach = (reach: Reach, functions = reach.unreached.length): readonly Said[] => {
  const { lines, unreached, not_asked } = reach;
  const places = unreached.slice(0, SHOWN).map(placeOfFunction);
  const more = functions - places.length;
  return [
    { text: `tests reach ${linesReached(reach)} of ${lines} changed lines in functions` },
    ...places.flatMap((text, at): readonly Said[] => [
      { text: at === 0 ? '; none of ' : ', ' },
      { text, isPlace: true },
    ]),
    ...(more > 0 ? [{ text: `, and ${more} more` }] : []),
    ...(not_asked === undefined ? [] : [{ text: `; ${not_asked.lines} not asked about (${WHY[not_asked.why]})` }]),
  ];
};

export const describeReach = (reach: Reach, functions?: number): string =>
  sayReach(reach, functions)
    .map(({ text }) => text)
    .join('');

const WHY = { enough: 'the others decide', sample: 'a sample decides', no_time: 'there was no time' } as const;

export const placeOfFunction = ({ path, line, lines }: UnreachedFunction): string =>
  `${path}:${line}-${line + lines - 1}`;
