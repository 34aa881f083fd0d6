/**
 * The report of one test run, written line by line (NDJSON) by a reporter inside of the user's test runner. The lines
 * are described and checked in `../report-lines.ts`. Imports nothing but Node, since it runs in a stranger's project.
 */
import { createHmac } from 'node:crypto';
import { openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';

/**
 * @typedef {object} ReportedTest
 * @property {string} file absolute
 * @property {string} name suites and title, joined by ` > `
 * @property {'passed' | 'failed' | 'skipped'} state
 * @property {string} [message]
 * @property {'assertion' | 'own_error'} [failure] how it failed, where the runner tells
 * @property {true} [inside] it stands in a source, among production code
 */

// Taken before any test is loaded: where tests share the process (mocha), they may put something else in their place.
const { apply } = Reflect;
const { stringify } = JSON;
const { assign, create } = Object;
const write = writeSync;
const makeSeal = createHmac;
/** @type {{ update: Function, digest: Function }} */
const { update, digest } = Object.getPrototypeOf(createHmac('sha256', ''));

/**
 * Takes the paths out of the environment and the key out of its file, which is removed, so that no test that is loaded
 * later finds them, and begins the report, unless it is told to wait for `begin`. Without a path (a runner started by a
 * test) everything that is reported goes nowhere; without a key (a second runner, or somebody was faster) the seals are
 * wrong and the report does not count.
 */
export const openReport = (beginsNow = true) => {
  const { DUALGATE_REPORT: path = '', DUALGATE_REPORT_KEY_FILE: keyFile = '' } = process.env;
  delete process.env['DUALGATE_REPORT'];
  delete process.env['DUALGATE_REPORT_KEY_FILE'];
  const key = path === '' ? '' : takeKey(keyFile);
  // Held open: a file of the same name that a test lays in its place is another file.
  const target = path === '' ? null : openSync(path, 'a', 0o600);

  const sums = assign(create(null), { passed: 0, failed: 0, skipped: 0, load_failures: 0, unhandled_errors: 0 });
  const bytes = makeSeal('sha256', key);
  /** Without a prototype: it has no `toJSON` that a test has made up. @param {Record<string, unknown>} fields */
  const put = (fields) => stringify(assign(create(null), fields));
  /** @param {Record<string, unknown>} fields */
  const add = (fields) => {
    if (target === null) return;
    const line = `${put(fields)}\n`;
    apply(update, bytes, [line]);
    // At once and in order: a runner that dies takes no line with it.
    write(target, line);
  };
  let hasBegun = false;
  const begin = () => {
    if (hasBegun) return;
    hasBegun = true;
    add({ type: 'start', v: 1, seal: makeSeal('sha256', key).update('start').digest('hex') });
  };
  if (beginsNow) begin();

  return {
    /** For a runner that may still find that there is no test file at all. */
    begin,
    /** @param {ReportedTest} test */
    addTest: (test) => {
      sums[test.state] += 1;
      add({ type: 'test', ...test });
    },
    /** @param {string} file @param {string} message */
    addLoadFailure: (file, message) => {
      sums.load_failures += 1;
      add({ type: 'load_failure', file, message });
    },
    /** An error outside of any test; `file` is '' where none is known. @param {string} file @param {string} message */
    addUnhandledError: (file, message) => {
      sums.unhandled_errors += 1;
      add({ type: 'unhandled', file, message });
    },
    /** Of lines, over all files. @param {number} covered @param {number} total */
    addCoverage: (covered, total) => add({ type: 'coverage', covered, total }),
    /** Why the report is not the whole truth. @param {string} file @param {string} message */
    addProblem: (file, message) => add({ type: 'problem', file, message }),
    /** Closes the report with its sums and a seal over all of it. @param {boolean} interrupted */
    end: (interrupted) => {
      if (target === null) return;
      const end = { type: 'end', ...sums, interrupted };
      apply(update, bytes, [put(end)]);
      write(target, `${put({ ...end, seal: apply(digest, bytes, ['hex']) })}\n`);
    },
  };
};

/** @param {string} keyFile */
const takeKey = (keyFile) => {
  try {
    const key = readFileSync(keyFile, 'utf8');
    unlinkSync(keyFile);
    return key;
  } catch {
    return '';
  }
};
