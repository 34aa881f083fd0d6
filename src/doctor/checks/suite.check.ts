/** The test command: whether its program exists, and what one run of the suite says. */
import { join, relative } from 'node:path';
import { existsSync } from 'node:fs';
import { programOf, type Config } from '../../project/config/config.ts';
import { locateProgram } from '../../base/processes/locate-program.ts';
import { usableSuitesOf, suitesOf } from '../../project/config/check-suites.ts';
import { hiddenSuiteOf } from '../../loop/create-run-context.ts';
import { findStartedTools } from '../../runners/replays/watch-replays.ts';
import { ADVICE_FOR_UNTESTED, findUntested } from '../../runners/why-no-test/node-causes.ts';
import { RunnerError } from '../../runners/command/find-runner.ts';
import { type Check, ofConfig, type Visit, ok, problemOf, warning, type Look, problem } from '../check.ts';
import { chooseAgent } from '../../project/config/choose-agent.ts';
import { findMoved, takeFingerprint, findSourceListing } from '../../project/sources/fingerprint.ts';
import { drawBaseline, isBroken } from '../../evidence/baseline.ts';
import { refuseBaseline } from '../../run/take-baseline.ts';
import { listOthers, proposeWrites, renderWrites } from '../../evidence/propose-writes.ts';
import { runFolders } from '../../records/run-folders.ts';
import { measureSuite } from '../../loop/tests/measure-suite.ts';
import { findBuilt } from '../../evidence/find-built.ts';
import { isPackageManager } from '../../runners/command/find-program.ts';
import { countTests, findEmptySuites } from '../../runners/is-green.ts';
import type { TestRun } from '../../runners/test-run.ts';
import { findOpenRun } from './workspace.check.ts';
import { showDuration } from '../../base/text/amounts.ts';

/** Is the runner of the test command known? Runs nothing. */
export const testsCheck: Check = {
  name: 'tests',
  needs: [],
  look: ofConfig(async (config) => {
    try {
      const suites = usableSuitesOf(config);
      const found = suites.map(async (suite) => {
        const which = suites.length > 1 ? `${suite.name}: ` : '';
        const { command, runner, folder } = suite;
        const tools = findStartedTools(command, join(config.folder, folder)).map(({ name }) => name);
        const caches = tools.length === 0 ? '' : `, with the caches of ${tools.join(' and ')} switched off`;
        return `${which}${command.join(' ')} (${runner}), ${await locateProgram(programOf(suite), config.folder)}${caches}`;
      });
      const untested = suites.map(({ runner, folder }) => findUntested(runner, join(config.folder, folder)));
      const first = untested.find((each) => each !== null) ?? null;
      if (first !== null) return warning(first, ADVICE_FOR_UNTESTED);
      const hiddenSuite = hiddenSuiteOf(config);
      const second =
        hiddenSuite === null ? '' : `; hidden suite: ${hiddenSuite.command.join(' ')} (${hiddenSuite.runner})`;
      return ok(`${(await Promise.all(found)).join('; ')}${second}`);
    } catch (error) {
      if (error instanceof RunnerError) return problemOf(error.message);
      throw error;
    }
  }),
};

/** One run of the suite: is its report fresh and whole, is it green, are the sources unchanged (rules 2.1 to 2.10)? */
export const suiteCheck: Check = {
  name: 'suite',
  // Not during a run, nor with processes of a crashed one: two suites at a time would disturb each other.
  needs: ['repository', 'lock', 'leftovers', 'tests', 'sandbox'],
  look: ofConfig(async (config, visit) => {
    const sources = await findSourceListing(config.folder);
    const look = () => takeFingerprint(config.folder, { writes: config.tests.writes, sources });
    const before = await look();
    const run = await runOnce(config, visit);
    visit.signal.throwIfAborted();
    const after = await look();
    const moved = findMoved(before, after);
    const others = listOthers(moved, before.files, after.files);
    const judged = judgeSuite(run, moved, config, others);
    const open = judged.state === 'problem' && isOnlyFailing(run, moved) ? await findOpenRun(config) : null;
    if (open !== null)
      return warning(
        `${describeCounts(run)}, with the work of ${open}, which is not over`,
        'dualgate status shows what that run needs.',
      );
    return judged.state === 'ok' ? ((await findUnbuilt(config, run)) ?? judged) : judged;
  }),
};

