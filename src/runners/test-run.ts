/** The result of one run of the user's test suite. Measured by dualgate, never typed by an agent (rule 2.1). */
import { stripVTControlCharacters } from 'node:util';
import { ERROR_LINE } from '../base/text/describe-cause.ts';
import type { FailureKind } from '../../gates/iteration.ts';
import type { ProcessEnd } from '../base/processes/process-options.ts';

const MAX_LINES = 10;
const MAX_CHARACTERS = 2_000;

/** The first 10 lines, at most 2,000 characters, without terminal codes. */
export const boundMessage = (message: string): string => {
  const lines = linesOf(message);
  const text = lines.slice(0, MAX_LINES).join('\n').trimEnd();
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text;
};

const linesOf = (message: string): readonly string[] =>
  stripVTControlCharacters(message).replaceAll('\r\n', '\n').trim().split('\n');

/** The place of an error on a line of its own: of node, and of Python. */
const PLACE = /^(?:file:\/\/)?(\/.+):(\d+)$|^(?:E +)?File "(\/.+)", line (\d+)/;

/**
 * For a file that does not load, or an error outside any test: its error and place come first, since some runners begin
 * with a hint or a trace. @param nameFile - makes an absolute path relative to the workspace
 */
export const boundError = (message: string, nameFile: (path: string) => string = (path) => path): string => {
  const lines = linesOf(message);
  const at = lines.findIndex((line) => ERROR_LINE.test(line));
  if (at < 0) return boundMessage(message);
  const name = (path: string) => {
    const named = nameFile(path);
    return named.startsWith('../') ? path : named;
  };
  const said = (ERROR_LINE.exec(lines[at] ?? '')?.[1] ?? '').replaceAll(/(?<=[\s'"(])\/[^\s'":()]+/g, name);
  const places = lines.slice(0, at).flatMap((line) => {
    const [, ofNode, lineOfNode, ofPython, lineOfPython] = PLACE.exec(line.trim()) ?? [];
    const path = ofNode ?? ofPython;
    return path === undefined ? [] : [` (${name(path)}:${lineOfNode ?? lineOfPython ?? ''})`];
  });
  return boundMessage([`${said}${places.at(-1) ?? ''}`, ...lines.filter((_, i) => i !== at)].join('\n'));
};

export interface TestCase {
  /** Relative to the workspace, with `/`; `''` when the runner reports none. */
  readonly file: string;
  readonly name: string;
  /** `skipped`: skipped, todo, or switched off by an `only` beside it. */
  readonly state: 'passed' | 'failed' | 'skipped';
  /** For a failed test: the first lines of the runner's message, bounded. */
  readonly message?: string;
  /** For a failed test: how it failed, where its runner tells. */
  readonly failure?: FailureKind;
  /** It stands in a source, among production code: only its text is a test, and not the file. */
  readonly inside?: true;
}

export interface TestRun {
  readonly started_at: string;
  readonly ms: number;
  readonly exit_code: number | null;
  /** `missing`: the command could not be started. */
  readonly ended: ProcessEnd['ended'];
  /** Written by this very run (rule 2.2). */
  readonly report_fresh: boolean;
  /** Has an end, was not interrupted, is consistent (rule 2.2). */
  readonly report_complete: boolean;
  readonly tests: readonly TestCase[];
  readonly load_failures: readonly { readonly file: string; readonly message: string }[];
  readonly unhandled_errors: readonly string[];
  /** Absent where none was reported by this very run. */
  readonly coverage?: LineCoverage;
  /** Why the report is not complete or not fresh, or what the runner says against it, for people; empty when all is well. */
  readonly problems: readonly string[];
  /** Sentences for people about what the report leaves open: they hold nothing. Absent when there are none. */
  readonly notes?: readonly string[];
  /** The last lines of the runner's output, bounded: only of a run that reported no test and should have. */
  readonly last_output?: readonly string[];
  /** The build in front of the suite; absent where there is none, or where it failed. */
  readonly build?: BuildRun;
  /** If the config lists several suites: the runs that this one was joined from, in their order. */
  readonly suites?: readonly SuiteRun[];
}

/** The result of a build, as it is recorded. */
export interface BuildRun {
  /** Milliseconds. */
  readonly ms: number;
  /** How many files it made. */
  readonly files: number;
  /** One hash over their paths and their content. */
  readonly fingerprint: string;
}

/** The part of one suite in the test run of several. */
export interface SuiteRun extends TestRun {
  /** Its name. */
  readonly suite: string;
}

/** One suite of several, as it is recorded. */
export interface SuiteCounts extends TestCounts {
  /** Its name. */
  readonly suite: string;
  /** `null` when its runner was killed or could not be started. */
  readonly exit_code: number | null;
  /** Duration in milliseconds. */
  readonly ms: number;
}

/** Whole numbers; `total` is 1 or more. */
export interface LineCoverage {
  readonly covered: number;
  readonly total: number;
}

/** Counts while a suite runs and at its end. */
export interface TestCounts {
  /** Tests that passed. */
  readonly suite_passing: number;
  /** Tests that failed. */
  readonly suite_failing: number;
  /** Tests that were skipped. */
  readonly suite_skipped: number;
}

// Tests with subtests (rule 2.13): every reader of a report asks here; the sealed reporters follow the same rule.

interface Parent {
  readonly state: TestCase['state'];
  readonly hasSubtests: boolean;
  /** A failed subtest explains a failed parent if the runner names no other cause. */
  readonly hasFailedSubtests: boolean;
}

/** Whether a test counts: subtests stand only for a parent that passed, or that failed because of them. */
export const isResult = ({ state, hasSubtests, hasFailedSubtests }: Parent): boolean =>
  !hasSubtests || state === 'skipped' || (state === 'failed' && !hasFailedSubtests);

type Place = Pick<TestCase, 'file' | 'name'>;

export const parentsOf = ({ file, name }: Place): readonly Place[] =>
  [...name.matchAll(/ > /g)].map(({ index }) => ({ file, name: name.slice(0, index) }));

/** Whether `test` is a subtest of `parent`, at any depth. */
export const isBelow = (test: Place, parent: Place): boolean =>
  test.file === parent.file && test.name.startsWith(`${parent.name} > `);

// A runner that ended without running a test measured nothing. A project without tests, a file that does not load and
// an error outside of a test are results, and a time limit was given.

/** With several suites: the first of them that ended so. */
export const findEndWithoutTest = (run: TestRun): TestRun | null => (run.suites ?? [run]).find(isEmptyEnd) ?? null;

const isEmptyEnd = (run: TestRun): boolean =>
  run.tests.length + run.load_failures.length + run.unhandled_errors.length === 0 &&
  (run.ended === 'missing' || (run.ended === 'exited' && run.exit_code !== 0 && run.problems.length > 0));
