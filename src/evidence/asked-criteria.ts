/** The criteria that the mutation check asks for a mutant of their own, and what their answers come to. */
import type { Finding } from '../../gates/iteration.ts';
import type { Metrics } from '../../gates/metrics.ts';
import type { Baseline } from './baseline.ts';
import type { SpecCriteria } from './criteria.ts';
import { coveringOf, findTestsOf } from './cover-criteria.ts';
import { finding } from './findings/findings.ts';
import type { AskedCriterion, CriterionKills } from './mutation-check/criteria/criterion-kills.ts';
import { testId } from '../runners/is-green.ts';
import type { TestCase } from '../runners/test-run.ts';

interface KnownOfCriteria {
  readonly baseline: Baseline;
  readonly changed: readonly { readonly test: string; readonly because: string }[];
  readonly criteria: Pick<SpecCriteria, 'ids' | 'together'> | null;
  readonly guards: readonly { readonly id: string }[];
}

/** Those with an id and a test. A guard has a check of its own. */
export const askedCriteria = (
  { criteria_ids }: { readonly criteria_ids: 'require' | 'ignore' },
  { baseline, changed, criteria, guards }: KnownOfCriteria,
  tests: readonly TestCase[],
): readonly AskedCriterion[] => {
  if (criteria_ids === 'ignore' || criteria === null) return [];
  const own = findTestsOf(criteria.ids, tests, coveringOf({ baseline, changed, criteria }, 'must_pass'));
  return [...own].flatMap(([id, found]) =>
    found.length === 0 || guards.some((each) => each.id === id) ? [] : [{ id, tests: new Set(found.map(testId)) }],
  );
};

/** A criterion holds the phase only if its tests ran such code and noticed no mutant; an unanswered one holds nothing. */
export const judgeCriteria = (
  criteria: readonly CriterionKills[] = [],
): { readonly metrics: Metrics; readonly findings: readonly Finding[] } => {
  const answered = criteria.filter(({ end }) => end === 'killed' || end === 'survived');
  if (answered.length === 0) return { metrics: {}, findings: [] };
  const killing = answered.filter(({ end }) => end === 'killed').length;
  return {
    metrics: { criteria_mutated: answered.length, criteria_killing: killing },
    findings: answered.flatMap(({ id, weak }) =>
      weak === undefined ? [] : [finding('mutants.criterion_survives', { id, ...weak })],
    ),
  };
};
