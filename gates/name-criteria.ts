/** Adds the ids of the missing criteria to an unmet clause that only counts them; any other clause is unchanged. */
import type { WaitingCriteria } from './iteration.ts';
import { looksAt, type Unmet } from './verdict.ts';

const MAX_NAMED = 20;

const OVER_CRITERIA = ['criteria_count', 'criteria_covered', 'criteria_passing'];

export const nameCriteria = (unmet: Unmet, waiting: WaitingCriteria | undefined): Unmet => {
  if (typeof waiting !== 'object' || waiting === null) return unmet;
  const { without_test: untested, without_passing: unpassed } = waiting;
  const named = [
    ...(looksAt(unmet, OVER_CRITERIA) ? listCriteria('without a test', untested) : []),
    ...(looksAt(unmet, ['criteria_passing']) ? listCriteria('without a passing test', unpassed) : []),
  ];
  return named.length === 0 ? unmet : { ...unmet, because: [unmet.because, ...named].join('; ') };
};

/** An embedder may pass what the type forbids. Then no ids are named, and the clause stays unmet (rule 1.7). */
const listCriteria = (what: string, ids: unknown): readonly string[] =>
  Array.isArray(ids) && ids.length > 0 ? [`${what}: ${listIds(ids.map(String))}`] : [];

/** `AC-1, AC-2 and 3 more`. */
export const listIds = (ids: readonly string[]): string => {
  const left = ids.length - MAX_NAMED;
  return `${ids.slice(0, MAX_NAMED).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
};
