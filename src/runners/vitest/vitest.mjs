/** What vitest (3 to 5) loads into its main process: reports each test as it ends, and at the end what was left out. */
import { readFileSync } from 'node:fs';
import { isOwnError, joinFailures } from '../report/own-error.mjs';
import { openReport } from '../report/report-file.mjs';

/** @typedef {import('vitest/node').TestCase} TestCase */
/** @typedef {import('vitest/node').TestModule} TestModule */

// When this module is loaded and not later: no worker has been started yet.
const report = openReport();

/** @param {ReadonlyArray<{ readonly name?: string, readonly message: string }>} errors */
const describeErrors = (errors) =>
  errors
    .map(({ name, message }) => (name === undefined || name === 'Error' ? message : `${name}: ${message}`))
    .join('\n');

/** @param {{ readonly name?: string, readonly message: string, readonly stack?: string }} error @param {string} file */
const judgeFailure = (error, file) => {
  if (error.name === 'AssertionError') return 'assertion';
  return isOwnError(error, file) ? 'own_error' : null;
};

/** @type {Map<string, { readonly inside?: true }>} */
const places = new Map();

/** Whether the tests of a file stand in its blocks: it asks for them, and imports them from nowhere. @param {string} file */
const isInside = (file) => {
  const known = places.get(file);
  if (known !== undefined) return known;
  const text = readText(file);
  const asks = /\bimport\.meta\.vitest\b/.test(text) && !/\bfrom\s*["']vitest["']/.test(text.replace(TYPES, ''));
  /** @type {{ readonly inside?: true }} */
  const found = asks ? { inside: true } : {};
  places.set(file, found);
  return found;
};

const TYPES = /\bimport\s+type\b[^;"']*from\s*["'][^"']*["']/g;

/** @param {string} file @returns {string} */
const readText = (file) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

/** @param {TestCase} test @returns {void} */
const reportTest = (test) => {
  const { state, errors } = test.result();
  const place = { file: test.module.moduleId, name: test.fullName, ...isInside(test.module.moduleId) };
  if (state === 'pending') report.addProblem(place.file, `the test "${place.name}" never ended`);
  else if (state === 'failed') {
    // What a source lacks beside its tests is still to be written.
    const failures = errors
      .map((error) => judgeFailure(error, place.file))
      .map((failure) => (place.inside === true && failure === 'own_error' ? null : failure));
    report.addTest({ ...place, state, message: describeErrors(errors), ...joinFailures(failures) });
  } else if (state === 'passed' && test.diagnostic()?.flaky) {
    report.addTest({ ...place, state: 'failed', message: 'it passed only when it was tried again' });
  }
  // A test that has to fail says that something does not work: like one that is switched off, it is no passing test.
  else report.addTest({ ...place, state: test.options.fails ? 'skipped' : state });
};

/** A failing hook of a suite is an error outside of any test: its tests are skipped. @param {TestModule} module */
const reportModule = (module) => {
  const errors = describeErrors(module.errors());
  const file = module.moduleId;
  if (module.state() === 'queued' || module.state() === 'pending') report.addProblem(file, 'it never ended');
  if (errors !== '' && module.children.size === 0) report.addLoadFailure(file, errors);
  else if (errors !== '') report.addUnhandledError(file, errors);
  for (const suite of module.children.allSuites()) {
    if (suite.errors().length > 0)
      report.addUnhandledError(file, `${suite.fullName}: ${describeErrors(suite.errors())}`);
  }
};

/** vitest calls it with `new`, and asks for a default export. */
export default function VitestReporter() {
  /** @type {Set<string>} */
  const reported = new Set();
  /** @type {import('vitest/node').Reporter} */
  const reporter = {
    onTestCaseResult: (test) => {
      reported.add(test.id);
      reportTest(test);
    },
    onTestRunEnd: (modules, unhandledErrors, reason) => {
      for (const module of modules) {
        for (const test of module.children.allTests()) if (!reported.has(test.id)) reportTest(test);
        reportModule(module);
      }
      for (const error of unhandledErrors) report.addUnhandledError('', describeErrors([error]));
      report.end(reason === 'interrupted');
    },
  };
  return reporter;
}
