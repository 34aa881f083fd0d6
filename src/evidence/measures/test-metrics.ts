/** From a test run to the metrics of conditions. Unmeasured values are left out, not guessed. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TestsExpectation } from '../../../gates/phase.ts';
import { leftOut, type Baseline } from '../baseline.ts';
import type { KnownOfRun } from './measure.ts';
import type { Finding } from '../../../gates/iteration.ts';
import { finding } from '../findings/findings.ts';
import { findSnapshots } from '../integrity/helpers/reaching-code.ts';
import { openEarlier } from '../../project/sources/earlier-state.ts';
import { readBytes } from '../../base/files/open-plain.ts';
import type { Metrics } from '../../../gates/metrics.ts';
import { distinctTests, testId, findEmptySuites } from '../../runners/is-green.ts';
import type { LineCoverage, TestCase, TestRun } from '../../runners/test-run.ts';

/** Where tests must fail, all that passed at the last exit or the start; else those of the baseline. */
export const existingTests = (
  { baseline, tests, failing }: Pick<KnownOfRun, 'baseline' | 'tests' | 'failing'>,
  expectation: TestsExpectation,
): ReadonlySet<string> => {
  if (expectation === 'must_pass') return new Set(baseline.passing);
  const ignored = leftOut(baseline);
  const red = new Set(failing);
  return new Set(tests.filter((id) => !ignored.has(id) && !red.has(id)));
};

/** Comments, strings and regular expressions of one line are skipped. */
const TEXTS =
  String.raw`\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|` + '`(?:[^`\\\\]|\\\\[\\s\\S])*`';
const EMPTY = String.raw`\.(?:toMatchInlineSnapshot|toThrowErrorMatchingInlineSnapshot)\s*\(\s*\)`;
const RECORDED = String.raw`\.(?:toMatchSnapshot|toThrowErrorMatchingSnapshot)\s*\(`;
/** The options of a test with this one set; those of node:test take a label or a matcher, too. */
const OPTION =
  String.raw`\b(?:test|it|describe|suite)(?:\.\w+)*\(\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|` +
  '`[^`]*`' +
  String.raw`|[\w.]+)\s*,\s*\{[^{}]*\b(?:fails\s*:\s*true\b|expectFailure\b['"]?\s*:(?!\s*(?:false|undefined|null)\b))`;
const INVERTED = String.raw`\b(?:test|it|describe|suite)(?:\.\w+)*\.(?:fails|failing|fail|expectFailure)\b(?=\s*[(.])|${OPTION}`;

interface Trap {
  readonly files: RegExp;
  readonly token: RegExp;
  readonly code: 'tests.empty_snapshot' | 'tests.no_snapshot' | 'tests.inverted';
}

const TRAPS: readonly Trap[] = [
  { files: /\.[cm]?[jt]sx?$/, token: new RegExp(`${TEXTS}|(?<trap>${EMPTY})`, 'g'), code: 'tests.empty_snapshot' },
  { files: /\.[cm]?[jt]sx?$/, token: new RegExp(`${TEXTS}|(?<trap>${RECORDED})`, 'g'), code: 'tests.no_snapshot' },
  { files: /\.[cm]?[jt]sx?$/, token: new RegExp(`${TEXTS}|(?<trap>${INVERTED})`, 'g'), code: 'tests.inverted' },
  {
    files: /\.py$/,
    token:
      /#[^\n]*|"""[\s\S]*?"""|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|(?<trap>\bxfail\b|@(?:unittest\.)?expectedFailure\b)/g,
    code: 'tests.inverted',
  },
];

/** @param files - with new tests @param base - before them: an inverted test that is there too is not the agent's */
export const findTraps = async (
  workspace: string,
  files: Iterable<string>,
  base: string | null = null,
): Promise<readonly Finding[]> => {
  const found: Finding[] = [];
  for (const path of new Set(files)) {
    const traps = TRAPS.filter((trap) => trap.files.test(path));
    const bytes = traps.length === 0 ? null : readBytes(join(workspace, path));
    if (bytes === null) continue;
    const text = bytes.toString('utf8');
    const lines = text.split('\n');
    const here = traps.flatMap(({ token, code }) =>
      [...text.matchAll(token)].flatMap(({ groups, index }) =>
        groups?.['trap'] === undefined ? [] : [{ code, line: text.slice(0, index).split('\n').length }],
      ),
    );
    if (here.length === 0) continue;
    const isRecorded = findSnapshots(path, text).some((each) => existsSync(join(workspace, each)));
    const earlier = await (await openEarlier(workspace, base))(path, bytes);
    if (earlier === 'same') continue;
    const known = earlier?.text.split('\n') ?? [];
    for (const { code, line } of here) {
      if (code === 'tests.no_snapshot' && isRecorded) continue;
      const before = code === 'tests.inverted' ? known.indexOf(lines[line - 1] ?? '') : -1;
      // Each earlier line stands for one of now: a copy of it is new.
      if (before === -1) found.push(finding(code, { path, line }));
      else known.splice(before, 1);
    }
  }
  return found;
};

