/** The last test run of the iteration, as metrics. */
import { relative, join } from 'node:path/posix';
import type { Finding } from '../../../gates/iteration.ts';
import type { Config } from '../../project/config/config.ts';
import { finding, cut } from '../findings/findings.ts';
import { isNamedLikeTest } from '../integrity/freeze.ts';
import { isWithin } from '../../base/files/folders.ts';
import { findBuilt, findInstalledCopy, findStale } from '../find-built.ts';
import { isGreen, testId, findEmptySuites } from '../../runners/is-green.ts';
import type { TestRun, TestCase } from '../../runners/test-run.ts';
import type { Metrics } from '../../../gates/metrics.ts';
import { leftOut } from '../baseline.ts';
import { findContradiction } from '../changing/declared-changes.ts';
import { type SpecCriteria, findGuards, type FoundGuards } from '../criteria.ts';
import { findRenumbered } from '../integrity/find-renamed.ts';
import type { Several } from '../findings/mutation-sentences.ts';
import { existingTests, measurePart, measureTests } from './test-metrics.ts';
import type { KnownOfRun, Measure } from './measure.ts';
import { METRICS_OF } from './metrics-of-measures.ts';

/** Nothing for tests that all pass. @param sources - all of them, relative to the workspace */
const findStaleBuild = async (
  { folder: workspace, tests: { suites } }: Pick<Config, 'folder' | 'tests'>,
  run: TestRun,
  sources: Iterable<string>,
): Promise<readonly Finding[]> => {
  if (isGreen(run, new Set())) return [];
  const paths = [...sources];
  const reported = [...run.tests, ...run.load_failures].map(({ file }) => file).filter((file) => file !== '');
  const files = new Set([...reported, ...paths.filter(isNamedLikeTest)]);
  for (const { folder, before } of suites) {
    if (before !== undefined) continue;
    const inside = (all: Iterable<string>): readonly string[] =>
      [...all].flatMap((path) => (isWithin(`/${folder}`, `/${path}`) ? [relative(folder, path)] : []));
    const place = join(workspace, folder);
    const code = inside(paths).filter((path) => !files.has(join(folder, path)));
    const stale = await findStale(place, await findBuilt(place, inside(files)), code);
    if (stale !== null)
      return [
        finding('tests.stale_build', {
          path: join(folder, stale.test),
          built: join(folder, stale.path),
          newer: stale.newer === null ? '' : join(folder, stale.newer),
        }),
      ];
  }
  return [];
};

const describeCopy = (workspace: string, sources: Iterable<string>, run: TestRun): readonly Finding[] => {
  const copy = findInstalledCopy(workspace, sources, run.load_failures);
  return copy === null ? [] : [finding('tests.installed_copy', copy)];
};

export const tests = {
  after: 'tests',
  metrics: METRICS_OF.tests,
  measure: async ({
    config,
    gate: { phase },
    signal,
    tests: { run, part, after },
    run: known,
    consecutive_green_runs,
  }) => {
    if (part === 'nothing') return { metrics: {} };
    const isChecked = config.mutation_check !== null;
    const guards =
      phase.tests === 'must_fail' && part === undefined
        ? findGuards({
            criteria: known.criteria,
            named: signal.guards ?? [],
            isChecked,
            tests: newTests(run, known),
          })
        : undefined;
    const guarding = new Set(guards?.guards.flatMap(({ tests: ids }) => ids));
    const metrics: Metrics = {
      ...(part === undefined
        ? measureTests(run, known.baseline, phase.tests, existingTests(known, phase.tests), guarding)
        : measurePart(run, known.baseline)),
      consecutive_green_runs,
    };
    return {
      metrics,
      findings: [
        ...(part === undefined ? [] : [finding('tests.part', { failing: metrics.tests_failing ?? 0 })]),
        ...run.problems.map((problem) => finding('tests.report', { problem })),
        ...(run.notes ?? []).map((note) => finding('tests.report_note', { note })),
        // Failures outside of any test (rule 2.3).
        ...run.load_failures.map(({ file: path, message }) => finding('tests.not_loaded', { path, message })),
        ...run.unhandled_errors.map((message) => finding('tests.unhandled_error', { message })),
        ...describeCopy(config.folder, after.files.keys(), run),
        ...(await findStaleBuild(config, run, after.files.keys())),
        ...(part === undefined ? listSkipped(run, leftOut(known.baseline)) : []),
        ...(phase.tests === 'must_fail'
          ? [...listPassing(run, known, guarding, isChecked), ...listOwnErrors(run, known)]
          : []),
        ...(phase.tests === 'must_pass' && part === undefined ? await findContradiction(run, known) : []),
        ...(guards === undefined ? [] : describeGuards(guards, known.criteria)),
        ...(phase.tests === 'must_pass' && part === undefined
          ? findEmptySuites(run, leftOut(known.baseline)).map((suite) => finding('tests.empty_suite', { suite }))
          : []),
      ],
      ...(guards !== undefined && { found: { guards } }),
    };
  },
} as const satisfies Measure;

