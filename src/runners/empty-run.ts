/** A test run without tests: a project that has none yet, or a runner that failed. */
import { type Dirent, readdirSync } from 'node:fs';
import { relative, resolve, sep, isAbsolute, join } from 'node:path';
import picomatch from 'picomatch';
import { findProgram, isPackageManager, nameProgram } from './command/find-program.ts';
import { isQuotedInScript } from './command/package-scripts.ts';
import type { Runner } from './runner.ts';
import type { SuiteReport } from './report/suite-report.ts';
import { resolveLinks } from '../base/processes/locate-program.ts';

/** Names absolute paths of test files. Both sides are freed of symbolic links: the folder for temporary files may be one. */
export const nameTestFiles = (workspace: string): ((path: string) => string) => {
  const root = resolveLinks(workspace);
  const names = new Map<string, string>();
  return (path) => {
    const known = names.get(path);
    if (known !== undefined || path === '') return known ?? '';
    const name = relative(root, resolveLinks(resolve(workspace, path))).replaceAll(sep, '/');
    names.set(path, name);
    return name;
  };
};

interface EmptyRun {
  readonly report: SuiteReport;
  readonly exitCode: number;
  readonly command: readonly string[];
  /** Absolute: where it ran. */
  readonly workspace: string;
  readonly runner: Pick<Runner, 'report' | 'saysNoTests' | 'leavesGlob'>;
  /** The beginning and the end of its output, without terminal codes. */
  readonly said: string;
  readonly lastLines: readonly string[];
}

export const describeEmptyRun = (run: EmptyRun): string | null => {
  const { report, exitCode, runner, said, lastLines } = run;
  const { tests, load_failures: loadFailures, unhandled_errors: errors } = report;
  if (tests.length + loadFailures.length + errors.length > 0) return null;
  const glob = findLiteralGlob(run);
  const unread = glob ?? findUnreadGlob(run);
  if (unread !== null)
    return `the test command's glob ${unread} ${glob === null ? 'was not expanded: dualgate uses no shell to expand it, and no test ran, although files match it' : 'matches no file: dualgate uses no shell to expand it, and this runner does not expand it'}`;
  if (exitCode === 0 || runner.saysNoTests?.(said, exitCode) === true) return null;
  // A run that crashed during its report may have run some tests.
  const isTorn = report.report_fresh && !report.report_complete;
  const sentence = `the test runner exited with code ${exitCode} without ${isTorn ? 'reporting' : 'running'} a test`;
  return lastLines.length === 0 ? `${sentence} and printed nothing` : `${sentence}${LAST_OUTPUT}${quoteEnd(lastLines)}`;
};

const LAST_OUTPUT = '; its last output: ';

/** The sentence of such a run without its output, where that is shown line by line. */
export const withoutOutput = (sentence: string): string => sentence.split(LAST_OUTPUT)[0] ?? sentence;

/** In a regular expression a star has something before it that may be repeated. */
export const isGlobOfPath = (word: string): boolean => /(?:^|\/)\*/.test(word);

/** A shell that runs a script of package.json expands an unquoted glob in it, once there are files. */
const findLiteralGlob = (run: EmptyRun): string | null =>
  listGlobs(run).find((word) => run.runner.leavesGlob?.(run.said, word) === true) ?? null;

const listGlobs = ({ command, workspace }: EmptyRun): readonly string[] => {
  const found = findProgram(command, workspace);
  const words = 'words' in found ? found.words : [];
  const hasShell = isPackageManager(nameProgram(command[0] ?? ''));
  return words.filter(
    (word) =>
      /[*?{[]/.test(word) &&
      !word.startsWith('-') &&
      !isAbsolute(word) &&
      (!hasShell || isQuotedInScript(workspace, word)),
  );
};

/** Any program can print TAP or JUnit XML. With expanded files it would have reported a test. */
const findUnreadGlob = (run: EmptyRun): string | null =>
  run.runner.report === 'file' || run.runner.leavesGlob !== undefined
    ? null
    : (listGlobs(run).find((word) => isGlobOfPath(word) && !/\s/.test(word) && hasMatch(run.workspace, word)) ?? null);

const hasMatch = (workspace: string, glob: string): boolean => {
  const matches = picomatch(glob.replace(/^\.\//, ''));
  const isIn = (folder: string): boolean =>
    listFolder(join(workspace, folder)).some((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return !SKIPPED.has(entry.name) && isIn(path);
      return matches(path);
    });
  return isIn('');
};

const listFolder = (folder: string): readonly Dirent[] => {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
};

const SKIPPED = new Set(['node_modules', '.git', '.dualgate']);

const MOST_LINES = 6;
const MOST_CHARACTERS = 200;

const quoteEnd = (lines: readonly string[]): string => {
  const text = lines.slice(-MOST_LINES).join(' | ');
  return text.length > MOST_CHARACTERS ? `…${text.slice(1 - MOST_CHARACTERS)}` : text;
};
