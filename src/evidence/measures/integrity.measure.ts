/** Changes to frozen things: frozen files, and existing tests that may not disappear (rule 2.7). */
import { placesOfTests, nameFrozen, leaksOfTests } from '../integrity/freeze.ts';
import type { Finding } from '../../../gates/iteration.ts';
import type { Config } from '../../project/config/config.ts';
import { suitesOf } from '../../project/config/check-suites.ts';
import { finding } from '../findings/findings.ts';
import { isAbout } from '../findings/is-about.ts';
import { findRenamed, followRename, findRenumbered } from '../integrity/find-renamed.ts';
import { adviseAcceptance } from '../integrity/advise-acceptance.ts';
import { REPOSITORY } from '../integrity/frozen-parts.ts';
import { findReformatted } from '../integrity/edited-test.ts';
import { findWatchfulCode } from '../integrity/helpers/watchful-code.ts';
import { judgeFrozen, type JudgedFrozen } from '../integrity/judge-frozen.ts';
import type { Baseline } from '../baseline.ts';
import { maySetUp } from '../integrity/set-up-files.ts';
import { isInFile, isWithoutFile, testId, unplacedTests } from '../../runners/is-green.ts';
import { parentsOf, type TestRun } from '../../runners/test-run.ts';
import { RUNNERS } from '../../runners/runners.ts';
import { findTestFilesOf } from '../integrity/suite-files.ts';
import { findTraps, existingTests } from './test-metrics.ts';
import type { KnownOfRun, Measure } from './measure.ts';
import { METRICS_OF } from './metrics-of-measures.ts';
import { join } from 'node:path';
import { readText } from '../../base/files/open-plain.ts';

const nameLeaks = async (workspace: string, { tests }: Pick<TestRun, 'tests'>): Promise<readonly Finding[]> => {
  const found: Finding[] = [];
  for (const path of new Set(tests.flatMap(({ file, inside }) => (inside === true ? [file] : [])))) {
    const why = await leaksOfTests(path, readText(join(workspace, path)) ?? '');
    if (why !== null) found.push(finding('tampering.unexpected_file', { path, why }));
  }
  return found;
};

const MAX_NAMED = 20;

interface Tampering {
  /** None when all is as it was. */
  readonly findings: readonly Finding[];
  /** About files that were reformatted, or got more tests, and comments that no gate asks about. They hold nothing. */
  readonly reformatted: readonly Finding[];
  /** Ids, as they were, of tests that may not go and are not in the report; none of a report that is not complete: that holds by itself. */
  readonly gone: readonly string[];
  /** Counts those of `gone` in files of which no test ran, because a file does not load; at most one finding. */
  readonly unloaded: readonly Finding[];
}

/** @param reported - test files, after a part: then no test is looked for @param isSettingUp - configs may appear */
export const findTampering = async (
  workspace: string,
  state: Pick<KnownOfRun, 'frozen' | 'tests' | 'readFrozen'> & {
    readonly baseline?: Pick<Baseline, 'passing'>;
    readonly base?: string | null;
  },
  run: TestRun,
  sources: ReadonlyMap<string, string> = new Map(),
  reported: readonly string[] | null = null,
  isSettingUp = false,
): Promise<Tampering> => {
  const { frozen, base = null, readFrozen = async () => null } = state;
  const places = reported ?? placesOfTests(run.tests);
  const { breaches, unexpected, named } = await judgeFrozen({
    workspace,
    frozen,
    base,
    sources,
    reported: new Set(places),
    isSettingUp,
  });
  const renamed = await findRenamed(workspace, frozen, breaches, places);
  const { reformatted, added, refused } = await findReformatted({
    workspace,
    frozen,
    breaches,
    tests: places,
    unplaced: unplacedTests(run),
    readFrozen,
  });
  const gone = reported === null ? findGone(state, run, renamed) : [];
  const unloaded = findUnloaded(gone, run, renamed);
  const lost = gone.filter((id) => !unloaded.includes(id));
  return {
    findings: [
      ...breaches
        .filter(({ path }) => !renamed.has(path) && !reformatted.has(path) && !added.has(path))
        .map((breach) => describeBreach(breach, refused.get(breach.path))),
      ...unexpected.map(({ path, why }) => finding('tampering.unexpected_file', { path, why })),
      ...nameGone(lost, findRenumbered(state.tests, run)),
    ],
    reformatted: [
      ...[...reformatted].map((path) => finding('tests.reformatted', { path })),
      ...[...added].map(([path, names]) => finding('tests.added', { path, count: names.length })),
      ...named.map(({ path, why }) => finding('checks.suppressed', { path, why })),
    ],
    gone,
    unloaded:
      unloaded.length === 0
        ? []
        : [finding('tests.not_run', { count: unloaded.length, loads: run.load_failures.length === 0 })],
  };
};

/** Where changes only warn, nothing is held, and nothing has to be accepted. */
export const adviseOn = (
  tampering: readonly Finding[],
  { folder, files, integrity: kind }: Pick<Config, 'folder' | 'files' | 'integrity'>,
): readonly Finding[] =>
  kind === 'warn'
    ? []
    : adviseAcceptance(
        tampering,
        files.map((file) => nameFrozen(folder, file)),
      );

