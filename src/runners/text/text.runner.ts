/** Anything that prints words like PASS and FAIL; only ever named, never guessed. The weakest of all reports. */
import { stripVTControlCharacters } from 'node:util';
import { createLineCutter } from '../../base/cut-lines.ts';
import { boundMessage, type TestCase } from '../test-run.ts';
import { collectTests, type OnTest, type SuiteReader } from '../report/suite-report.ts';
import type { Runner } from '../runner.ts';

// A line with such a word counts as one test (spec 004). Silence is never success.

const FAILED = /\b(?:FAIL(?:S|ED|URES?)?|ERROR(?:S|ED)?)\b/;
const NEGATED = /\bnot +(?:OK|PASS(?:ED)?)\b/i;
const SKIPPED = /\b(?:SKIP|SKIPPED|TODO|PENDING)\b/;
/** It says something of a test only where a test would be named: at one end of the line. */
const PASSED = /^[^\p{L}\p{N}]*(?:PASS(?:ES|ED)?|OK)\b|\b(?:PASS(?:ES|ED)?|OK)[^\p{L}\p{N}]*$/u;
/** `0 FAILED`, `ERRORS: 0`. */
const NONE = /\b0 +(?:FAIL|ERROR|SKIP)\w*|\b(?:FAIL|ERROR|SKIP)\w*[:= ]+0\b(?!\.\d)/g;
const TIME = /\s*[([]?\b\d+(?:\.\d+)?\s?(?:ms|s|sec|seconds?|µs)\b[)\]]?/g;
const WORDS = /\b(?:PASS(?:ES|ED)?|OK|FAIL(?:S|ED|URES?)?|ERROR(?:S|ED)?|SKIP(?:PED)?|TODO|PENDING)\b/g;

const readWords = (onTest: OnTest): SuiteReader => {
  const found = collectTests(onTest);
  const see = (line: Buffer): void => {
    const text = stripVTControlCharacters(line.toString('utf8')).trim();
    const state = readState(text);
    if (state === null) return;
    const name = nameTest(text);
    found.add({ file: '', name, state, ...(state === 'failed' && { message: boundMessage(text) }) });
  };
  const streams = [createLineCutter(see), createLineCutter(see)] as const;
  return {
    push: streams[0].push,
    pushStderr: streams[1].push,
    finish: () => {
      for (const stream of streams) if (stream.rest().length > 0) stream.push(Buffer.from('\n'));
      const isFresh = found.tests.length > 0;
      return {
        report_fresh: isFresh,
        report_complete: isFresh,
        tests: found.tests,
        load_failures: [],
        unhandled_errors: [],
        problems: isFresh ? [] : ['no line of the output contains PASS, OK, FAIL or ERROR: silence is not success'],
      };
    },
  };
};

const readState = (text: string): TestCase['state'] | null => {
  const claims = text.replaceAll(NONE, '');
  if (FAILED.test(claims) || NEGATED.test(claims)) return 'failed';
  if (SKIPPED.test(claims)) return 'skipped';
  return PASSED.test(claims) ? 'passed' : null;
};

/** The line without its verdict and without times, which differ from one run to the next. */
const nameTest = (text: string): string =>
  text
    .replaceAll(TIME, '')
    .replaceAll(WORDS, '')
    .replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N})\]]+$/gu, '')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 200);

export const textRunner: Runner = {
  report: 'stdout',
  read: readWords,
  standsFor: 'the words PASS, OK, FAIL and ERROR (the weakest report)',
  withoutFiles: 'its output names no files',
  prepare: (command) => ({ command, env: {} }),
};
