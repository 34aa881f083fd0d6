/**
 * Anything that writes JUnit XML; only ever named, never guessed, since where the files lie cannot be told.
 *
 * @module
 */
import type { Runner } from '../runner.ts';

/** What stands in a command for the path of the report. */
export const REPORT_PLACE = '{report}';

export const junitRunner: Runner = {
  report: 'junit',
  // PHPUnit, Surefire, Gradle.
  saysNoTests: (said) => /\bno tests (?:were )?(?:executed|found)\b/i.test(said),
  withoutFiles: 'JUnit XML need not name files',
  prepare: (command) => ({ command, env: {} }),
};