export const integrity = {
  after: 'tests',
  metrics: METRICS_OF.integrity,
  measure: async ({ config, gate, run: known, tests: { run, part, after }, found }) => {
    const reported = part === undefined ? null : findTestFilesOf(config.tests.suites, after.files.keys(), []);
    const { findings, reformatted, gone, unloaded } = await findTampering(
      config.folder,
      known,
      run,
      after.files,
      reported,
      maySetUp(config, gate.phase),
    );
    const { reopened, refused, changes = [], tampering: lists = [] } = found;
    const edited = reopened?.where?.path;
    const isTold = (each: Finding): boolean => edited !== undefined && each.where?.path === edited;
    const tampering = [
      ...(reopened === undefined ? [] : [reopened]),
      ...changes,
      ...findings.filter((each) => !isTold(each)).map((each) => addReason(each, refused)),
      ...lists,
      ...(await nameLeaks(config.folder, run)),
      ...(gate.phase.tests === 'must_pass' ? await nameWatchful(config, known, after.files.keys()) : []),
    ];
    const traps =
      gate.phase.tests === 'must_fail'
        ? await findTraps(config.folder, newFiles(config, known, run, after.files.keys()), known.base)
        : [];
    return {
      // A file that its own test run rewrites does not stay as it is.
      metrics: { tests_intact: tampering.length + traps.length + unloaded.length === 0 },
      findings: [
        ...unloaded,
        ...tampering,
        ...adviseOn(tampering, config),
        ...reformatted.filter((each) => !isTold(each)),
        ...traps,
      ],
      found: { gone },
    };
  },
} as const satisfies Measure;

/** Without git nobody knows which code is new. */
const nameWatchful = async (
  config: Config,
  { base, frozen }: KnownOfRun,
  files: Iterable<string>,
): Promise<readonly Finding[]> => {
  if (base === null) return [];
  const isPrinted = suitesOf(config).some(({ runner }) => RUNNERS[runner].report === 'stdout');
  const found = await findWatchfulCode({ workspace: config.folder, base, files: [...files], frozen, isPrinted });
  return found.map(({ path, why }) => finding('tampering.unexpected_file', { path, why }));
};

const addReason = (each: Finding, refused: ReadonlyMap<string, string> | undefined): Finding => {
  const path = each.where?.path ?? '';
  const why = refused?.get(path);
  return why === undefined || !isAbout(each, 'tampering.changed') ? each : finding('tampering.extended', { path, why });
};

/** Those with new tests; where the report names no files (TAP, JUnit), every test file. */
const newFiles = (
  { tests: { suites } }: Config,
  known: KnownOfRun,
  run: TestRun,
  sources: Iterable<string>,
): readonly string[] => {
  const old = existingTests(known, 'must_fail');
  const named = run.tests.filter((test) => !old.has(testId(test))).map(({ file }) => file);
  // Without git nobody knows which of them are as they were.
  return named.includes('') && known.base !== null ? [...named, ...findTestFilesOf(suites, sources, [])] : named;
};

/** @param longer - why a file that only got longer has more than new tests */
const describeBreach = ({ path, what, why }: JudgedFrozen['breaches'][number], longer?: string): Finding => {
  if (why !== undefined) return finding('tampering.hides', { path, why });
  if (longer !== undefined) return finding('tampering.longer', { path, why: longer });
  return finding(path === REPOSITORY ? `tampering.repository_${what}` : `tampering.${what}`, { path });
};

/** For a parent that failed, its subtests stand (rule 2.13); for a test that passed before the run, none do. */
const findGone = (
  { tests: expected, baseline = { passing: [] } }: Parameters<typeof findTampering>[1],
  run: TestRun,
  renamed: ReadonlyMap<string, string>,
): readonly string[] => {
  if (!run.report_complete) return [];
  const there = new Set(run.tests.map(testId));
  const parents = new Set(run.tests.flatMap(parentsOf).map(testId));
  const own = new Set(baseline.passing);
  return expected.filter((id) => {
    const now = followRename(id, renamed);
    return !there.has(now) && (own.has(id) || !parents.has(now));
  });
};

/** A runner that collects all files before it runs any (pytest), or compiles them together (go), runs none of them. */
const findUnloaded = (
  gone: readonly string[],
  run: TestRun,
  renamed: ReadonlyMap<string, string>,
): readonly string[] => {
  // An error outside of tests may have kept any test without a file from running. It holds as long as it is there.
  const withoutFile = run.unhandled_errors.length === 0 ? [] : gone.filter(isWithoutFile);
  if (run.load_failures.length === 0) return withoutFile;
  const files = [...new Set(run.tests.map(({ file }) => file))];
  return gone.filter(
    (id) => withoutFile.includes(id) || !files.some((file) => isInFile(followRename(id, renamed), file)),
  );
};

const nameGone = (gone: readonly string[], renumbered: ReadonlyMap<string, string>): readonly Finding[] => [
  ...gone.slice(0, MAX_NAMED).map((test) => {
    const now = renumbered.get(test);
    return now === undefined
      ? finding('tampering.lost_test', { test })
      : finding('tampering.lost_test.renumbered', { test, now });
  }),
  ...(gone.length > MAX_NAMED ? [finding('tampering.lost_test.more', { count: gone.length - MAX_NAMED })] : []),
];
