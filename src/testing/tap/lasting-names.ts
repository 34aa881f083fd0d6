/**
 * Names of tests without what moves. bats (`--timing`) ends each name with a duration, and Check with the result: the
 * same test would be another one in the next run. Only where every test of a report has that form.
 *
 * @module
 */
import type { TestCase } from '../test-run.ts';

/** Takes what moves out of the name of a test; `null` for a name of another form. */
type Form = (test: TestCase) => Pick<TestCase, 'name' | 'message'> | null;

const FORMS: readonly Form[] = [
  ({ name }) => {
    const [, lasting] = /^(.+) in \d+ ?(?:ms|sec)$/.exec(name) ?? [];
    return lasting === undefined ? null : { name: lasting };
  },
  ({ name, state, message }) => {
    const [, lasting, result] = /^(.+\.(?:c|cc|cpp|cxx|h):[^:]+:[^:]+): (.+)$/.exec(name) ?? [];
    if (lasting === undefined || result === undefined) return null;
    if (state === 'failed')
      return { name: lasting, message: message === undefined || message === '' ? result : message };
    return result === 'Passed' ? { name: lasting } : null;
  },
];

export const makeNamesLast = (tests: readonly TestCase[]): readonly TestCase[] => {
  for (const form of FORMS) {
    const lasting = tests.flatMap((test) => {
      const found = form(test);
      return found === null ? [] : [{ ...test, ...found }];
    });
    if (lasting.length === tests.length) return lasting;
  }
  return tests;
};
