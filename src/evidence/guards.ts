/**
 * Criteria that already hold (rule 2.14): a spec marks one with `(guard)` or `(regression)`, or the agent names it,
 * `GUARD: AC-2 why`. Its new tests may pass where new tests must fail.
 *
 * @module
 */
import type { Guard, NamedGuard } from '../../gates/record-parts.ts';
import { distinctTests, testId } from '../testing/is-green.ts';
import type { TestCase } from '../testing/test-run.ts';
import { mentionOf } from './mention-of.ts';
import type { SpecCriteria } from './criteria.ts';

interface GuardQuestion {
  readonly criteria: SpecCriteria;
  /** By the agent, in this iteration. */
  readonly named: readonly NamedGuard[];
  /** Whether a mutation check will ask for a mutant that each guard kills. */
  readonly isChecked: boolean;
  /** Those of the run that are new. */
  readonly tests: readonly TestCase[];
}

export interface FoundGuards {
  /** With the tests that pass; those without any are no guards yet. */
  readonly guards: readonly Guard[];
  readonly refused: readonly (NamedGuard & { readonly because: string })[];
  /** How many criteria have only tests that pass. */
  readonly holding: number;
}

/** The guards of a phase whose new tests must fail. Pure. */
export const findGuards = ({ criteria, named, isChecked, tests }: GuardQuestion): FoundGuards => {
  const { ids, guards: marked = [] } = criteria;
  const whyNot = ({ id, why }: NamedGuard): string | null => {
    if (!ids.includes(id)) return 'the spec has no criterion with this id';
    if (why === '') return 'it gives no reason';
    return isChecked ? null : 'mutation_check: false, so nothing can show that its test is able to fail';
  };
  const once = named.filter(({ id }, at) => named.findIndex((each) => each.id === id) === at);
  const asked = once.filter(({ id }) => !marked.includes(id)).map((each) => ({ ...each, because: whyNot(each) }));
  const accepted = [
    ...marked.map((id) => ({ id, by: 'spec' as const, why: 'the spec marks it' })),
    ...asked.flatMap(({ id, why, because }) => (because === null ? [{ id, by: 'agent' as const, why }] : [])),
  ];
  const known = new Set(accepted.map(({ id }) => id));
  const others = ids.filter((id) => !known.has(id)).map(mentionOf);
  // A test of another criterion too has to fail.
  const own = distinctTests(tests, 'must_fail').filter(({ name }) => !others.some((isNamed) => isNamed(name)));
  const found = accepted.map((guard) => {
    const ofIt = own.filter(({ name }) => mentionOf(guard.id)(name));
    const passing = ofIt.filter(({ state }) => state === 'passed').map(testId);
    return { ...guard, tests: passing, holds: passing.length > 0 && passing.length === ofIt.length };
  });
  return {
    guards: found.flatMap(({ id, by, why, tests }) => (tests.length === 0 ? [] : [{ id, by, why, tests }])),
    refused: asked.flatMap((each) => (each.because === null ? [] : [{ ...each, because: each.because }])),
    holding: found.filter(({ holds }) => holds).length,
  };
};
