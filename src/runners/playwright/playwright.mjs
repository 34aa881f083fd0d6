/** What Playwright Test loads into its main process: each test when its last try has ended, and at the end what was never tried. */
import { stripVTControlCharacters } from 'node:util';
import { isOwnError, joinFailures, readThrown } from '../report/own-error.mjs';
import { openReport } from '../report/report-file.mjs';

/**
 * The part of Playwright's own types that is read here; it is no dependency of ours. `titlePath`: root, project, file, suites,
 * title.
 * @typedef {{ message?: string, stack?: string, value?: string, location?: { file: string } }} TestError
 * @typedef {{ status: string, retry: number, errors: readonly TestError[] }} TestResult
 * @typedef {{ id: string, titlePath: () => readonly string[], outcome: () => 'skipped' | 'expected' | 'unexpected' | 'flaky',
 *   expectedStatus: string, retries: number, results: readonly TestResult[], location: { file: string } }} TestCase
 */

// When this module is loaded and not later: no worker has been started yet.
const report = openReport();
delete process.env['PW_TEST_REPORTER'];

/** Playwright calls it with `new`, and asks for a default export. */
export default function PlaywrightReporter() {
  /** @type {{ allTests: () => readonly TestCase[] } | null} */
  let suite = null;
  /** @type {Set<string>} */
  const reported = new Set();
  let hasBegun = false;

  /** @param {TestCase} test */
  const reportTest = (test) => {
    reported.add(test.id);
    const [, project = '', , ...titles] = test.titlePath();
    const name = [...(project === '' ? [] : [project]), ...titles].join(' > ');
    report.addTest({ file: test.location.file, name, ...judge(test) });
  };

  return {
    /** It leaves the terminal to the reporters for people. */
    printsToStdio: () => false,
    /** @param {unknown} _config @param {{ allTests: () => readonly TestCase[] }} whole */
    onBegin: (_config, whole) => {
      suite = whole;
    },
    onTestBegin: () => {
      hasBegun = true;
    },
    /** @param {TestCase} test @param {TestResult} result */
    onTestEnd: (test, result) => {
      const goesOn = test.outcome() === 'unexpected' && result.retry < test.retries && result.status !== 'interrupted';
      if (!goesOn) reportTest(test);
    },
    /** @param {TestError} error */
    onError: (error) => {
      const message = describe(error);
      if (message === 'Error: No tests found') return;
      const file = error.location?.file ?? '';
      if (file !== '' && !hasBegun) {
        report.addLoadFailure(file, message);
        report.addProblem(file, 'Playwright ran no test, because of this file');
      } else report.addUnhandledError(file, message);
    },
    /** @param {{ status: string }} result */
    onEnd: ({ status }) => {
      for (const test of suite?.allTests() ?? []) if (!reported.has(test.id)) reportTest(test);
      if (status === 'timedout') report.addProblem('', 'Playwright ended it by its globalTimeout');
      report.end(status === 'interrupted');
    },
  };
}

/**
 * A test that is expected to fail says that something does not work: like one that is switched off, it has not passed.
 * @param {TestCase} test
 * @returns {{ state: 'passed' | 'failed' | 'skipped', message?: string, failure?: 'assertion' | 'own_error' }}
 */
const judge = (test) => {
  const outcome = test.results.length === 0 ? 'skipped' : test.outcome();
  if (outcome === 'flaky')
    return { state: 'failed', message: `it passed only when it was tried ${test.results.length} times` };
  if (outcome === 'unexpected') {
    const thrown = test.results.at(-1)?.errors ?? [];
    const errors = thrown.map(describe).join('\n');
    return {
      state: 'failed',
      message: errors === '' ? `it was expected to be ${test.expectedStatus} and was not` : errors,
      ...joinFailures(thrown.map((error) => judgeFailure(error, test.location.file))),
    };
  }
  return { state: outcome === 'expected' && test.expectedStatus === 'passed' ? 'passed' : 'skipped' };
};

/** @param {TestError} error @param {string} file */
const judgeFailure = ({ message = '', stack = message }, file) => {
  const plain = stripVTControlCharacters(stack);
  if (/^(?:Error: )?(?:expect[.(]|.*\n\nexpect[.(])|^AssertionError\b/.test(plain)) return 'assertion';
  return isOwnError(readThrown(plain), file) ? 'own_error' : null;
};

/** @param {TestError} error */
const describe = ({ message, value }) => message ?? value ?? 'it failed without an error';