/** A warning about tests that read compiled code, which nothing builds before them; `null` without such tests. */
const findUnbuilt = async ({ folder, tests }: Config, run: TestRun): Promise<Look | null> => {
  for (const { folder: place, before, command } of tests.suites) {
    // A script may build it first.
    if (before !== undefined || isPackageManager(command[0] ?? '')) continue;
    const files = run.tests.flatMap(({ file }) => (file === '' ? [] : [relative(place, file)]));
    const [built] = await findBuilt(join(folder, place), files);
    if (built !== undefined)
      return warning(
        `${describeCounts(run)}; ${built.test} imports ${built.path}, which git ignores: the tests see the last build, not the sources`,
        `Add a build in front of the suite: tests.before: { command: npm run build, makes: ["${built.makes}"] }.`,
      );
  }
  return null;
};

/** One test run, with its output in a folder that is removed afterwards. */
export const runOnce = (config: Config, { run, aside, signal, emit }: Visit): Promise<TestRun> =>
  measureSuite(
    {
      run,
      config,
      agent: chooseAgent(config.agent),
      suites: suitesOf(config),
      folders: { ...runFolders(aside, run), transcripts: aside, reports: aside },
      emit: (event) => {
        if (event.type === 'test.passed' || event.type === 'test.failed' || event.type === 'test.skipped') {
          const { suite_passing, suite_failing, suite_skipped } = event;
          emit({ type: 'counted', suite_passing, suite_failing, suite_skipped });
        }
      },
    },
    { signal, at: {} },
  );

/** @param moved - sources written while the suite ran @param others - the others: no proposed pattern matches them */
export const judgeSuite = (
  run: TestRun,
  moved: readonly string[],
  config: Pick<Config, 'tests' | 'folder'>,
  others: readonly string[] = [],
): Look => {
  const { tests } = config;
  const counts = describeCounts(run);
  const refusal = refuseBaseline([run], drawBaseline(run, run, tests.known_failing), config);
  if (refusal !== null) {
    const shown = run.tests.length === 0 ? 'no test ran' : counts;
    return problem(
      `${shown}, and a run would not start${refusal.says === null ? '' : `: ${refusal.says}`}`,
      refusal.fix,
      refusal.details,
    );
  }
  if (moved.length > 0) {
    return problem(
      `${counts}, and it writes sources`,
      `Add the files that it writes to .gitignore, or to the config under tests: ${renderWrites([...tests.writes, ...proposeWrites(moved, others)])}.`,
      moved,
    );
  }
  const slow = tests.suites.find(({ timeout_ms: limit }, i) => (run.suites?.[i] ?? run).ms > limit / 2);
  if (slow !== undefined) {
    const which = tests.suites.length > 1 ? ` for ${slow.name}` : '';
    return warning(`${counts}, of ${slow.timeout_ms / 1_000} s at most${which}`, 'Raise tests.timeout.');
  }
  const empty = findEmptySuites(run, new Set());
  if (empty.length > 0 && run.tests.length > 0)
    return warning(
      `${counts}; 0 tests in ${empty.join(', ')}`,
      'In a phase whose tests must pass, each suite of the list needs a test.',
    );
  const absent = run.tests.length === 0 ? findAbsent(config) : [];
  if (absent.length > 0)
    return warning(
      `no tests yet: tests.command names ${absent.join(', ')}, which does not exist`,
      'Correct tests.command. If the agent is to write it, there is nothing to do.',
    );
  return ok(counts);
};

/** Files and folders that the test command names, and that do not exist. */
const findAbsent = ({ tests, folder }: Pick<Config, 'tests' | 'folder'>): readonly string[] =>
  tests.suites.flatMap(({ command, folder: place }) =>
    command
      .slice(1)
      .filter((word) => /^[\w.][\w./-]*\/[\w./-]*$|\.[cm]?[jt]sx?$/.test(word) && !word.includes('...'))
      .filter((word) => !existsSync(join(folder, place, word))),
  );

/** As in the middle of a run; a suite that does not work has a cause of its own. */
const isOnlyFailing = (run: TestRun, moved: readonly string[]): boolean =>
  moved.length === 0 && !isBroken(run) && countTests(run, new Set()).suite_failing > 0;

const describeCounts = (run: TestRun): string => {
  const { suite_total, suite_passing, suite_failing, suite_skipped } = countTests(run, new Set());
  const took = `in ${showDuration(run.ms)}`;
  if (suite_total === 0) return `no tests yet; the test command works, ${took}`;
  return `${suite_passing} passing, ${suite_failing} failing, ${suite_skipped} skipped, ${took}`;
};
