/** What node:test loads by `--test-reporter`: each test as it ends. The test that stands for a whole file is none. */
import { resolve, dirname, isAbsolute, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXIT_CODE_OF_EARLY_EXIT } from './node-guard.mjs';
import { isOwnError, joinFailures } from '../report/own-error.mjs';
import { openReport } from '../report/report-file.mjs';

const OURS = new Set(
  ['.', '../report'].map((folder) => fileURLToPath(new URL(folder, import.meta.url)).replace(/[\\/]$/, '')),
);

/**
 * @typedef {{ path: string, totalLineCount: number, coveredLineCount: number }} CoveredFile
 * @param {readonly CoveredFile[]} files
 * @param {ReadonlySet<string>} testFiles
 * @returns {{ covered: number, total: number }}
 */
const sumCoverage = (files, testFiles) => {
  let covered = 0;
  let total = 0;
  for (const { path, totalLineCount, coveredLineCount } of files) {
    if (OURS.has(dirname(path)) || testFiles.has(path) || isOutside(path)) continue;
    covered += coveredLineCount;
    total += totalLineCount;
  }
  return { covered, total };
};

/** @param {string} path */
const isOutside = (path) => {
  const inside = relative(process.cwd(), path);
  return inside.startsWith('..') || isAbsolute(inside);
};

/**
 * What the Nodes since 20 have in common. `expectFailure` (since 24.21): its label, or true; that of a suite is inherited.
 * `passed_on_attempt`: of a test that did not run.
 * @typedef {{ message: string, failureType?: string, cause?: unknown, exitCode?: number | null, signal?: string | null }} Failure
 * @typedef {{ name: string, nesting: number, file?: string, entryFile?: string, line?: number, column?: number,
 *   skip?: string | boolean, todo?: string | boolean, expectFailure?: string | boolean,
 *   details: { type?: string, error?: Failure, passed_on_attempt?: number } }} Ended
 * @typedef {{ type: 'test:start' | 'test:pass' | 'test:fail', data: Ended }
 *   | { type: 'test:stderr', data: { file: string, message: string } }
 *   | { type: 'test:coverage', data: { summary: { files: CoveredFile[] } } }
 *   | { type: 'test:diagnostic', data: { message: string } }} Event
 */

// When this module is loaded and not later: no test file has been started yet.
const report = openReport();

const LATE_ERROR = /generated asynchronous activity after the test ended/;
const STDERR_LIMIT = 4_000;

/** node:test asks for a default export. @param {AsyncIterable<Event>} events */
export default async function* nodeReporter(events) {
  const watch = watchTests();
  for await (const { type, data } of events) {
    if (type === 'test:start') watch.start(data);
    else if (type === 'test:pass' || type === 'test:fail') watch.end(data, type === 'test:fail');
    else if (type === 'test:stderr') watch.stderr(data);
    else if (type === 'test:coverage') watch.coverage(data.summary.files);
    else if (type === 'test:diagnostic') watch.diagnostic(data);
    yield '';
  }
  report.end(false);
}

const watchTests = () => {
  /** Names of the open tests, by nesting. @type {string[]} */
  const open = [];
  /** Whether an open test has had subtests, by nesting. @type {boolean[]} */
  const hadSubtests = [];
  const filesWithTests = new Set();
  /** @type {Map<string, string>} */
  const stderr = new Map();

  return {
    /** @param {Ended} test */
    start: ({ name, nesting }) => {
      open.splice(nesting, open.length, name);
      hadSubtests.splice(nesting, hadSubtests.length, false);
      if (nesting > 0) hadSubtests[nesting - 1] = true;
    },
    /** @param {Ended} test @param {boolean} failed */
    end: (test, failed) => {
      const file = test.entryFile ?? test.file ?? '';
      if (isFile(test)) {
        if (failed) reportFile(file, test.details.error, filesWithTests.has(file), stderr.get(file) ?? '');
        return;
      }
      filesWithTests.add(file);
      const name = [...open.slice(0, test.nesting), test.name].join(' > ');
      reportEnd({ test, failed, file, name, hadSubtests: hadSubtests[test.nesting] === true });
    },
    /** @param {CoveredFile[]} files */
    coverage: (files) => {
      const { covered, total } = sumCoverage(files, filesWithTests);
      report.addCoverage(covered, total);
    },
    /** @param {{ file: string, message: string }} output */
    stderr: (output) => {
      // Relative since Node 22.
      const file = resolve(output.file);
      stderr.set(file, `${stderr.get(file) ?? ''}${output.message}`.slice(0, STDERR_LIMIT));
    },
    /** @param {{ message: string }} diagnostic */
    diagnostic: ({ message }) => {
      if (LATE_ERROR.test(message)) report.addUnhandledError('', message);
    },
  };
};

/** Subtests stand for a parent only if it passed, or failed because of them (rule 2.13). @param {{ test: Ended, failed: boolean, file: string, name: string, hadSubtests: boolean }} end */
const reportEnd = ({ test, failed, file, name, hadSubtests }) => {
  const { type, error, passed_on_attempt: earlier } = test.details;
  const message = describeFailure(error);
  if (earlier !== undefined)
    report.addProblem(file, `the test "${name}" did not run: its result is of an earlier run (--test-rerun-failures)`);
  // A test that has to fail says that something does not work: like one that is switched off, it is no passing test.
  if (isSet(test.skip) || isSet(test.todo) || (!failed && isSet(test.expectFailure))) {
    report.addTest({ file, name, state: 'skipped' });
  } else if (failed && !(hadSubtests && error?.failureType === 'subtestsFailed')) {
    if (type === 'suite') report.addUnhandledError(file, `${name}: ${message}`);
    else report.addTest({ file, name, state: 'failed', message, ...joinFailures([judgeFailure(error, file)]) });
  } else if (type !== 'suite' && !hadSubtests) report.addTest({ file, name, state: 'passed' });
};

/** A test file that failed as a whole. @param {string} file @param {Failure | undefined} error @param {boolean} hasTests @param {string} stderr */
const reportFile = (file, error, hasTests, stderr) => {
  if (error?.exitCode === EXIT_CODE_OF_EARLY_EXIT) {
    report.addProblem(file, 'it was left by process.exit before its tests had ended');
  } else if (typeof error?.signal === 'string') report.addProblem(file, `it was ended by ${error.signal}`);
  const message = stderr.trim() === '' ? describeFailure(error) : stderr;
  if (hasTests) report.addUnhandledError(file, `it failed outside of its tests: ${message}`);
  else report.addLoadFailure(file, message);
};

/** The name is a path, absolute or relative by version; a test of that name would have a place of its own. @param {Ended} test */
const isFile = ({ name, nesting, file, line, column }) =>
  nesting === 0 && file !== undefined && resolve(name) === file && (line ?? 1) === 1 && (column ?? 1) === 1;

/** `t.skip('')` comes as an empty string. @param {string | boolean | undefined} directive */
const isSet = (directive) => directive !== undefined && directive !== false;

/** @param {Failure | undefined} error @param {string} file */
const judgeFailure = (error, file) => {
  const cause = error?.cause;
  if (!(cause instanceof Error)) return null;
  if (cause.name === 'AssertionError' || Reflect.get(cause, 'code') === 'ERR_ASSERTION') return 'assertion';
  return isOwnError(cause, file) ? 'own_error' : null;
};

/** @param {Failure | undefined} error */
const describeFailure = (error) => {
  const cause = error?.cause;
  if (cause instanceof Error) return cause.message === '' ? cause.name : cause.message;
  return typeof cause === 'string' ? cause : (error?.message ?? 'it failed without an error');
};
