/** Evidence for completion in an iteration, if a phase needs it: the indicators of spec 000, the score of spec 002. */
import type { LedgerData } from '../../records/records.ts';
import { joinAll, type TotalOf, totalsOf } from './count-points.ts';

type Decided = Pick<LedgerData['iteration.decided'], 'record' | 'completion'>;

/** Rows of a name and a value; none if nothing was counted. */
export const listCompletion = (
  { record, completion }: Decided,
  totalOf: TotalOf = totalsOf(undefined),
): readonly (readonly [string, string])[] => {
  const { indicators, confidence } = record;
  return [
    ...(indicators === undefined ? [] : listIndicators(indicators, totalOf)),
    ...(confidence === undefined ? [] : listScore(confidence, completion, totalOf)),
  ];
};

const listIndicators = (
  { patterns, evidence, threshold, lifted }: NonNullable<Decided['record']['indicators']>,
  totalOf: TotalOf,
) => {
  const all = totalOf('record.indicators.patterns', patterns.length);
  const found = Object.entries(evidence);
  const count = all + found.filter(([, holds]) => holds).length;
  return [
    ['indicators', `${count} of ${threshold}${lifted === true ? ', lifted by EXIT_OVERRIDE' : ''}`],
    ['patterns found', joinAll(patterns, ' · ', all) ?? 'none'],
    ...(found.length === 0
      ? []
      : [['evidence', found.map(([name, holds]) => `${name} ${holds ? 'yes' : 'no'}`).join(' · ')] as const]),
  ] as const;
};

const listScore = (
  { score, threshold, parts, keywords }: NonNullable<Decided['record']['confidence']>,
  completion: Decided['completion'],
  totalOf: TotalOf,
) => {
  const all = totalOf('record.confidence.keywords', keywords.length);
  const given = Object.entries(parts).flatMap(([part, points]) =>
    points > 0 ? [`${part.replaceAll('_', ' ')} ${points}`] : [],
  );
  const decided = completion === undefined ? '' : `, decided by the ${completion.decided_by}`;
  return [
    ['confidence', `${score} of ${threshold} required${decided}`],
    ['points', given.length === 0 ? 'none' : given.join(' · ')],
    ...(keywords.length === 0 ? [] : [['keywords', joinAll(keywords, ' · ', all) ?? ''] as const]),
  ] as const;
};
