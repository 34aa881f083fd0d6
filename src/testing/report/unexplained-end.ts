/**
 * Ends of a test run that its report does not explain, each with the likely cause: a program around the runner that changes its
 * exit code, and reporters of Node that meet.
 *
 * @module
 */
import type { SuiteReport } from './suite-report.ts';

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

/** The likely cause, as the rest of a sentence; `''` where none is known. */
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
