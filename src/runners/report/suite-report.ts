/** The report of a runner on one test run. Readers never throw: an unreadable part makes the report incomplete. */
import type { TestCase, TestCounts, TestRun } from '../test-run.ts';

/** The part of a {@link TestRun} that comes from the report. */
export type SuiteReport = Pick<
  TestRun,
  | 'report_fresh'
  | 'report_complete'
  | 'tests'
  | 'load_failures'
  | 'unhandled_errors'
  | 'problems'
  | 'notes'
  | 'coverage'
>;

export interface SuiteReader {
  /** Takes the next bytes, however they are cut. */
  readonly push: (chunk: Buffer) => void;
  /** Takes the next bytes of standard error, where a runner says a part there. */
  readonly pushStderr?: (chunk: Buffer) => void;
  /** Judges the whole; nothing is pushed after it. */
  readonly finish: () => SuiteReport;
}

/** A suite without any tests: an empty baseline, not a broken suite (rule 2.6). */
export const EMPTY_REPORT: SuiteReport = {
  report_fresh: true,
  report_complete: true,
  tests: [],
  load_failures: [],
  unhandled_errors: [],
  problems: [],
};

export const NO_REPORT: SuiteReport = { ...EMPTY_REPORT, report_fresh: false, report_complete: false };

/** Called as each test ends, with the counts so far. */
export type OnTest = (test: TestCase, counts: TestCounts) => void;

/** Collects tests, and calls `onTest` for each. */
export const collectTests = (onTest: OnTest) => {
  const tests: TestCase[] = [];
  const sums = { passed: 0, failed: 0, skipped: 0 };
  const counts = (): TestCounts => ({
    suite_passing: sums.passed,
    suite_failing: sums.failed,
    suite_skipped: sums.skipped,
  });
  return {
    tests: tests as readonly TestCase[],
    counts,
    add: (test: TestCase): void => {
      tests.push(test);
      sums[test.state] += 1;
      onTest(test, counts());
    },
  };
};

const MOST_NAMED = 10;

/** The failed tests of a report that is not believed, in one sentence: it holds the cause, whatever else is missing. */
export const nameFailed = (tests: readonly TestCase[]): readonly string[] => {
  const failed = tests.filter(({ state }) => state === 'failed');
  if (failed.length === 0) return [];
  const named = failed.slice(0, MOST_NAMED).map(({ name, message = '' }) => {
    const [reason = ''] = message.split('\n');
    return reason === '' ? `"${name}"` : `"${name}" (${reason})`;
  });
  const more = failed.length > MOST_NAMED ? `, and ${failed.length - MOST_NAMED} more` : '';
  return [`the report holds failed tests: ${named.join(', ')}${more}`];
};

/** Causes of another exit code, as clauses; the first that is there counts. */
const CHANGES: readonly { readonly in: 'said' | 'command'; readonly words: RegExp; readonly cause: string }[] = [
  {
    in: 'said',
    words:
      /coverage .*(?:does not meet|doesn't meet|is below)|coverage threshold .*not met|test coverage .*not reached|Coverage failure/i,
    cause: 'a coverage threshold is missed, and its check ends the run with a code of its own',
  },
  {
    in: 'command',
    words: /\bdeno\b/,
    cause: 'deno fails a run with Deno.test.only, or with an afterAll that throws, and reports neither',
  },
  {
    in: 'command',
    words: /(?:^|[\n;&|]\s*|\bnpx |\bbin\/)lab(?=\s|$)/,
    cause: 'lab fails a run that leaks a global variable, and reports no test for it',
  },
  {
    in: 'command',
    words: /\bc8\b/,
    cause: 'c8 ends with 1 when its coverage check fails, whatever the code of the tests is',
  },
  {
    in: 'command',
    words: /\bnyc\b/,
    cause: 'nyc ends with 1 when its coverage check fails, whatever the code of the tests is',
  },
  {
    in: 'command',
    words: /\bnpm\b[^\n]*\s(?:--workspaces?|-ws?)\b/,
    cause: 'npm ends with the code of the last workspace that fails, which may be one without a report',
  },
  { in: 'command', words: /\bcross-env\b/, cause: 'cross-env ends with a code of its own after a signal' },
];

export const explainExitCode = (said: string, command: string): string => {
  const found = CHANGES.find(({ in: place, words }) => words.test(place === 'said' ? said : command));
  return found === undefined ? '' : `: ${found.cause}`;
};

/** Node wants as many destinations as reporters, and a script that is not read here may name one of its own. */
export const findMeetingReporters = (printed: string): string | null =>
  /ERR_INVALID_ARG_VALUE.*'--test-reporter' must match the number/.test(printed)
    ? "a script names its own --test-reporter, which meets dualgate's: write --test-reporter-destination=stdout behind it, or set runner: tap for a script that prints TAP"
    : null;

/** A runner that exits with a failure that its report does not explain (rule 2.3). Without passed tests there is nothing to explain. @param look - the output, and the test command with the scripts that it reaches */
export const findUnexplained = (
  exitCode: number | null,
  report: SuiteReport,
  look: () => { readonly printed: string; readonly command: string },
): readonly string[] => {
  const { report_fresh, tests, load_failures, unhandled_errors } = report;
  const isExplained =
    exitCode === 0 ||
    exitCode === null ||
    !tests.some(({ state }) => state === 'passed') ||
    load_failures.length + unhandled_errors.length > 0 ||
    tests.some(({ state }) => state === 'failed');
  if (isExplained || !report_fresh) return [];
  const { printed, command } = look();
  return [
    `the test run exited with code ${exitCode}, but its report contains no failure${explainExitCode(printed, command)}`,
  ];
};

const HOOKS: readonly RegExp[] = [
  /(?:^| )"(?:before|after) (?:all|each)" hook\b/,
  /^setup_(?:file|suite) failed$/,
  // Errors outside of its tests.
  /^global failure$/,
];

export const isNamedHook = (name: string): boolean => HOOKS.some((hook) => hook.test(name));