/** New tests that pass before anything is implemented (rule 2.5). */
const listPassing = (
  run: TestRun,
  known: KnownOfRun,
  guarding: ReadonlySet<string>,
  may_guard: boolean,
): readonly Finding[] => {
  // The agent did not write a test that the runner renamed.
  const renumbered = new Set(findRenumbered(known.tests, run).values());
  const passing = newTests(run, known)
    .filter(({ state }) => state === 'passed')
    .map(testId)
    .filter((id) => !renumbered.has(id) && !guarding.has(id));
  return nameTests(passing, (named) => finding('tests.already_pass', { ...named, may_guard }));
};

/** The tests that count, and were not there before the phase whose tests must fail. */
const newTests = (run: TestRun, known: KnownOfRun): readonly TestCase[] => {
  const old = existingTests(known, 'must_fail');
  const ignored = leftOut(known.baseline);
  return run.tests.filter((test) => !old.has(testId(test)) && !ignored.has(testId(test)));
};

/** Those that hold, those that do not count, and a spec in which nothing is left to fail. */
const describeGuards = (
  { guards, refused, holding }: FoundGuards,
  { count: all }: SpecCriteria,
): readonly Finding[] => [
  ...guards.map(({ id, by, why, tests: ids }) => finding('guards.hold', { id, by, why, tests: ids })),
  ...refused.map((each) => finding('guards.refused', { ...each })),
  ...(holding > 0 && holding === all ? [finding('guards.all', { count: all })] : []),
];

/** New tests that are wrong themselves: no code makes them pass (rule 2.5). */
const listOwnErrors = (run: TestRun, known: KnownOfRun): readonly Finding[] => {
  const wrong = newTests(run, known).filter(({ failure }) => failure === 'own_error');
  const { paths: shown, more } = cut(wrong.map(testId), MOST_OWN_ERRORS);
  return wrong.slice(0, shown.length).map((test, i) =>
    finding('tests.own_error', {
      test: testId(test),
      message: firstLine(test.message ?? ''),
      more: i === shown.length - 1 ? more : 0,
    }),
  );
};

const MOST_OWN_ERRORS = 5;
const firstLine = (message: string): string => message.split('\n', 1)[0] ?? '';

/** Tests that were not skipped before the run, and are no passing tests (rule 1.4). */
const listSkipped = (run: TestRun, ignored: ReadonlySet<string>): readonly Finding[] =>
  nameTests(
    run.tests
      .filter(({ state }) => state === 'skipped')
      .map(testId)
      .filter((id) => !ignored.has(id)),
    (named) => finding('tests.skipped', named),
  );

const nameTests = (ids: readonly string[], say: (named: Several<'tests'>) => Finding): readonly Finding[] => {
  const { paths: tests, more } = cut([...new Set(ids)]);
  return tests.length === 0 ? [] : [say({ tests, more })];
};
