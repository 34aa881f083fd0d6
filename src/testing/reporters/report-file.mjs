/**
 * The report of one test run, written line by line (NDJSON) by a reporter inside of the user's test runner. The lines
 * are described and checked in `../report-lines.ts`. Imports nothing but Node, since it runs in a stranger's project.
 *
 * @module
 */
import { createHmac } from 'node:crypto';
import { appendFileSync, readFileSync, rmSync } from 'node:fs';

/**
 * @typedef {object} ReportedTest
 * @property {string} file absolute
 * @property {string} name suites and title, joined by ` > `
 * @property {'passed' | 'failed' | 'skipped'} state
 * @property {string} [message]
 */

/**
 * Takes the file and the key out of reach, so that no test that is loaded later finds them, and begins
 * the report. Without them (a runner started by a test) everything that is reported goes nowhere.
 */
export const openReport = () => {
  const { DUALGATE_REPORT: path = '', DUALGATE_REPORT_KEY_FILE: keyFile = '' } = process.env;
  delete process.env['DUALGATE_REPORT'];
  delete process.env['DUALGATE_REPORT_KEY_FILE'];
  const key = takeKey(keyFile);

  const sums = { passed: 0, failed: 0, skipped: 0, load_failures: 0, unhandled_errors: 0 };
  const bytes = createHmac('sha256', key);
  /** @param {Record<string, unknown>} fields */
  const write = (fields) => {
    if (path === '') return;
    const line = `${JSON.stringify(fields)}\n`;
    bytes.update(line);
    // At once and in order: a runner that dies takes no line with it.
    appendFileSync(path, line);
  };
  write({ type: 'start', v: 1, seal: createHmac('sha256', key).update('start').digest('hex') });

  return {
    /** @param {ReportedTest} test */
    addTest: (test) => {
      sums[test.state] += 1;
      write({ type: 'test', ...test });
    },
    /** @param {string} file @param {string} message */
    addLoadFailure: (file, message) => {
      sums.load_failures += 1;
      write({ type: 'load_failure', file, message });
    },
    /** An error outside of any test; `file` is '' where none is known. @param {string} file @param {string} message */
    addUnhandledError: (file, message) => {
      sums.unhandled_errors += 1;
      write({ type: 'unhandled', file, message });
    },
    /** Why the report is not the whole truth. @param {string} file @param {string} message */
    addProblem: (file, message) => write({ type: 'problem', file, message }),
    /** Closes the report with its sums and a seal over all of it. @param {boolean} interrupted */
    end: (interrupted) => {
      const end = { type: 'end', ...sums, interrupted };
      const seal = bytes.update(JSON.stringify(end)).digest('hex');
      if (path !== '') appendFileSync(path, `${JSON.stringify({ ...end, seal })}\n`);
    },
  };
};

/** Reads the key and removes its file: whoever looks for it later finds nothing. @param {string} path */
const takeKey = (path) => {
  if (path === '') return '';
  try {
    const key = readFileSync(path, 'utf8');
    rmSync(path);
    return key;
  } catch {
    return '';
  }
};
