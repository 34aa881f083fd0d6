/** The mutants that the tests of a criterion killed, in words: for the report, the page, `explain` and proofs. Pure. */
import { showCount } from '../../../base/text/amounts.ts';
import type { CriterionKills } from './criterion-kills.ts';

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
