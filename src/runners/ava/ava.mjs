/** Loaded by NODE_OPTIONS into every process of the test command: only the main process of AVA (6) takes the key and reports. */
import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { stripVTControlCharacters } from 'node:util';
import { openReport } from '../report/report-file.mjs';
import { isOwnError, joinFailures, readThrown } from '../report/own-error.mjs';

/**
 * The part of AVA's own types that is read here; AVA is no dependency of ours. `stack`: of what a test threw.
 * @typedef {{ type: string, name?: string, message?: string, stack?: string, assertion?: string,
 *   formattedDetails?: readonly { label: string, formatted: string }[], formattedError?: string,
 *   errors?: readonly SerializedError[] }} SerializedError
 * @typedef {{ type: string, testFile?: string, title?: string, skip?: boolean, todo?: boolean, knownFailing?: boolean,
 *   period?: number, nonZeroExitCode?: number, signal?: string, err?: SerializedError }} StateChange
 * @typedef {{ stats: { files: number } }} RunStatus
 * @typedef {'declared' | 'selected' | 'ended'} Stage
 * @typedef {{ path: string, tests: Map<string, Stage>, hasStarted: boolean, isExplained: boolean }} TestFile
 */

/** @param {ReturnType<typeof import('../report/report-file.mjs').openReport>} report */
const watchRun = (report) => {
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

  /** @param {'addUnhandledError' | 'addLoadFailure'} how @param {TestFile} file @param {string} message */
  const explain = (how, file, message) => {
    file.isExplained = true;
    report[how](file.path, message);
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
    'hook-failed': (file, { err }, title) => explain('addUnhandledError', file, `${title}: ${describe(err)}`),
    'missing-ava-import': (file) => explain('addLoadFailure', file, 'it does not import "ava"'),
    'uncaught-exception': (file, { err }) =>
      explain(file.hasStarted ? 'addUnhandledError' : 'addLoadFailure', file, describe(err)),
    'unhandled-rejection': (file, { err }) =>
      explain('addUnhandledError', file, `unhandled rejection: ${describe(err)}`),
    'line-number-selection-error': (file, { err }) => explain('addUnhandledError', file, describe(err)),
    'process-exit': (file) => {
      hasLeft = true;
      file.isExplained = true;
      report.addProblem(file.path, 'its process was left before its tests had ended');
    },
    'worker-failed': (file, { nonZeroExitCode, signal, err }) => {
      const how =
        err !== undefined ? `broke: ${describe(err)}` : `ended by ${signal ?? `exit code ${nonZeroExitCode}`}`;
      if (!file.isExplained) explain('addUnhandledError', file, `its worker ${how}`);
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
const describe = (error = { type: 'unknown' }) => {
  const { type, name, message = '', stack = '', assertion, formattedDetails = [], formattedError, errors = [] } = error;
  if (type === 'unknown') return plain(formattedError ?? 'it failed without an error');
  if (type === 'aggregate') return [message, ...errors.map(describe)].join('\n');
  if (type !== 'ava') return name === undefined || name === 'Error' ? message : `${name}: ${message}`;
  // Thrown by the test: AVA's own words only say so.
  if (assertion === undefined && /^\w+(?: \[\w+\])?: /.test(stack))
    return stack.replace(/\n\s+at [\s\S]*$/, '').replace(/^Error: /, '');
  return plain([message, ...formattedDetails.map(({ label, formatted }) => `${label}\n${formatted}`)].join('\n'));
};
/** @param {string} text */
const plain = (text) => stripVTControlCharacters(text).trim();

const { DUALGATE_REPORT: path, DUALGATE_NODE_OPTIONS: former = '' } = process.env;

const findMain = () => {
  try {
    const main = realpathSync(process.argv[1] ?? '');
    return /[\\/]ava[\\/]entrypoints[\\/]cli\.mjs$/.test(main) ? pathToFileURL(main) : null;
  } catch {
    return null;
  }
};

const main = isMainThread && path !== undefined ? findMain() : null;
if (main !== null) {
  // AVA starts its workers with the environment of this process.
  delete process.env['DUALGATE_NODE_OPTIONS'];
  if (former === '') delete process.env['NODE_OPTIONS'];
  else process.env['NODE_OPTIONS'] = former;
  const run = watchRun(openReport(false));
  const { default: RunStatus } = await import(new URL('../lib/run-status.js', main).href);
  const { emitStateChange } = RunStatus.prototype;
  /** @this {RunStatus} @param {StateChange} event */
  RunStatus.prototype.emitStateChange = function emitInWatch(event) {
    run.see(event, this.stats.files);
    return Reflect.apply(emitStateChange, this, [event]);
  };
}