/** Rules 1.4, 2.2, 2.3, 2.5. @param existing - ids of tests of before @param guarding - new ones that may pass */
export const measureTests = (
  run: TestRun,
  baseline: Baseline,
  expectation: TestsExpectation,
  existing: ReadonlySet<string> = new Set(baseline.passing),
  guarding: ReadonlySet<string> = new Set(),
): Metrics => {
  const report = reportOf(run, explainedExitCode(run, baseline));
  if (!run.report_fresh || !run.report_complete) return report;

  const ignored = leftOut(baseline);
  const counted = run.tests.filter((test) => !ignored.has(testId(test)));
  const reported = new Set(run.tests.map(testId));
  const old = distinctTests(counted.filter((test) => existing.has(testId(test))));
  const asked =
    expectation === 'must_fail'
      ? distinctTests(
          counted.filter((test) => !existing.has(testId(test)) && !guarding.has(testId(test))),
          'must_fail',
        )
      : distinctTests(counted);
  return {
    ...report,
    tests_total: asked.length,
    tests_passing: inState(asked, 'passed'),
    tests_failing: inState(asked, 'failed'),
    tests_skipped: inState(asked, 'skipped'),
    ...(expectation === 'must_fail' ? countOwnErrors(asked) : {}),
    existing_total: old.length + [...existing].filter((id) => !reported.has(id)).length,
    existing_passing: inState(old, 'passed'),
    existing_failing: inState(old, 'failed'),
    unhandled_errors: run.unhandled_errors.length,
    // A suite that shows nothing is no better than one that does not load.
    suite_load_failures:
      run.load_failures.length + (expectation === 'must_pass' ? findEmptySuites(run, ignored).length : 0),
    ...(run.coverage === undefined ? {} : { coverage_lines: percentOf(run.coverage) }),
  };
};

const reportOf = ({ report_fresh, report_complete, exit_code }: TestRun, runner_exit_code: number) => ({
  report_fresh,
  report_complete,
  ...(exit_code === null ? {} : { runner_exit_code }),
});

/** Not all runners tell: 0 of them would be no measurement. */
const countOwnErrors = (asked: readonly TestCase[]): Metrics => {
  const tests_with_own_error = asked.filter(({ failure }) => failure === 'own_error').length;
  return tests_with_own_error === 0 ? {} : { tests_with_own_error };
};

/** Rounded down: 79.9 percent are not 80. */
const percentOf = ({ covered, total }: LineCoverage): number => Math.floor((100 * covered) / total);
/** Sums over the whole suite were not measured, and the floor asks for them: no phase exits on these metrics. */
export const measurePart = (
  run: TestRun,
  baseline: Baseline,
): Omit<Metrics, 'tests_total' | 'tests_passing' | 'existing_total' | 'existing_passing' | 'existing_failing'> => {
  const ignored = leftOut(baseline);
  return {
    ...reportOf(run, run.exit_code ?? 1),
    tests_failing: inState(
      distinctTests(run.tests).filter((test) => !ignored.has(testId(test))),
      'failed',
    ),
    unhandled_errors: run.unhandled_errors.length,
    suite_load_failures: run.load_failures.length,
  };
};

const inState = (tests: readonly TestCase[], state: TestCase['state']): number =>
  tests.filter((test) => test.state === state).length;

/** A runner exits non-zero over tests that are known to fail too: when they alone explain it, it counts as 0. */
const explainedExitCode = (run: TestRun, baseline: Baseline): number => {
  const { known_failing } = baseline;
  const failed = run.tests.filter(({ state }) => state === 'failed').map(testId);
  const known = new Set(known_failing);
  const explained = failed.length > 0 && failed.every((id) => known.has(id));
  const clean = run.load_failures.length === 0 && run.unhandled_errors.length === 0;
  const code = explained && clean ? 0 : (run.exit_code ?? 1);
  // Known failures that explain the exit code of one suite do not explain that of another.
  const ofSuites = (run.suites ?? []).map((suite) => explainedExitCode(suite, baseline));
  return [code, ...ofSuites].find((each) => each !== 0) ?? 0;
};
