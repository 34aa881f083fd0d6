/** What is seen of one run of AVA: the events that its workers send, put together to tests. */
import { stripVTControlCharacters } from 'node:util';
import { isOwnError, joinFailures, readThrown } from '../report/own-error.mjs';

/**
 * The part of AVA's own types that is read here; AVA is no dependency of ours.
 * @typedef {object} SerializedError
 * @property {string} type `ava`, `native`, `aggregate`, `unknown`
 * @property {string} [name]
 * @property {string} [message]
 * @property {string} [stack] of what was thrown, where a test threw
 * @property {string} [assertion] of AVA, by name
 * @property {readonly { label: string, formatted: string }[]} [formattedDetails]
 * @property {string} [formattedError]
 * @property {readonly SerializedError[]} [errors]
 *
 * @typedef {object} StateChange
 * @property {string} type
 * @property {string} [testFile] absolute
 * @property {string} [title]
 * @property {boolean} [skip]
 * @property {boolean} [todo]
 * @property {boolean} [knownFailing]
 * @property {number} [period]
 * @property {number} [nonZeroExitCode]
 * @property {string} [signal]
 * @property {SerializedError} [err]
 *
 * @typedef {{ stats: { files: number } }} RunStatus
 * @typedef {'declared' | 'selected' | 'ended'} Stage
 * @typedef {{ path: string, tests: Map<string, Stage>, hasStarted: boolean, isExplained: boolean }} TestFile
 */

/** @param {ReturnType<typeof import('../report/report-file.mjs').openReport>} report */
export const watchRun = (report) => {
  /** Those whose worker was started, by path. @type {Map<string, TestFile>} */
  const files = new Map();
  let hasFailures = false;
  let hasLeft = false;
  let hasEnded = false;

  /** @param {string} path @returns {TestFile} */
  const fileOf = (path) => {
    const file = files.get(path) ?? { path, tests: new Map(), hasStarted: false, isExplained: false };
    files.set(path, file);
    return file;
  };

  /** @param {TestFile} file @param {string} name @param {'passed' | 'failed' | 'skipped'} state @param {string} [message] @param {SerializedError} [error] */
  const endTest = ({ path, tests }, name, state, message, error) => {
    tests.set(name, 'ended');
    hasFailures ||= state === 'failed';
    const failure = error === undefined ? {} : joinFailures([judgeFailure(error, path)]);
    report.addTest({ file: path, name, state, ...(message !== undefined && { message }), ...failure });
  };

  /** @param {TestFile} file @param {string} name @param {StateChange} event */
  const judge = (file, name, { type, knownFailing, err }) => {
    const stage = file.tests.get(name);
    if (stage !== 'selected') {
      const what = stage === 'ended' ? 'ended more than once' : 'ended, and was not to run';
      report.addProblem(file.path, `the test "${name}" ${what}`);
    } else if (type === 'test-failed') endTest(file, name, 'failed', describe(err), err);
    // A test that has to fail says that something does not work: like one that is switched off, it is no passing test.
    else endTest(file, name, knownFailing === true ? 'skipped' : 'passed');
  };

  /** @param {TestFile} file @param {string} message */
  const addError = (file, message) => {
    file.isExplained = true;
    report.addUnhandledError(file.path, message);
  };

  /** @param {TestFile} file @param {string} message */
  const failToLoad = (file, message) => {
    file.isExplained = true;
    report.addLoadFailure(file.path, message);
  };

  /** What stands beside an `only`, or comes after a failure (a hook, --fail-fast), never runs. @param {TestFile} file */
  const close = (file) => {
    const stages = [...file.tests];
    const open = stages.filter(([, stage]) => stage === 'selected').length;
    if (open > 0 && !hasFailures && !file.isExplained) {
      report.addProblem(file.path, `its worker ended before ${open} of its tests had`);
    }
    for (const [name, stage] of stages) if (stage !== 'ended') endTest(file, name, 'skipped');
  };

  /** @type {Readonly<Record<string, (file: TestFile, event: StateChange, title: string) => void>>} */
  const OF_FILE = {
    'declared-test': ({ tests }, _event, title) => void tests.set(title, 'declared'),
    'selected-test': (file, { skip, todo }, title) => {
      file.hasStarted = true;
      if (skip === true || todo === true) endTest(file, title, 'skipped');
      else file.tests.set(title, 'selected');
    },
    'test-passed': (file, event, title) => judge(file, title, event),
    'test-failed': (file, event, title) => judge(file, title, event),
    'hook-failed': (file, { err }, title) => addError(file, `${title}: ${describe(err)}`),
    'missing-ava-import': (file) => failToLoad(file, 'it does not import "ava"'),
    'uncaught-exception': (file, { err }) => (file.hasStarted ? addError : failToLoad)(file, describe(err)),
    'unhandled-rejection': (file, { err }) => addError(file, `unhandled rejection: ${describe(err)}`),
    'line-number-selection-error': (file, { err }) => addError(file, describe(err)),
    'process-exit': (file) => {
      hasLeft = true;
      file.isExplained = true;
      report.addProblem(file.path, 'its process was left before its tests had ended');
    },
    'worker-failed': (file, { nonZeroExitCode, signal, err }) => {
      const how =
        err !== undefined ? `broke: ${describe(err)}` : `ended by ${signal ?? `exit code ${nonZeroExitCode}`}`;
      if (!file.isExplained) addError(file, `its worker ${how}`);
      close(file);
    },
    'worker-finished': close,
  };

  /** @param {number} period */
  const runOutOfTime = (period) => {
    const message = `it had not ended when AVA stopped: no test ended for ${period} ms`;
    const open = [...files.values()].flatMap((file) =>
      [...file.tests].filter(([, stage]) => stage === 'selected').map(([name]) => ({ file, name })),
    );
    for (const { file, name } of open) endTest(file, name, 'failed', message);
    if (open.length === 0) report.addUnhandledError('', `AVA stopped: no test ended for ${period} ms`);
  };

  /** @param {number} expected how many files were to run, in all parts of a parallel build @param {boolean} isCutShort */
  const finish = (expected, isCutShort) => {
    hasEnded = true;
    const missing = expected - files.size;
    if (missing > 0) report.addProblem('', `AVA ran no test of ${missing} of ${expected} test files`);
    // A report without its end is none.
    if (!hasLeft) report.end(isCutShort);
  };

  return {
    /** @param {StateChange} event @param {number} expected how many files were to run */
    see: (event, expected) => {
      if (hasEnded) return;
      report.begin();
      const { type, testFile, title = '', period = 0, err } = event;
      const isKnown = testFile !== undefined && Object.hasOwn(OF_FILE, type);
      if (testFile !== undefined) fileOf(testFile);
      if (isKnown) OF_FILE[type]?.(fileOf(testFile), event, title);
      else if (type === 'internal-error' || type === 'shared-worker-error')
        report.addUnhandledError(testFile ?? '', describe(err));
      else if (type === 'timeout') runOutOfTime(period);
      else if (type === 'end' || type === 'interrupt') finish(expected, type === 'interrupt');
    },
  };
};

