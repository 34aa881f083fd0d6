/**
 * Checks the tests before the first exit of GREEN: when both gates agree, the sources of RED's exit run under the tests
 * of now. Each test that failed there must fail again, or it waits for something else than the code: time, a file, a
 * number of runs.
 */
import type { Finding } from '../../../gates/iteration.ts';
import type { Metrics } from '../../../gates/metrics.ts';
import { findBuilds, listIgnored } from '../../project/checkout/checkout.ts';
import { cut, finding } from '../../evidence/findings/findings.ts';
import { leftOut } from '../../evidence/baseline.ts';
import { freezeEdit } from '../../records/fold/reopened-tests.ts';
import { distinctTests, testId } from '../../runners/is-green.ts';
import type { Fingerprint } from '../../project/sources/fingerprint.ts';
import type { TestRun } from '../../runners/test-run.ts';
import type { Measured } from '../iteration.ts';
import type { RunContext } from '../run-context.ts';
import { type ExitQuestion, runAtExit, runInCopy } from '../tests/run-in-copy.ts';
import { selectTests } from '../tests/measure-suite.ts';
import { watchData } from '../tests/watch-data.ts';
import { findExit, openKeptExit } from '../turn/kept-exit.ts';
import { type Check, measureAgain, buildsOfRun } from './agreement.ts';
import { OF_COUNTER_CHECK } from '../../evidence/measures/metrics-of-measures.ts';

export const counterCheck: Check = {
  name: 'counter-check',
  metrics: OF_COUNTER_CHECK,
  isAsked: (_context, { floor }) => floor.some(({ onlyWith }) => onlyWith === 'counter_check_tests'),
  run: async (context, { measured, tests }, signal) => {
    const found = await runCounterCheck(context, measured, signal);
    return found === null ? measured : measureAgain(context, measured, tests, found);
  },
};

interface CounterFound {
  readonly metrics: Metrics;
  readonly findings: readonly Finding[];
}

/** `null` where no phase before this one needed failing tests. */
const runCounterCheck = async (
  context: RunContext,
  { record: { phase }, reopened, last }: Measured,
  signal: AbortSignal,
): Promise<CounterFound | null> => {
  const { config, journal } = context;
  const state = freezeEdit(journal.state(), reopened);
  const exit = findExit(config, state, phase);
  if (exit === null) return null;
  const kept = await openKeptExit(config, state, exit);
  if (kept === null) return inconclusive(`the sources of the exit of ${exit.phase} are not kept any more`);
  const ignored = leftOut(state.baseline);
  const tests = exit.failing.filter((id) => !ignored.has(id));
  const question = { purpose: 'counter_check', exit, kept, frozen: state.frozen, now: last.files } as const;
  const data = watchData({ folder: config.folder, before: kept.files, now: last.files, frozen: state.frozen });
  const alone = data.isAsked ? null : await askAlone(context, question, tests, signal);
  if (alone !== null) return alone;
  const run = await runAtExit(context, { ...question, around: data }, signal);
  if (run === null) return inconclusive(`the sources of the exit of ${exit.phase} could not be copied`);
  const { metrics, findings } = judgeCounterCheck(tests, run, exit.phase);
  const isHeld = metrics.counter_check_failing !== metrics.counter_check_tests;
  const without = isHeld ? await buildsOfRun(context) : undefined;
  const builds = await findBuilds({ workspace: config.folder, ...(without === undefined ? {} : { without }) });
  return {
    metrics,
    findings: [
      ...findings,
      ...(builds.length === 0 ? [] : [finding('counter_check.builds', { paths: builds })]),
      ...data.changed().map((path) => finding('data.changed', { path, phase: exit.phase })),
    ],
  };
};

/**
 * Only the files of these tests, with the sources of the exit and with those of now: each test fails with the former and
 * passes with the latter, or the whole suite has to answer.
 */
const askAlone = async (
  context: RunContext,
  question: ExitQuestion & { readonly now: Fingerprint['files'] },
  tests: readonly string[],
  signal: AbortSignal,
): Promise<CounterFound | null> => {
  const suites = selectTests(context, tests, question.now);
  if (suites.length === 0) return null;
  const ignored = await listIgnored(context.config.folder);
  const then = await runAtExit(context, { ...question, ignored, suites }, signal);
  const found = then === null ? null : judgeCounterCheck(tests, then, question.exit.phase);
  if (found?.metrics.counter_check_failing !== tests.length) return null;
  const files = [...question.now.keys()];
  const now = await runInCopy(context, { purpose: 'counter_check', files, ignored, suites }, signal);
  const passed = new Set(
    distinctTests(now?.tests ?? []).flatMap((each) => (each.state === 'passed' ? [testId(each)] : [])),
  );
  return tests.every((id) => passed.has(id)) ? found : null;
};

/**
 * One test that passes is an answer, whatever the rest of the report is like. Pure.
 *
 * @param tests - ids of those that failed at the exit
 * @param run - of the suite on the sources of that exit
 */
export const judgeCounterCheck = (tests: readonly string[], run: TestRun, phase: string): CounterFound => {
  const states = new Map(distinctTests(run.tests, 'must_fail').map((test) => [testId(test), test.state]));
  const having = (state: 'passed' | 'failed'): readonly string[] => tests.filter((id) => states.get(id) === state);
  const passed = having('passed');
  const failed = having('failed').length;
  if (passed.length === 0 && failed < tests.length) return inconclusive(whyNothing(tests, states, run));
  return {
    metrics: { counter_check_tests: tests.length, counter_check_failing: failed },
    findings:
      passed.length === 0
        ? []
        : [finding('counter_check.passes', { tests: passed.slice(0, SHOWN), more: cut(passed, SHOWN).more, phase })],
  };
};

const SHOWN = 5;

const inconclusive = (why: string): CounterFound => ({
  metrics: {},
  findings: [finding('counter_check.inconclusive', { why })],
});

const whyNothing = (
  tests: readonly string[],
  states: ReadonlyMap<string, string>,
  { ended, load_failures: [load], problems: [problem], unhandled_errors: [error] }: TestRun,
): string => {
  if (ended === 'timed_out') return 'the suite did not finish';
  if (load !== undefined) return `${load.file} does not load there`;
  const test = tests.find((id) => states.get(id) !== 'failed') ?? '';
  return problem ?? error ?? `the test "${test}" is ${states.get(test) ?? 'missing'} there`;
};
