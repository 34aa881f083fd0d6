/**
 * One level of a TAP stream: its plan, its test points, and the subtests that wait for the name of their parent.
 *
 * @module
 */
import { boundMessage } from '../bound-message.ts';
import type { TapPoint } from './tap-lines.ts';
import type { TestCase } from '../test-run.ts';

/** Named by its path within the level. */
export type LeveledTest = Pick<TestCase, 'state' | 'message'> & { readonly path: readonly string[] };

/** What is known of a level that is not closed yet. */
export interface TapLevel {
  plan: number | null;
  points: number;
  readonly tests: LeveledTest[];
  readonly problems: string[];
}

export const openLevel = (): TapLevel => ({ plan: null, points: 0, tests: [], problems: [] });

/** Adds `1..N`. */
export const addPlan = (level: TapLevel, tests: number): void => {
  if (level.plan !== null) level.problems.push('the TAP stream has two plans');
  level.plan = tests;
};

/** Counts a point, and checks its number. */
export const countPoint = (level: TapLevel, { number, description }: TapPoint): void => {
  level.points += 1;
  if (number !== null && number !== level.points) {
    level.problems.push(`test ${number} (${description}) of the TAP stream stands where test ${level.points} belongs`);
  }
};

/** What is wrong with a level at its end; empty when nothing is. */
export const judgeLevel = ({ plan, points, problems }: TapLevel): readonly string[] => {
  if (plan === null) return [...problems, 'the TAP stream has no plan (1..N): it was cut off, or is not TAP'];
  if (plan !== points) return [...problems, `the TAP stream planned ${plan} tests and has ${points}`];
  return problems;
};

/** The tests of a point: itself, or its subtests; with subtests it is a test only if it failed and none of them did. */
export const readPointTests = (
  point: TapPoint,
  message: string,
  subtests: readonly LeveledTest[] | null,
): readonly LeveledTest[] => {
  const nested = (subtests ?? []).map((test) => placeBelow(test, point.description));
  const state = point.directive !== null ? 'skipped' : point.ok ? 'passed' : 'failed';
  const isExplained = nested.some((test) => test.state === 'failed');
  if (subtests !== null && (state !== 'failed' || isExplained)) return nested;
  return [
    ...nested,
    { path: [point.description], state, ...(state === 'failed' && { message: boundMessage(message) }) },
  ];
};

const placeBelow = (test: LeveledTest, parent: string): LeveledTest => ({ ...test, path: [parent, ...test.path] });
