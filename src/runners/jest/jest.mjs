/** Loaded by jest (29, 30) into its main process. Failing tests are told at the end of a file: jest may retry them. */
import { stripVTControlCharacters } from 'node:util';
import childProcess from 'node:child_process';
import { isOwnError, joinFailures, readThrown } from '../report/own-error.mjs';
import { openReport } from '../report/report-file.mjs';

/** jest ends its own workers so, by SIGTERM and SIGKILL. */
const ENDED_BY_JEST = new Set([0, 128 + 15, 128 + 9]);

/** From now on, for every worker process. @param {(problem: string) => void} onDeath */
const watchWorkers = (onDeath) => {
  const { fork } = childProcess;
  /** @type {any} */
  const forkInWatch = (/** @type {Parameters<typeof fork>} */ ...args) => {
    const worker = fork(...args);
    worker.once('exit', (code) => {
      if (code !== null && !ENDED_BY_JEST.has(code)) onDeath(`a worker of jest died with exit code ${code}`);
    });
    return worker;
  };
  childProcess.fork = forkInWatch;
};

/**
 * The part of jest's own types that is read here; jest is no dependency of ours. `failing`: marked by `test.failing`;
 * `failureMessages` are stacks, `failureDetails` what was thrown, as far as it can be sent.
 * @typedef {{ ancestorTitles: readonly string[], title: string, status: string, failing?: boolean, invocations?: number,
 *   failureMessages?: readonly string[], failureDetails?: readonly unknown[] }} CaseResult
 * @typedef {{ message?: string, stack?: string }} Failure
 * @typedef {{ testFilePath: string, testResults: readonly CaseResult[], testExecError?: Failure | null,
 *   failureMessage?: string | null }} FileResult
 * @typedef {{ numTotalTestSuites: number, wasInterrupted: boolean, runExecError?: Failure }} RunResult
 */

// When this module is loaded and not later: no test file has been loaded yet.
const report = openReport();

// Without a listener of jest's the process dies of it, and the report has no end.
process.on('uncaughtExceptionMonitor', (error) => {
  if (!hasEnded && process.listenerCount('uncaughtException') === 0) report.addUnhandledError('', describe(error));
});
let hasEnded = false;
watchWorkers((problem) => {
  if (!hasEnded) report.addUnhandledError('', problem);
});

/** jest calls it with `new`, and asks for a default export. */
export default function JestReporter() {
  let files = 0;
  /** How many tests of a name were told of as they ended, by file. @type {Map<string, Map<string, number>>} */
  const told = new Map();

  return {
    /** @param {{ path: string }} test @param {CaseResult} result */
    onTestCaseResult: ({ path }, result) => {
      if (judge(result, path).state !== 'passed') return;
      const names = told.get(path) ?? new Map();
      told.set(path, names.set(nameOf(result), (names.get(nameOf(result)) ?? 0) + 1));
      report.addTest({ file: path, name: nameOf(result), state: 'passed' });
    },

    /** @param {unknown} _test @param {FileResult} result */
    onTestFileResult: (_test, { testFilePath: file, testResults, testExecError, failureMessage }) => {
      files += 1;
      const names = told.get(file) ?? new Map();
      for (const result of testResults) {
        const name = nameOf(result);
        const verdict = judge(result, file);
        const before = names.get(name) ?? 0;
        if (verdict.state !== 'passed' || before === 0) report.addTest({ file, name, ...verdict });
        else names.set(name, before - 1);
      }
      for (const [name, count] of names) {
        if (count > 0) report.addProblem(file, `the test "${name}" passed, and the result of its file says otherwise`);
      }
      const fails = testResults.some(({ status }) => status === 'failed');
      const message = withoutStack(
        testExecError?.message || testExecError?.stack || (fails ? '' : (failureMessage ?? '')),
      );
      if (message !== '' && testResults.length === 0) report.addLoadFailure(file, message);
      else if (message !== '') report.addUnhandledError(file, message);
    },

    /** @param {unknown} _contexts @param {RunResult} results */
    onRunComplete: (_contexts, { numTotalTestSuites, wasInterrupted, runExecError }) => {
      if (runExecError) report.addUnhandledError('', withoutStack(runExecError.message ?? 'jest failed'));
      const missing = numTotalTestSuites - files;
      if (missing !== 0)
        report.addProblem('', `jest ended before ${missing} of ${numTotalTestSuites} test files had ended`);
      hasEnded = true;
      report.end(wasInterrupted);
    },
  };
}

/** @param {CaseResult} result */
const nameOf = ({ ancestorTitles, title }) => [...ancestorTitles, title].join(' > ');

/**
 * A test that has to fail says that something does not work: like one that is switched off, it is no passing test.
 * @param {CaseResult} result @param {string} file
 * @returns {{ state: 'passed' | 'failed' | 'skipped', message?: string, failure?: 'assertion' | 'own_error' }}
 */
const judge = ({ status, failing = false, invocations = 1, failureMessages = [], failureDetails = [] }, file) => {
  if (status === 'failed') {
    const failures = failureMessages.map((each, i) => judgeFailure(each, failureDetails[i], file));
    return { state: 'failed', message: failureMessages.map(withoutStack).join('\n'), ...joinFailures(failures) };
  }
  if (status !== 'passed' || failing) return { state: 'skipped' };
  if (invocations > 1) return { state: 'failed', message: `it passed only when it was tried ${invocations} times` };
  return { state: 'passed' };
};

/** Of `expect`, and of `node:assert` as jest describes it. */
const ASSERTION = /^(?:(?:Error: )?expect[.(]|assert(?:\.\w+)*\(|AssertionError\b)/;

/** @param {string} stack @param {unknown} detail @param {string} file */
const judgeFailure = (stack, detail, file) => {
  const isOfExpect = typeof detail === 'object' && detail !== null && Object.hasOwn(detail, 'matcherResult');
  if (isOfExpect || ASSERTION.test(stripVTControlCharacters(stack))) return 'assertion';
  return isOwnError(readThrown(stack), file) ? 'own_error' : null;
};

/** @param {unknown} error */
const describe = (error) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));

/** @param {string} message */
const withoutStack = (message) => message.replaceAll(/^\s+at .+$/gm, '').trimEnd();
