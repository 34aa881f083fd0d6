/**
 * Tests that a runner renames: it writes a line, a number or a time into their names. Then a test of the past is missing,
 * and a new one has its name with other digits.
 */
import { testId } from '../../runners/is-green.ts';
import type { TestRun } from '../../runners/test-run.ts';

/**
 * Id of a test that is missing → id of the new test in the same file whose name differs only in digits.
 *
 * @param expected - ids of tests that may not go
 */
export const findRenumbered = (
  expected: readonly string[],
  { tests }: Pick<TestRun, 'tests'>,
): ReadonlyMap<string, string> => {
  const [there, known] = [new Set(tests.map(testId)), new Set(expected)];
  const added = new Map<string, string[]>();
  for (const test of new Map(tests.map((each) => [testId(each), each])).values()) {
    const id = testId(test);
    if (known.has(id) || !/\d/.test(test.name)) continue;
    const key = withoutDigits(id, test.file);
    added.set(key, [...(added.get(key) ?? []), id]);
  }
  const files = [...new Set(tests.map(({ file }) => file))];
  return new Map(
    expected.flatMap((id) => {
      if (there.has(id)) return [];
      const file = files.find((each) => id.startsWith(`${each} > `)) ?? '';
      const now = added.get(withoutDigits(id, file))?.shift();
      return now === undefined ? [] : [[id, now] as const];
    }),
  );
};

const withoutDigits = (id: string, file: string): string => file + id.slice(file.length).replaceAll(/\d+/g, '#');
