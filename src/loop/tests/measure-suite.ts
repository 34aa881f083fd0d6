/**
 * The suites, run once: in their sandbox, with what they print beside the transcripts, and each test announced as it ends.
 *
 * @module
 */
import { join } from 'node:path';
import { type PlacedSuite, runSuites } from '../../testing/run-suites.ts';
import type { TestCase, TestCounts, TestRun } from '../../testing/test-run.ts';
import type { RunSite } from '../run-site.ts';
import { sandboxOf } from '../sandbox-of.ts';

export interface Measuring {
  readonly signal: AbortSignal;
  readonly at: { readonly phase?: string; readonly iteration?: number };
  readonly onCounts?: (counts: TestCounts) => void;
  /** @default all of the site */
  readonly suites?: readonly PlacedSuite[];
}

/** Runs the suites, announcing each test as it ends. */
export const measureSuite = (
  site: Pick<RunSite, 'run' | 'suites' | 'agent' | 'config' | 'folders' | 'announce'>,
  { signal, at, onCounts, suites = site.suites }: Measuring,
): Promise<TestRun> =>
  runSuites(suites, {
    isList: site.suites.length > 1,
    launcherOf: (suite) => sandboxOf('tests', { ...site, suite, reports: site.folders.reports }),
    workspace: site.config.folder,
    reportFolder: site.folders.reports,
    env: { DUALGATE_RUN: site.run },
    signal,
    outputOf: ({ name }) => {
      const position = site.suites.findIndex((suite) => suite.name === name);
      const which = site.suites.length > 1 ? `.${position + 1}-${name.replaceAll(/[^\w.-]+/g, '-')}` : '';
      return {
        stdout: join(site.folders.transcripts, `tests${which}.stdout`),
        stderr: join(site.folders.transcripts, `tests${which}.stderr`),
      };
    },
    onTest: (test, counts) => {
      onCounts?.(counts);
      const { file, name, message } = test;
      const { suite_passing, suite_failing, suite_skipped } = counts;
      site.announce({
        type: TEST_NEWS[test.state],
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

const TEST_NEWS = { passed: 'test.passed', failed: 'test.failed', skipped: 'test.skipped' } as const satisfies Record<
  TestCase['state'],
  string
>;
