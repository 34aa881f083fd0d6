/** Which criteria have a test that kills a mutant that keeps the kind of a value: one does not pay for all. */
import { distinctTests, testId } from '../../runners/is-green.ts';
import type { TestRun, TestCase } from '../../runners/test-run.ts';
import type { Mutant } from './mutant.ts';
import type { Finding } from '../../../gates/iteration.ts';
import type { Metrics } from '../../../gates/metrics.ts';
import type { Baseline } from '../baseline.ts';
import type { SpecCriteria } from '../criteria.ts';
import { coveringOf, findTestsOf } from '../cover-criteria.ts';
import { finding } from '../findings/findings.ts';

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

/** A criterion, and its tests: those that are new in the run, or that it changed. */
export interface AskedCriterion {
  readonly id: string;
  /** Ids of tests; each is a test of one criterion. */
  readonly tests: ReadonlySet<string>;
}

/** A mutant of code that the tests of a criterion run, and that all of them pass with. Texts are shortened. */
interface WeakPlace {
  /** Relative to the workspace, with `/`. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** The code that was replaced. */
  readonly before: string;
  /** The code in its place. */
  readonly after: string;
}

/** One test of the criterion that passes with that mutant. */
interface WeakTest extends WeakPlace {
  /** As `file > name`. */
  readonly test: string;
}

/** The answer for one criterion. */
export interface CriterionKills {
  /** The criterion. */
  readonly id: string;
  /** How many tests it has. */
  readonly tests: number;
  /** Mutants that keep the kind of a value and that a test of it killed. */
  readonly killed: number;
  /**
   * `killed`: there is such a mutant. `survived`: its tests run code and see no other value of it. `unreached`: no such
   * mutant could be made in code that its tests run. `no_time`: not all were asked.
   */
  readonly end: 'killed' | 'survived' | 'unreached' | 'no_time';
  /** For `survived`: a test of it, and a mutant. */
  readonly weak?: WeakTest;
}

/** Looks at one run of the tests. */
export interface Watch {
  /** Whether a test that is still to come may answer something. */
  readonly isOpen: () => boolean;
  /** @param passed - ids of the tests that pass without a mutant */
  readonly look: (run: TestRun, passed: ReadonlySet<string>) => void;
}

export interface Kills {
  readonly watch: (mutant: Mutant) => Watch;
  /** Criteria without a mutant of their own. */
  readonly open: () => readonly AskedCriterion[];
  /** How many mutants are its own. */
  readonly countOf: (id: string) => number;
  /** `null` where not all of its tests ran, or none was asked. */
  readonly answerOf: (id: string, mutant: Mutant) => 'killed' | 'survived' | null;
  /** Mutants of any kind that a test of the criterion killed. */
  readonly killedBy: (id: string) => readonly Mutant[];
  /** Tests that an answer rests on. */
  readonly killers: () => readonly string[];
}

export const watchCriteria = (criteria: readonly AskedCriterion[]): Kills => {
  const answers: { readonly id: string; readonly mutant: Mutant; readonly killer: string | null }[] = [];
  const own = (id: string): readonly Mutant[] => [
    ...new Map(
      answers
        .filter((each) => each.id === id && each.killer !== null && keepsKind(each.mutant))
        .map(({ mutant }) => [keyOf(mutant), mutant]),
    ).values(),
  ];
  const open = (): readonly AskedCriterion[] => criteria.filter(({ id }) => own(id).length === 0);
  return {
    watch: (mutant) => ({
      isOpen: () => open().length > 0,
      look: (run, passed) => {
        const stateOf = new Map(distinctTests(run.tests).map((test) => [testId(test), test.state]));
        for (const { id, tests } of criteria) {
          const asked = [...tests].filter((test) => passed.has(test));
          const killer = asked.find((test) => stateOf.get(test) === 'failed') ?? null;
          const isWhole = asked.length > 0 && asked.every((test) => stateOf.get(test) === 'passed');
          if (killer !== null || isWhole) answers.push({ id, mutant, killer });
        }
      },
    }),
    open,
    countOf: (id) => own(id).length,
    answerOf: (id, mutant) => {
      const found = answers.filter((each) => each.id === id && keyOf(each.mutant) === keyOf(mutant));
      if (found.length === 0) return null;
      return found.some(({ killer }) => killer !== null) ? 'killed' : 'survived';
    },
    killedBy: (id) => answers.flatMap((each) => (each.id === id && each.killer !== null ? [each.mutant] : [])),
    killers: () => answers.flatMap(({ mutant, killer }) => (killer !== null && keepsKind(mutant) ? [killer] : [])),
  };
};

const keyOf = ({ path, from, to, after }: Mutant): string => `${path} ${from}-${to} ${after}`;

/** Another operator may give another kind of value. */
const KEEPS = /^(?:[<>]=?|[!=]==?|[-*/%]=?|\/\/|\+\+|--)$/;
const EMPTY = /^(?:''|""|``|\{\}|\[\]|\/\(\?!\)\/)$/;

/** Whether a test that looks only for an answer, or for one of its kind, passes with it. */
export const keepsKind = ({ kind, before, after }: Mutant): boolean => {
  if (kind === 'constant') return !EMPTY.test(after);
  if (kind === 'operator') return KEEPS.test(before);
  if (kind === 'statement') return !/^[\w.$[\]'"]+\s*=(?!=)/.test(before);
  return kind === 'value' || kind === 'guard' || kind === 'arguments';
};
