/** What is seen of one run of mocha, from the first file that is loaded to the end of the process. */
import { isOwnError, joinFailures } from '../report/own-error.mjs';

/**
 * The part of mocha's own types that is read here; mocha is no dependency of ours. `type`: `test`, `hook`, or neither for an error
 * outside of both.
 * @typedef {{ title: string, type?: string, file?: string, fn?: unknown, titlePath: () => readonly string[],
 *   fullTitle: () => string, currentRetry?: () => number, parent?: { file?: string } }} Runnable
 * @typedef {{ tests: readonly Runnable[], suites: readonly Suite[] }} Suite
 * @typedef {{ suite: Suite, _grep: RegExp, _invert?: boolean, _abort?: boolean, _opts?: { dryRun?: boolean } }} Runner
 */

/** @param {ReturnType<typeof import('../report/report-file.mjs').openReport>} report */
export const watchRun = (report) => {
  /** Tests of the tree by place, and how many of them have not ended. @type {Map<string, Place & { open: number }>} */
  const expected = new Map();
  /** Objects, since one test may be found twice: before and after an `only`. @type {WeakSet<Runnable>} */
  const seen = new WeakSet();
  /** @type {WeakSet<Runnable>} */
  const passed = new WeakSet();
  /** Of each place: what its tests did when their files were loaded. @type {Map<string, Set<unknown>>} */
  const bodies = new Map();
  /** Errors and promises that were told of. @type {WeakSet<object>} */
  const known = new WeakSet();
  /** @type {string | null} */
  let loading = null;
  let state = 'idle';
  let isCutShort = false;

  /** @param {Suite} suite @param {(test: Runnable) => boolean} isWanted */
  const expect = (suite, isWanted) => {
    for (const test of suite.tests) {
      if (seen.has(test) || !isWanted(test)) continue;
      seen.add(test);
      const place = placeOf(test);
      const counted = expected.get(keyOf(place)) ?? { ...place, open: 0 };
      expected.set(keyOf(place), { ...counted, open: counted.open + 1 });
      bodies.set(keyOf(place), new Set([...(bodies.get(keyOf(place)) ?? []), test.fn]));
    }
    for (const inner of suite.suites) expect(inner, isWanted);
  };

  /** @param {Runnable} test @param {'passed' | 'failed' | 'skipped'} verdict @param {string} [message] @param {unknown} [error] */
  const endTest = (test, verdict, message, error) => {
    const place = placeOf(test);
    const counted = expected.get(keyOf(place));
    if (counted !== undefined) counted.open -= 1;
    const failure = error instanceof Error ? joinFailures([judgeFailure(error, place.file)]) : {};
    report.addTest({ ...place, state: verdict, ...(message !== undefined && { message }), ...failure });
  };

  /** A test that nobody expected was made by another one. @param {Runnable} test */
  const hasOtherBody = (test) => bodies.get(keyOf(placeOf(test)))?.has(test.fn) === false || Object.hasOwn(test, 'run');

  /** @param {Runnable} test */
  const pass = (test) => {
    const tries = (test.currentRetry?.() ?? 0) + 1;
    passed.add(test);
    if (hasOtherBody(test)) endTest(test, 'failed', 'it passed, and was given another body after its file was loaded');
    else if (tries > 1) endTest(test, 'failed', `it passed only when it was tried ${tries} times`);
    else endTest(test, 'passed');
  };

  /** @param {Runnable} runnable @param {unknown} error */
  const fail = (runnable, error) => {
    const { file, name } = placeOf(runnable);
    const message = describe(error);
    if (runnable.type !== 'test') report.addUnhandledError(file, `${name}: ${message}`);
    else if (passed.has(runnable)) report.addUnhandledError(file, `${name}, after it had passed: ${message}`);
    else endTest(runnable, 'failed', message, error);
  };

  /** @param {Runner} runner */
  const start = (runner) => {
    report.begin();
    state = 'running';
    if (runner._opts?.dryRun === true) report.addProblem('', 'mocha was told to run no test (--dry-run)');
    expect(runner.suite, (test) => runner._grep.test(test.fullTitle()) !== (runner._invert === true));
  };

  /** @param {Runner} runner */
  const finish = (runner) => {
    state = 'ended';
    isCutShort = runner._abort === true;
    for (const { file, name, open } of expected.values()) {
      for (let i = 0; i < open; i += 1) report.addTest({ file, name, state: 'skipped' });
    }
  };

  const close = () => {
    state = 'closed';
    report.end(isCutShort);
  };

  return {
    /** @param {string | null} file */
    load: (file) => {
      loading = file;
    },
    /** mocha runs nothing then. @param {unknown} error */
    failToLoad: (error) => {
      report.addLoadFailure(loading ?? '', describe(error));
      report.addProblem(loading ?? '', 'mocha ran no test, because this file did not load');
      loading = null;
      state = 'ended';
    },
    /** @param {Suite} root */
    expect: (root) => expect(root, () => true),
    /** @param {Runner} runner @param {string} type @param {[Runnable, unknown]} args */
    see: (runner, type, [runnable, error]) => {
      if (type === 'start') start(runner);
      else if (type === 'pass') pass(runnable);
      else if (type === 'fail') fail(runnable, error);
      else if (type === 'pending') endTest(runnable, 'skipped');
      else if (type === 'end') finish(runner);
    },
    /** mocha lets them go by, and tells of each twice. @param {unknown} reason @param {object} promise */
    reject: (reason, promise) => {
      if (known.has(promise) || state === 'closed') return;
      known.add(promise);
      if (reason instanceof Error) known.add(reason);
      report.addUnhandledError('', `unhandled rejection: ${describe(reason)}`);
    },
    /** Only when mocha no longer takes them for failures of a test. @param {unknown} error */
    throwLate: (error) => {
      if (state !== 'ended') return;
      if (!(error instanceof Error && known.has(error))) report.addUnhandledError('', describe(error));
      // The process may die of it without another word.
      close();
    },
    end: () => {
      if (state === 'ended') close();
      else if (loading !== null) report.addProblem(loading, 'the process was left while this file was loaded');
      else if (state === 'running') report.addProblem('', 'the process was left before its tests had ended');
    },
  };
};

/** @typedef {{ file: string, name: string }} Place */

/** @param {Runnable} runnable @returns {Place} */
const placeOf = (runnable) => ({
  file: runnable.file ?? runnable.parent?.file ?? '',
  name: runnable.titlePath().join(' > '),
});

/** @param {Place} place */
const keyOf = ({ file, name }) => JSON.stringify([file, name]);

/** Of node:assert, chai and should; of `expect` of jest; of unexpected. @param {Error} error @param {string} file */
const judgeFailure = (error, file) => {
  const { name, code, matcherResult } = /** @type {Error & { code?: unknown, matcherResult?: unknown }} */ (error);
  if (/^(?:AssertionError|UnexpectedError)/.test(name) || code === 'ERR_ASSERTION' || matcherResult !== undefined)
    return 'assertion';
  return isOwnError(error, file) ? 'own_error' : null;
};

/** @param {unknown} error */
const describe = (error) => {
  if (!(error instanceof Error)) {
    const message = typeof error === 'object' && error !== null ? Reflect.get(error, 'message') : error;
    return String(message ?? 'it failed without an error');
  }
  return error.name === 'Error' ? error.message : `${error.name}: ${error.message}`;
};
