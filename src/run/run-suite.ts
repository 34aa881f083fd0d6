/**
 * One run of the user's suite within an iteration: the sources are looked at before and after, the stream goes to the
 * green-run counter as it comes.
 *
 * @module
 */
import { join } from 'node:path';
import type { TestRunQuestion } from '../../machines/index.ts';
import { findMoved } from '../evidence/fingerprint.ts';
import { stampFrozen } from '../evidence/stamp-frozen.ts';
import { leftOut } from '../evidence/inventory.ts';
import { withCoverage } from '../testing/coverage-file.ts';
import { countTests, isGreen } from '../testing/is-green.ts';
import { runTests } from '../testing/run-tests.ts';
import type { TestCase, TestCounts, TestRun } from '../testing/test-run.ts';
import { addHeldOut } from './add-held-out.ts';
import { lookAtSources } from './look-at-sources.ts';
import type { RunSite } from './run-site.ts';
import { sandboxOf } from './sandbox-of.ts';

/** Runs the suite once and keeps what it showed on the workbench; a run on a tree that moved is not green (RULES 2.4). */
export const runSuite = async (
  site: RunSite,
  { prepared, greenRuns }: TestRunQuestion,
  signal: AbortSignal,
): Promise<null> => {
  const { config, workbench, journal, announce } = site;
  const { phase, iteration } = prepared;
  const facts = workbench.facts();
  const before = facts.testRuns.at(-1)?.after ?? facts.afterTurn ?? facts.before;
  facts.frozenStamps ??= await stampFrozen(config.folder, journal.state().frozen, (path) => before.files.has(path));
  const shown = await measureSuite(site, {
    signal,
    at: { phase, iteration },
    onCounts: (counts) => greenRuns.send({ type: 'TEST_COUNTED', ...counts }),
  });
  const ignored = leftOut(journal.state().inventory);
  const run = isGreen(shown, ignored) ? await addHeldOut(site, phase, shown, signal) : shown;
  signal.throwIfAborted();
  const after = await lookAtSources(config, journal.state());
  facts.testRuns.push({ run, before, after });

  const green = findMoved(before, after).length === 0 && isGreen(run, ignored);
  greenRuns.send({ type: 'TEST_RUN_ENDED', green, tree: after.tree });
  const { tests_passing, tests_failing, tests_skipped } = countTests(run, ignored);
  const { exit_code, ms, problems } = run;
  const counts = { tests_passing, tests_failing, tests_skipped };
  const test_run = facts.testRuns.length;
  journal.write('tests.ended', {
    phase,
    iteration,
    test_run,
    green,
    exit_code,
    ms,
    tree: after.tree,
    counts,
    problems,
  });
  announce({ type: 'tests.ended', phase, iteration, green, exit_code, ms, problems, ...counts });
  return null;
};

interface Measuring {
  readonly signal: AbortSignal;
  readonly at: { readonly phase?: string; readonly iteration?: number };
  readonly onCounts?: (counts: TestCounts) => void;
}

/** Runs the suite, announcing each test as it ends. */
export const measureSuite = async (
  site: Pick<RunSite, 'run' | 'suite' | 'agent' | 'config' | 'folders' | 'announce'>,
  { signal, at, onCounts }: Measuring,
): Promise<TestRun> =>
  withCoverage(site.config.folder, site.config.tests.coverage, async () =>
    runTests(site.suite, {
      launcher: await sandboxOf('tests', { ...site, reports: site.folders.reports }),
      workspace: site.config.folder,
      reportFolder: site.folders.reports,
      env: { DUALGATE_RUN: site.run },
      signal,
      output: {
        stdout: join(site.folders.transcripts, 'tests.stdout'),
        stderr: join(site.folders.transcripts, 'tests.stderr'),
      },
      onTest: (test, counts) => {
        onCounts?.(counts);
        const { file, name, message } = test;
        const { tests_passing, tests_failing, tests_skipped } = counts;
        site.announce({
          type: TEST_NEWS[test.state],
          ...at,
          file,
          name,
          ...(message === undefined ? {} : { message }),
          tests_passing,
          tests_failing,
          tests_skipped,
        });
      },
    }),
  );

const TEST_NEWS = { passed: 'test.passed', failed: 'test.failed', skipped: 'test.skipped' } as const satisfies Record<
  TestCase['state'],
  string
>;
