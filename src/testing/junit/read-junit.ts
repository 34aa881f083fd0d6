/**
 * Reads JUnit XML as its many writers have it. Believed when every file is well-formed to its end and its sums add up;
 * document types are refused, and with them every entity of a file's own.
 *
 * @module
 */
import { boundMessage } from '../bound-message.ts';
import { type JunitCase, parseJunit } from './parse-junit.ts';
import { collectTests, type OnTest } from '../report/suite-report.ts';
import type { FilesReader } from '../runner.ts';

/** A reader of the files of one test run. @param nameFile - makes a path of the runner relative to the workspace */
export const createJunitReader = (onTest: OnTest, nameFile: (path: string) => string): FilesReader => {
  const found = collectTests(onTest);
  const problems: string[] = [];
  let files = 0;

  const refuse = (path: string, why: string): void => {
    files += 1;
    problems.push(`${nameFile(path)}: ${why}`);
  };
  const addCase = ({ file, path, state, message }: JunitCase): void =>
    found.add({
      file: nameFile(file),
      name: path.join(' > '),
      state,
      ...(state === 'failed' && { message: boundMessage(message) }),
    });

  return {
    refuse,
    add: (path, text) => {
      const parsed = parseJunit(text);
      if ('problem' in parsed) {
        refuse(path, parsed.problem);
        return;
      }
      files += 1;
      for (const problem of parsed.problems) problems.push(`${nameFile(path)}: ${problem}`);
      for (const each of parsed.cases) addCase(each);
    },
    finish: (place) => {
      if (files === 0) problems.push(`the test run wrote no report to ${place}`);
      return {
        report_fresh: files > 0,
        report_complete: files > 0 && problems.length === 0,
        tests: found.tests,
        load_failures: [],
        unhandled_errors: [],
        problems,
      };
    },
  };
};
