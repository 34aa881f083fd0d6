/**
 * The task of a phase that makes the tests pass (GREEN).
 *
 * @module
 */

/** RULES 1.3 and 1.4. */
export const describeMakingTestsPass = (): readonly string[] => [
  'Implement what the tests ask for, until every test passes: all of them, not nearly all.',
  'Change the sources, not the tests: a test that is removed, weakened or skipped does not count as passing, and holds the phase.',
  'The suite is run several times in a row: a test that passes only sometimes does not pass.',
];
