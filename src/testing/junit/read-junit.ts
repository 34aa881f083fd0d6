/**
 * Reads JUnit XML as its many writers have it. Believed when every file is well-formed to its end and no test is missing by its
 * sums; document types are refused, and with them every entity of a file's own.
 *
 * @module
 */
import { boundError, boundMessage } from '../bound-message.ts';
import { decodeXml } from './decode-xml.ts';
import type { JunitCase } from './junit-file.ts';
import { parseJunit } from './parse-junit.ts';
import { collectTests, nameFailed } from '../report/suite-report.ts';
import type { FilesOptions, FilesReader } from '../runner.ts';
import type { TestRun } from '../test-run.ts';

/** The key of the config by which sums are not compared. */
const WAY_OUT = 'tests.junit.sums: ignore';

/** A reader of the files of one test run. */
export const createJunitReader = ({ onTest, nameFile, sums: comparison }: FilesOptions): FilesReader => {
  const found = collectTests(onTest);
  const problems: string[] = [];
  /** One sentence for all tools that dualgate does not know. */
  const doubtful: string[] = [];
  const loadFailures: TestRun['load_failures'][number][] = [];
  const errors: string[] = [];
  let files = 0;

  const refuse = (path: string, why: string): void => {
    files += 1;
    problems.push(`${nameFile(path)}: ${why}`);
  };
  const addCase = ({ file, path, state, message, failure, place }: JunitCase): void => {
    const name = path.filter((part) => part !== '').join(' > ');
    if (place === 'load') loadFailures.push({ file: nameFile(file) || name, message: boundError(message, nameFile) });
    else if (place !== 'test' && state === 'failed') errors.push(`${name}: ${boundError(message, nameFile)}`);
    if (place !== 'test' && place !== 'beside') return;
    found.add({
      file: nameFile(file),
      name: path.join(' > '),
      state,
      ...(state === 'failed' && { message: boundMessage(message), ...(failure !== undefined && { failure }) }),
    });
  };

  return {
    refuse,
    add: (path, bytes) => {
      const decoded = decodeXml(bytes);
      if ('problem' in decoded) return refuse(path, decoded.problem);
      const parsed = parseJunit(decoded.text);
      if (parsed.problem !== null) refuse(path, parsed.problem);
      else files += 1;
      const sums = comparison === 'ignore' ? [] : parsed.sums.map((sum) => `${nameFile(path)}: ${sum}`);
      (parsed.writer === null ? doubtful : problems).push(...sums);
      errors.push(...parsed.errors.map(boundMessage));
      for (const each of parsed.cases) addCase(each);
    },
    finish: (place) => {
      if (files === 0) problems.push(`the test run wrote no report to ${place}`);
      problems.push(...describeDoubt(doubtful));
      return {
        report_fresh: files > 0,
        report_complete: files > 0 && problems.length === 0,
        tests: found.tests,
        load_failures: loadFailures,
        unhandled_errors: errors,
        problems: [...problems, ...(problems.length === 0 ? [] : nameFailed(found.tests))],
      };
    },
  };
};

const describeDoubt = ([first, ...more]: readonly string[]): readonly string[] =>
  first === undefined
    ? []
    : [
        `${first}${more.length === 0 ? '' : ` (and ${more.length} more of its kind)`}. dualgate does not know the tool that wrote this: if it lost no test and its sums count something else, an operator can set ${WAY_OUT} in the config`,
      ];
