/**
 * Test commands that can be run and must not: their results would not be those of the suite.
 *
 * @module
 */
import { placeWords } from './command-places.ts';
import { RunnerError } from './find-runner.ts';
import { findRefusedOption, type Refusal, type SuiteWords } from './refused-options.ts';

/** @throws {RunnerError} with the cause and the way out, when something speaks against the command */
export const refuseCommand = (suite: SuiteWords, workspace: string): void => {
  const refused = findRefusedOption(suite, workspace) ?? findReportOfNode(suite, workspace);
  if (refused !== null) throw new RunnerError(suite.command, refused.why, refused.wayOut, 'use the test command');
};

/** Its `<testsuite>` of a test with subtests has no state, and a test that has to fail is a plain testcase. */
const findReportOfNode = ({ command, runner }: SuiteWords, workspace: string): Refusal | null => {
  if (runner !== 'junit') return null;
  const found = placeWords(command, workspace).find(({ words }) =>
    words.some((word, i) =>
      /^--test-reporter[= ]junit$/.test(word === '--test-reporter' ? `${word} ${words[i + 1]}` : word),
    ),
  );
  return found === undefined
    ? null
    : {
        why: `the JUnit report of node --test (${found.place}) does not say which tests with subtests are todo or failed, and which tests have to fail`,
        wayOut: 'Set runner: node, without --test-reporter=junit and report: dualgate adds a reporter of its own.',
      };
};
