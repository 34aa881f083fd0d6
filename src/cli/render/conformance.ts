/**
 * What `dualgate conformance` says on stderr; pure. Most cases hold, so false exits and false holds are counted apart.
 *
 * @module
 */
import type { CaseNews, CaseTally } from '../../index.ts';
import { plain } from './text/paint.ts';

/** The first case whose answer differs, with each value that does and why gate 1 holds. */
export const renderFirstDifference = (first: (CaseNews & { readonly type: 'answered' }) | null): readonly string[] => {
  if (first === null) return [];
  const { line, answer, differences, unmet } = first;
  return [
    `The first that differs is ${plain(answer.id)}, line ${line} (${answer.diagnostic}):`,
    ...differences.map(
      ({ key, expected, answered }) => `  ${key}: expected ${String(expected)}, answered ${String(answered)}`,
    ),
    ...unmet.map((clause) => `  not met: ${plain(clause)}`),
  ];
};

/** The sums, on one line or two. */
export const renderCaseTally = (tally: CaseTally): readonly string[] => {
  const { cases, expecting, differing, false_exits, false_holds, bad_lines } = tally;
  const others = differing - false_exits - false_holds;
  const met =
    differing === 0
      ? `all ${expecting} that say what they expect are met`
      : `${expecting - differing} of ${expecting} met: ${countOf(false_exits, 'false exit')}, ${countOf(false_holds, 'false hold')}, ${others} otherwise`;
  return [
    ...(cases === 0 ? ['There is no case to answer: nothing was shown.'] : []),
    `${countOf(cases, 'case')}${expecting === 0 ? ', none of which says what it expects' : `, ${met}`}.`,
    ...(bad_lines === 0 ? [] : [`${countOf(bad_lines, 'line')} could not be read as a case.`]),
  ];
};

const countOf = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
