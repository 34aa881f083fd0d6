/** Parts of the record of an iteration: what is said of its failures, and of what the agent said. */
import type { CheckResult, Finding, IterationRecord, Signal } from '../../gates/iteration.ts';
import { finding } from '../evidence/findings/findings.ts';
import { shortHash } from '../records/fold/progress.ts';
import { testId, countTests } from '../runners/is-green.ts';
import type { TestRun } from '../runners/test-run.ts';
import { UNTESTED } from '../runners/why-no-test/node-causes.ts';
import { lastOf, type Tested } from './iteration.ts';
import { countIn, type Metrics } from '../../gates/metrics.ts';

export const describeEmptyEnd = ({ withoutTest, runs }: Tested): readonly Finding[] => {
  if (withoutTest === undefined) return [];
  const { why, lines, blame } = withoutTest;
  const untested = lastOf(runs).run.problems.find((problem) => UNTESTED.test(problem));
  if (untested !== undefined) return [finding('tests.untested_runner', { why: untested })];
  return typeof blame === 'string'
    ? [finding('tests.no_test_ran', { why, lines, blame })]
    : [finding('tests.ran_again', { why })];
};

/** Without messages: authors can change them (rule 4.4). `null` for none. @param leftOut - ids that do not count */
export const fingerprintFailing = (
  { tests, load_failures, unhandled_errors }: Pick<TestRun, 'tests' | 'load_failures' | 'unhandled_errors'>,
  checks: readonly CheckResult[],
  leftOut: ReadonlySet<string>,
): string | null => {
  const ids = tests.filter(({ state }) => state === 'failed').map(testId);
  const failing = [
    ...ids.filter((id) => !leftOut.has(id)).map((id) => `test ${id}`),
    ...load_failures.map(({ file }) => `file ${file}`),
    ...(unhandled_errors.length === 0 ? [] : ['errors outside any test']),
    ...checks.filter(({ ok }) => ok === false).map(({ check }) => `check ${check}`),
  ];
  return failing.length === 0 ? null : shortHash(JSON.stringify([...new Set(failing)].sort()));
};

/** A record lists at most this many failing tests; the counts include all. */
const MAX_FAILING = 50;

/** Tests that count; those that must pass come first. @param mayFail - where new tests must fail: whether one is new */
export const listFailing = (
  { tests }: TestRun,
  ignored: ReadonlySet<string>,
  mayFail: (id: string) => boolean = () => false,
): IterationRecord['failing'] => {
  const failed = tests.filter((test) => test.state === 'failed' && !ignored.has(testId(test)));
  const wanted = failed.filter((test) => mayFail(testId(test)));
  return [...failed.filter((test) => !mayFail(testId(test))), ...wanted].slice(0, MAX_FAILING).map((test) => ({
    file: test.file,
    name: test.name,
    message: test.message ?? '',
    ...(test.failure !== undefined && { failure: test.failure }),
    ...(wanted.includes(test) && { wanted: true }),
  }));
};

/** Claims without a measurement are not judged. @param ignored - ids that no count includes: an agent may count them */
export const findFalseClaims = (
  { claims = {} }: Pick<Signal, 'claims'>,
  metrics: Metrics,
  run: TestRun,
  ignored: ReadonlySet<string>,
): readonly Finding[] => {
  const others: readonly object[] = [countTests(run, ignored), countTests(run, new Set()), ...countFiles(metrics)];
  return Object.entries(claims).flatMap(([name, claim]) => {
    const measured: unknown = Object.hasOwn(metrics, name) ? metrics[name] : undefined;
    if (
      !isValue(measured) ||
      measured === claim ||
      others.some((counts) => Reflect.get(counts, name.replace(/^tests_/, 'suite_')) === claim)
    )
      return [];
    return [finding('claim.differs', { metric: name, said: claim, measured })];
  });
};

const isValue = (value: unknown): value is number | boolean => typeof value === 'number' || typeof value === 'boolean';

/** Some blocks have one count for all changed files (specs 000 and 002). */
const countFiles = (metrics: Metrics): readonly object[] => {
  if (metrics['files_modified'] === undefined) return [];
  const written = countIn(metrics, 'files_created') + countIn(metrics, 'files_modified');
  return [{ files_modified: written }, { files_modified: written + countIn(metrics, 'files_deleted') }];
};
