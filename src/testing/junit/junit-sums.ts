/**
 * The sums that a JUnit file gives of itself, beside what was counted. Writers differ in whether a suite counts the suites
 * inside of it; a sum that is right in neither way is wrong.
 *
 * @module
 */
import type { TestCase } from '../test-run.ts';

type Sum = 'tests' | 'failed' | 'skipped';
/** `doubles`: the same test once more, as pytest writes one that failed in itself and after itself. */
type Counts = Record<Sum | 'doubles', number>;

/** A suite that is open. `null`: it gives no such sum. */
export interface JunitSums {
  readonly name: string;
  readonly claimed: { readonly [What in Sum]: number | null };
  /** The sums of a suite, together with the suites inside of it. */
  readonly own: Counts;
  readonly all: Counts;
}

/** @param read - the text of an attribute, `''` where there is none */
export const openJunitSuite = (read: (attribute: string) => string): JunitSums => {
  const sum = (...attributes: readonly string[]): number | null => {
    const given = attributes.map(read).filter((text) => text !== '');
    return given.length === 0 ? null : given.reduce((total, text) => total + Number(text), 0);
  };
  return {
    name: read('name'),
    claimed: {
      tests: sum('tests'),
      failed: sum('failures', 'errors'),
      skipped: sum('skipped', 'skips', 'disabled'),
    },
    own: { tests: 0, failed: 0, skipped: 0, doubles: 0 },
    all: { tests: 0, failed: 0, skipped: 0, doubles: 0 },
  };
};

/** Counts a test in every suite that is open. */
export const countJunitCase = (suites: readonly JunitSums[], state: TestCase['state'], isDouble: boolean): void => {
  const counted: readonly (keyof Counts)[] = [
    'tests',
    ...(state === 'passed' ? [] : [state]),
    ...(isDouble ? (['doubles'] as const) : []),
  ];
  for (const [position, { own, all }] of suites.entries()) {
    for (const what of counted) {
      all[what] += 1;
      if (position === suites.length - 1) own[what] += 1;
    }
  }
};

/** Closes the innermost suite; a sentence when its sums are wrong. */
export const closeJunitSuite = (suites: JunitSums[]): string | null => {
  const suite = suites.pop();
  if (suite === undefined) return null;
  const { name, claimed, own, all } = suite;
  const where = name === '' ? 'a suite' : `the suite ${name}`;
  const right = [own, all].flatMap(({ tests, doubles }) => [tests, tests - doubles]);
  if (claimed.tests !== null && !right.includes(claimed.tests))
    return `${where} claims ${claimed.tests} tests and contains ${all.tests}`;
  // A test can fail twice, in itself and after itself; but never more tests than failures, and none without.
  if (claimed.failed !== null && (claimed.failed < own.failed || (claimed.failed > 0 && all.failed === 0)))
    return `${where} claims ${claimed.failed} failures and contains ${all.failed}`;
  if (claimed.skipped !== null && claimed.skipped > 0 && all.skipped === 0)
    return `${where} claims ${claimed.skipped} skipped tests and contains none`;
  return null;
};
