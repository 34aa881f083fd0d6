/**
 * Whether the sums of JUnit files are compared with their tests: for report and proof, which say it where they are not.
 */
import { isMap } from '../base/text/parse-json.ts';

export const IGNORED_SUMS =
  'The sums of JUnit files are not compared with their tests (tests.junit.sums: ignore): a test that a file leaves out is found only if it was there before.';

/** @param recorded - the config as it is recorded */
export const ignoresSums = (recorded: unknown): boolean => {
  const tests = isMap(recorded) ? recorded['tests'] : null;
  const suites: unknown = isMap(tests) ? tests['suites'] : null;
  return Array.isArray(suites) && suites.some((suite) => isMap(suite) && suite['sums'] === 'ignore');
};
