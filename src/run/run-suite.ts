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
import { countTests, isGreen } from '../testing/is-green.ts';
import { runSuites } from '../testing/run-suites.ts';
import type { SuiteCounts, SuiteRun, TestCase, TestCounts, TestRun } from '../testing/test-run.ts';
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
  const suites = run.suites === undefined ? {} : { suites: run.suites.map((suite) => countSuite(suite, ignored)) };
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
    ...suites,
  });
  announce({ type: 'tests.ended', phase, iteration, green, exit_code, ms, problems, ...counts, ...suites });
  return null;
};

/** What stands in the record of one suite of a list. */
const countSuite = (run: SuiteRun, ignored: ReadonlySet<string>): SuiteCounts => {
  const { tests_passing, tests_failing, tests_skipped } = countTests(run, ignored);
  return { suite: run.suite, exit_code: run.exit_code, ms: run.ms, tests_passing, tests_failing, tests_skipped };
};

interface Measuring {
  readonly signal: AbortSignal;
  readonly at: { readonly phase?: string; readonly iteration?: number };
  readonly onCounts?: (counts: TestCounts) => void;
}

/** Runs the suites, announcing each test as it ends. */
export const measureSuite = (
  site: Pick<RunSite, 'run' | 'suites' | 'agent' | 'config' | 'folders' | 'announce'>,
  { signal, at, onCounts }: Measuring,
): Promise<TestRun> =>
  runSuites(site.suites, {
    launcherOf: (suite) => sandboxOf('tests', { ...site, suite, reports: site.folders.reports }),
    workspace: site.config.folder,
    reportFolder: site.folders.reports,
    env: { DUALGATE_RUN: site.run },
    signal,
    outputOf: ({ name }, position) => {
      const which = site.suites.length > 1 ? `.${position + 1}-${name.replaceAll(/[^\w.-]+/g, '-')}` : '';
      return {
        stdout: join(site.folders.transcripts, `tests${which}.stdout`),
        stderr: join(site.folders.transcripts, `tests${which}.stderr`),
      };
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
  });

const TEST_NEWS = { passed: 'test.passed', failed: 'test.failed', skipped: 'test.skipped' } as const satisfies Record<
  TestCase['state'],
  string
>;
