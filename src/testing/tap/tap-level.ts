/**
 * One level of a TAP stream: its plan, the numbers of its test points, and the subtests that wait for the name of their
 * parent.
 *
 * @module
 */
import { isNamedHook } from '../report/named-hooks.ts';
import type { TapPoint } from './tap-lines.ts';
import type { TestCase } from '../test-run.ts';

/** Named by its path within the level. */
export type LeveledTest = Pick<TestCase, 'state' | 'message'> & { readonly path: readonly string[] };

/** A point whose details or block of subtests may still follow. */
export interface PendingPoint {
  readonly point: TapPoint;
  /** Without the names of its parents. */
  readonly name: string;
  /** `null` without subtests. */
  subtests: readonly LeveledTest[] | null;
  /** Whether the subtests are the assertions of this test. */
  hasAssertions: boolean;
  /** Whether the plan of its subtests skips them. */
  isSkipped: boolean;
  isBlock: boolean;
  message: string;
  operator: string;
  at: string;
}

/** The facts about a level that is not closed yet. */
export interface TapLevel {
  plan: number | null;
  /** Its plan is `1..0 # SKIP`: its parent is skipped. */
  isSkipped: boolean;
  points: number;
  readonly numbers: Set<number>;
  /** How often a reason stands for a name: such points are told apart by their order. */
  readonly reasons: Map<string, number>;
  /** The comment since the last point. */
  comment: string | null;
  pending: PendingPoint | null;
  readonly tests: LeveledTest[];
  readonly problems: string[];
}

export const openLevel = (): TapLevel => ({
  plan: null,
  isSkipped: false,
  points: 0,
  numbers: new Set(),
  reasons: new Map(),
  comment: null,
  pending: null,
  tests: [],
  problems: [],
});

/** Adds `1..N`. */
export const addPlan = (level: TapLevel, plan: Pick<TapLevel, 'isSkipped'> & { readonly tests: number }): void => {
  if (level.plan !== null) level.problems.push('the TAP stream has two plans');
  level.plan = plan.tests;
  level.isSkipped = plan.isSkipped;
};

/** Counts a point, in any order (TAP 14), and returns its number. A failed hook takes none: the next point repeats it. */
export const countPoint = (level: TapLevel, { ok, number, description }: TapPoint): number => {
  level.points += 1;
  const counted = number ?? level.points;
  if (!ok && isNamedHook(description)) return counted;
  if (level.numbers.has(counted)) {
    level.problems.push(`the TAP stream has two tests ${counted} (${description})`);
  }
  level.numbers.add(counted);
  return counted;
};

/** The name of a point: where it has none, that of the comment before its subtests, its reason, or its number. */
export const namePoint = (level: TapLevel, { description, reason }: TapPoint, number: number): string => {
  if (description !== '') return description;
  const [, subtest] = /^Subtest: (.+)$/.exec(level.comment ?? '') ?? [];
  if (subtest !== undefined) return subtest;
  if (reason === '') return `test ${number}`;
  const times = (level.reasons.get(reason) ?? 0) + 1;
  level.reasons.set(reason, times);
  return times === 1 ? reason : `${reason} (${times})`;
};

/**
 * The problems of a level at its end; empty when there are none.
 *
 * @param parent - the name of the test whose subtests these are; `null` for the whole stream
 */
export const judgeLevel = ({ plan, points, numbers, problems }: TapLevel, parent: string | null): readonly string[] => {
  const what = parent === null ? 'the TAP stream' : `the block of subtests of "${parent}" in the TAP stream`;
  if (plan === null) return [...problems, `${what} has no plan (1..N): it was cut off, or is not TAP`];
  if (plan !== points) return [...problems, `${what} planned ${plan} tests and has ${points}`];
  const beyond = [...numbers].find((number) => number < 1 || number > plan);
  return beyond === undefined ? problems : [...problems, `${what} planned 1..${plan} and has a test ${beyond}`];
};
