/**
 * A test run in which no test ran: a project that has none yet, or a runner that could not do its work. The runner's own words
 * and exit code tell the two apart.
 *
 * @module
 */
import { isAbsolute } from 'node:path';
import { findProgram, isPackageManager, nameProgram } from './command/find-program.ts';
import { isQuotedInScript } from './command/package-scripts.ts';
import type { Runner } from './runner.ts';
import type { SuiteReport } from './report/suite-report.ts';

interface EmptyRun {
  readonly report: SuiteReport;
  readonly exitCode: number;
  readonly command: readonly string[];
  /** Absolute: where it ran. */
  readonly workspace: string;
  readonly runner: Pick<Runner, 'saysNoTests' | 'leavesGlob'>;
  /** The beginning and the end of what it printed, without terminal codes. */
  readonly said: string;
  readonly lastLines: readonly string[];
}

/** What is wrong with it; `null` where tests ran, where the report says why none did, and where there are none yet. */
export const describeEmptyRun = (run: EmptyRun): string | null => {
  const { report, exitCode, runner, said, lastLines } = run;
  const { tests, load_failures: loadFailures, unhandled_errors: errors } = report;
  if (tests.length + loadFailures.length + errors.length > 0) return null;
  const glob = findLiteralGlob(run);
  if (glob !== null)
    return `the test command's glob ${glob} names no file: dualgate starts no shell that would expand it, and this runner does not. Leave it out, so that the runner finds its test files, or name a folder or files`;
  if (exitCode === 0 || runner.saysNoTests?.(said, exitCode) === true) return null;
  // One that broke off in its report may have run some.
  const isTorn = report.report_fresh && !report.report_complete;
  const sentence = `the test runner ended with exit code ${exitCode} without ${isTorn ? 'reporting' : 'running'} a test`;
  return lastLines.length === 0
    ? `${sentence}, and printed nothing`
    : `${sentence}; it printed last: ${quoteEnd(lastLines)}`;
};

/** In a regular expression a star has something before it that may be repeated. */
export const isGlobOfPath = (word: string): boolean => /(?:^|\/)\*/.test(word);

/** A shell that runs a script of package.json expands a glob that stands there without quotes, once there are files. */
const findLiteralGlob = ({ command, workspace, runner, said }: EmptyRun): string | null => {
  const found = findProgram(command, workspace);
  const words = 'words' in found ? found.words : [];
  const hasShell = isPackageManager(nameProgram(command[0] ?? ''));
  const isLeft = (word: string): boolean =>
    /[*?{[]/.test(word) &&
    !word.startsWith('-') &&
    !isAbsolute(word) &&
    runner.leavesGlob?.(said, word) === true &&
    (!hasShell || isQuotedInScript(workspace, word));
  return words.find(isLeft) ?? null;
};

const MOST_LINES = 6;
const MOST_CHARACTERS = 200;

/** In one line, with ` | ` between the lines; of what is too long the end, where the reason stands. */
const quoteEnd = (lines: readonly string[]): string => {
  const text = lines.slice(-MOST_LINES).join(' | ');
  return text.length > MOST_CHARACTERS ? `…${text.slice(1 - MOST_CHARACTERS)}` : text;
};
