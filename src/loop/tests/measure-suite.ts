/**
 * Runs the suites once, or the files of some of their tests: in their sandbox, with their output beside the
 * transcripts, and an event for each test as it ends.
 *
 * @module
 */
import { join, posix } from 'node:path';
import { createLiveCount } from '../../testing/is-green.ts';
import { type PlacedSuite, runSuites } from '../../testing/run-suites.ts';
import type { SuitePurpose } from '../../records/suite-runs.ts';
import type { TestCase, TestCounts, TestRun } from '../../testing/test-run.ts';
import type { RunContext } from '../run-context.ts';
import { sandboxOf } from '../sandbox-of.ts';
import { leftOut } from '../../evidence/baseline.ts';
import type { WorkState } from '../../records/fold/work-state.ts';
import { RUNNERS } from '../../testing/runners.ts';

export interface Measuring {
  readonly signal: AbortSignal;
  readonly at: { readonly phase?: string; readonly iteration?: number };
  readonly onCounts?: (counts: TestCounts) => void;
  /** Ids of the tests that do not count. @default none */
  readonly ignored?: ReadonlySet<string>;
  /** @default 'tests' */
  readonly purpose?: SuitePurpose;
  /** @default all suites of the run */
  readonly suites?: readonly PlacedSuite[];
}

/** Runs the suites and emits each test as it ends. */
export const measureSuite = async (
  context: Pick<RunContext, 'run' | 'suites' | 'agent' | 'config' | 'folders' | 'emit' | 'suiteRuns'>,
  { signal, at, onCounts, ignored = new Set(), purpose = 'tests', suites = context.suites }: Measuring,
): Promise<TestRun> => {
  const count = createLiveCount(ignored);
  const run = await runSuites(suites, {
    isList: context.suites.length > 1,
    launcherOf: (suite) => sandboxOf('tests', { ...context, suite, reports: context.folders.reports }),
    workspace: context.config.folder,
    reportFolder: context.folders.reports,
    env: { DUALGATE_RUN: context.run },
    signal,
    outputOf: ({ name }) => {
      const position = context.suites.findIndex((suite) => suite.name === name);
      const which = context.suites.length > 1 ? `.${position + 1}-${name.replaceAll(/[^\w.-]+/g, '-')}` : '';
      return {
        stdout: join(context.folders.transcripts, `tests${which}.stdout`),
        stderr: join(context.folders.transcripts, `tests${which}.stderr`),
      };
    },
    onTest: (test) => {
      const counts = count(test);
      onCounts?.(counts);
      const { file, name, message } = test;
      const { suite_passing, suite_failing, suite_skipped } = counts;
      context.emit({
        type: TEST_EVENTS[test.state],
        ...at,
        file,
        name,
        ...(message === undefined ? {} : { message }),
        suite_passing,
        suite_failing,
        suite_skipped,
      });
    },
  });
  context.suiteRuns?.add(purpose, { ms: run.ms, isPart: suites !== context.suites });
  return run;
};

const TEST_EVENTS = { passed: 'test.passed', failed: 'test.failed', skipped: 'test.skipped' } as const satisfies Record<
  TestCase['state'],
  string
>;

/**
 * Those whose runner can run single files and that have such a test; none if no runner can.
 *
 * @param ids - of the tests
 * @param sources - paths: a missing file is not run
 */
export const selectTests = (
  { config, suites }: Pick<RunContext, 'config' | 'suites'>,
  ids: Iterable<string>,
  sources: ReadonlyMap<string, string>,
): readonly PlacedSuite[] => {
  const wanted = [...ids];
  return suites.flatMap((suite) => {
    const files = filesOf(suite, suites.length > 1, wanted).filter((file) => sources.has(file));
    const folder = join(config.folder, suite.folder);
    const names = files.map((file) => posix.relative(suite.folder, file));
    const command = names.length === 0 ? null : (RUNNERS[suite.runner].select?.(suite.command, names, folder) ?? null);
    return command === null ? [] : [{ ...suite, command }];
  });
};

/** The tests that are new since the run began. @param tests - ids */
export const newTests = ({ baseline }: Pick<WorkState, 'baseline'>, tests: readonly string[]): readonly string[] => {
  const known = new Set([...baseline.passing, ...leftOut(baseline)]);
  return tests.filter((id) => !known.has(id));
};

const filesOf = ({ name }: PlacedSuite, isList: boolean, ids: readonly string[]): readonly string[] => {
  const files = ids.flatMap((id) => {
    const [file = '', suite] = id.split(' > ');
    return file !== '' && (!isList || suite === name) ? [file] : [];
  });
  return [...new Set(files)];
};
