/**
 * One run of the user's suite within an iteration: the sources are looked at before and after, the stream goes to the
 * green-run counter as it comes.
 *
 * @module
 */
import { isAbsolute, join } from 'node:path';
import type { TestRunQuestion } from '../../../machines/index.ts';
import { findMoved } from '../../sources/fingerprint.ts';
import { stampFrozen } from '../../integrity/stamp-frozen.ts';
import { leftOut } from '../../evidence/inventory.ts';
import { countTests, isGreen } from '../../testing/is-green.ts';
import { type PlacedSuite, runSuites } from '../../testing/run-suites.ts';
import type { SuiteCounts, SuiteRun, TestCase, TestCounts, TestRun } from '../../testing/test-run.ts';
import { addHeldOut } from './add-held-out.ts';
import { chooseCriteriaTests, isAnswer } from './criteria-first.ts';
import { lookAtSources } from '../look-at-sources.ts';
import type { RunSite } from '../run-site.ts';
import { sandboxOf } from '../sandbox-of.ts';
import { programOf } from '../../config/suite-program.ts';
import { WorkspaceError } from '../../sources/workspace-error.ts';
import { isWithin } from '../../processes/is-within.ts';
import { locateProgram } from '../../processes/locate-program.ts';

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
  const ignored = leftOut(journal.state().inventory);
  const at = { phase, iteration };
  const held = facts.testRuns.length === 0 ? await askCriteria(site, { signal, at }, before.files) : null;
  const part = held === null ? {} : ({ part: 'criteria' } as const);
  const shown =
    held ??
    (await measureSuite(site, {
      signal,
      at,
      onCounts: (counts) => greenRuns.send({ type: 'TEST_COUNTED', ...counts }),
    }));
  const run = isGreen(shown, ignored) ? await addHeldOut(site, phase, shown, signal) : shown;
  signal.throwIfAborted();
  await refuseMissingRunner(site, run);
  const after = await lookAtSources(config, journal.state());
  facts.testRuns.push({ run, before, after, ...part });

  const green = held === null && findMoved(before, after).length === 0 && isGreen(run, ignored);
  greenRuns.send({ type: 'TEST_RUN_ENDED', green, tree: after.tree });
  const { suite_passing, suite_failing, suite_skipped } = countTests(run, ignored);
  const { exit_code, ms, problems } = run;
  const counts = { suite_passing, suite_failing, suite_skipped };
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
    ...part,
  });
  announce({ type: 'tests.ended', phase, iteration, green, exit_code, ms, problems, ...counts, ...suites, ...part });
  return null;
};

/** The run of the tests of the criteria, when one of them fails; `null` when the whole suite has to be asked. */
const askCriteria = async (
  site: RunSite,
  measuring: Measuring & { readonly at: { readonly phase: string } },
  sources: ReadonlyMap<string, string>,
): Promise<TestRun | null> => {
  const chosen = chooseCriteriaTests(site, measuring.at.phase, sources);
  if (chosen === null) return null;
  const run = await measureSuite(site, { ...measuring, suites: chosen.suites });
  measuring.signal.throwIfAborted();
  return isAnswer(run, chosen, site.journal.state()) ? run : null;
};

/** What stands in the record of one suite of a list. */
const countSuite = (run: SuiteRun, ignored: ReadonlySet<string>): SuiteCounts => {
  const { suite_passing, suite_failing, suite_skipped } = countTests(run, ignored);
  return { suite: run.suite, exit_code: run.exit_code, ms: run.ms, suite_passing, suite_failing, suite_skipped };
};

interface Measuring {
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

/** @throws {WorkspaceError} when the test run could not be started for want of a program outside of the workspace */
const refuseMissingRunner = async (
  { config: { folder, tests } }: Pick<RunSite, 'config'>,
  { ended }: Pick<TestRun, 'ended'>,
): Promise<void> => {
  if (ended !== 'missing') return;
  for (const suite of tests.suites) {
    const program = programOf(suite);
    const isOurs = program.includes('/') && (!isAbsolute(program) || isWithin(folder, program));
    if (isOurs || (await locateProgram(program, folder)) !== null) continue;
    throw new WorkspaceError(
      `Cannot run the tests: the test command's program is gone since the run began (${program}). Install it again; dualgate resume goes on.`,
      program,
    );
  }
};