/** @param {SerializedError} error @param {string} file */
const judgeFailure = ({ type, assertion, stack = '' }, file) => {
  const thrown = readThrown(stack);
  if ((type === 'ava' && assertion !== undefined) || thrown.name === 'AssertionError') return 'assertion';
  // The argument of a test of AVA goes by this name.
  const isUnknown = /^t\.\w+ is not a function$/.test(thrown.message);
  return isOwnError(isUnknown ? { ...thrown, message: `assert.${thrown.message}` } : thrown, file) ? 'own_error' : null;
};

/** @param {SerializedError} [error] @returns {string} */
const describe = (error) => {
  const {
    type,
    name,
    message = '',
    stack = '',
    assertion,
    formattedDetails = [],
    formattedError,
    errors,
  } = error ?? {};
  if (type === 'unknown') return plain(formattedError ?? 'it failed without an error');
  if (type === 'aggregate') return [message, ...(errors ?? []).map(describe)].join('\n');
  if (type !== 'ava') return withName(name, message);
  // Thrown by the test: AVA's own words only say so.
  if (assertion === undefined && /^\w+(?: \[\w+\])?: /.test(stack)) return withoutFrames(stack);
  return plain([message, ...formattedDetails.map(({ label, formatted }) => `${label}\n${formatted}`)].join('\n'));
};

/** @param {string | undefined} name @param {string} message */
const withName = (name, message) => (name === undefined || name === 'Error' ? message : `${name}: ${message}`);

/** @param {string} stack */
const withoutFrames = (stack) => stack.replace(/\n\s+at [\s\S]*$/, '').replace(/^Error: /, '');

/** @param {string} text */
const plain = (text) => stripVTControlCharacters(text).trim();
