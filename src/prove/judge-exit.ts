/** The results of one commit of a run in a clean checkout: its suite, the files frozen before it, its documents. */
import { placesOfTests, findBroken, type Freeze, freezeFiles } from '../evidence/integrity/freeze.ts';
import { compileGates } from '../../gates/compile-gates.ts';
import { specsOf } from '../project/config/config.ts';
import { readConfig } from '../read-config/parse-config.ts';
import { expandList } from '../project/config/tasks-of-list.ts';
import { findRenamed, followRename } from '../evidence/integrity/find-renamed.ts';
import { findReformatted, type ReadFrozen } from '../evidence/integrity/edited-test.ts';
import { findHeldFromStartOf, findTestFilesOf, findTestSupportOf } from '../evidence/integrity/suite-files.ts';
import { findSetUp, freezeSetUp, maySetUp } from '../evidence/integrity/set-up-files.ts';
import { drawBaseline } from '../evidence/baseline.ts';
import { isIgnoreFile } from '../project/sources/list-sources.ts';
import { testId, unplacedTests } from '../runners/is-green.ts';
import type { PlacedSuite } from '../runners/run-suites.ts';
import type { TestRun } from '../runners/test-run.ts';
import { type Claim, claim } from './claim.ts';
import type { CommitFile } from '../project/checkout/checkout.ts';
import { judgeDocuments } from './judge-documents.ts';
import {
  describeFailing,
  describePassing,
  describeStart,
  judgeFailing,
  judgePassing,
  newTests,
} from './judge-suite.ts';
import type { Checkout } from './measure-checkout.ts';
import type { Known, SourcesOfRun, RunCommit } from './run-commits.ts';
import { showCount } from '../base/text/amounts.ts';
import { isAbsolute, relative } from 'node:path';
import { isWithin } from '../base/files/folders.ts';
import { readCriteriaOf } from '../evidence/measures/read-spec-criteria.ts';

/** Reads the first commit's config, takes the baseline. @throws {ConfigError} and {RunnerError} for its problems */
export const judgeStart = async (
  { trailers }: RunCommit,
  checkout: Checkout,
  files: readonly CommitFile[],
  suitesOf: (workspace: string) => readonly PlacedSuite[],
): Promise<{ readonly known: Known; readonly claims: readonly Claim[] }> => {
  const { folder: workspace, runTests } = checkout;
  const config = readConfig({ cwd: workspace });
  const named = config.list === null ? specsOf(config.work) : expandList(config).map(({ spec }) => spec);
  const specs = trailers.spec === undefined ? named : [trailers.spec];
  const { ids: criteria, together } = await readCriteriaOf(workspace, specs);
  const suites = suitesOf(workspace);
  const run = await runTests(suites);
  const { baseline, problems } = drawBaseline(run, run, config.tests.known_failing);
  const paths = files.map(({ path }) => path);
  const links = files.filter(({ mode }) => mode === '120000').map(({ path }) => path);
  const held = await freezeCheckout(checkout, [
    ...specs,
    ...config.files,
    ...(await findHeldFromStartOf(config, workspace, paths, links)),
  ]);
  return {
    known: {
      config,
      suites,
      baseline,
      criteria,
      ...(together !== undefined && { together }),
      held,
      tests: null,
      reported: [],
    },
    claims: [claim('start', describeStart(baseline), problems)],
  };
};

const INTACT = 'spec, config, runner files and frozen tests are unchanged';

/** The claims of the exit of a phase. Its results about tests are added to `known`. */
export const judgeExit = async (
  commit: RunCommit,
  {
    checkout,
    files,
    known,
    readSources,
    readFrozen,
    proveChanges = async () => [],
  }: {
    readonly checkout: Checkout;
    readonly files: readonly CommitFile[];
    readonly known: Known;
    /** The contents of the first commit and of this one, from git. */
    readonly readSources: () => Promise<SourcesOfRun>;
    readonly readFrozen: ReadFrozen;
    /** Judges the earlier tests that the commit names as changed, and removes them from `known`. @default there are none */
    readonly proveChanges?: (run: TestRun) => Promise<readonly Claim[]>;
  },
): Promise<readonly Claim[]> => {
  const { config, suites } = known;
  const name = commit.trailers.phase ?? '';
  const gate = compileGates(config).find(({ phase }) => phase.phase === name);
  if (gate === undefined) return [];
  const paths = files.map(({ path }) => path);
  const first = await checkout.runTests(suites);
  known.reported = placesOfTests(first.tests);
  const changes = await proveChanges(first);
  const { baseline } = known;
  const frozen = { ...known.held, ...known.tests?.frozen };
  const place = { workspace: checkout.folder, sources: paths, frozen };
  const isSettingUp = maySetUp(config, gate.phase);
  const free = new Set(isSettingUp ? await findSetUp(place) : []);
  // Nothing is hidden in a checkout: it has the files of the commit alone.
  const isFree = (path: string): boolean => free.has(path) || isIgnoreFile(path);
  const broken = (await findBroken(checkout.folder, frozen)).filter(({ path }) => !isFree(path));
  const renamed = await findRenamed(checkout.folder, frozen, broken, known.reported);
  const { reformatted, added } = await findReformatted({
    workspace: checkout.folder,
    frozen,
    breaches: broken,
    tests: known.reported,
    unplaced: unplacedTests(first),
    readFrozen,
  });
  const claims: Claim[] = [...changes];
  if (gate.phase.tests === 'must_fail') {
    const { guards = [] } = commit.trailers;
    const fresh = newTests(first, baseline);
    claims.push(claim(`${name} tests`, describeFailing(fresh, guards), judgeFailing(first, baseline, guards)));
    const setUp = isSettingUp ? await freezeSetUp(place) : [];
    known.tests = {
      commit,
      ids: fresh.map(testId),
      frozen: await freezeTests(checkout, { paths, run: first, known, setUp }),
    };
  } else {
    known.latest = newTests(first, baseline);
    const wanted = [...baseline.passing, ...(known.tests?.ids ?? [])].map((id) => followRename(id, renamed));
    const second = await checkout.runTests(suites);
    claims.push(
      claim(`${name} tests`, describePassing(first, second), [
        ...judgePassing(first, baseline, wanted).map((problem) => `first run: ${problem}`),
        ...judgePassing(second, baseline, wanted).map((problem) => `second run: ${problem}`),
      ]),
    );
  }
  claims.push(
    claim(
      `${name} freeze`,
      [
        INTACT,
        ...(renamed.size === 0 ? [] : [`${showCount(renamed.size, 'file')} renamed`]),
        ...(reformatted.size === 0 ? [] : [`only reformatted: ${[...reformatted].join(', ')}`]),
        ...(added.size === 0 ? [] : [`only more tests: ${[...added.keys()].join(', ')}`]),
      ].join(', '),
      broken
        .filter(({ path }) => !renamed.has(path) && !reformatted.has(path) && !added.has(path))
        .map(
          ({ path, what }) =>
            `${path} ${what === 'changed' ? 'was changed' : what === 'removed' ? 'was removed' : 'appeared'}`,
        ),
    ),
  );
  claims.push(...(await judgeDocuments(gate, { workspace: checkout.folder, frozen, known, paths, readSources })));
  return claims;
};

const freezeTests = async (
  checkout: Checkout,
  {
    paths,
    run,
    known: { config },
    setUp,
  }: {
    readonly paths: readonly string[];
    readonly run: TestRun;
    readonly known: Known;
    readonly setUp: readonly string[];
  },
): Promise<Freeze> => {
  const { suites } = config.tests;
  const reported = placesOfTests(run.tests);
  const tests = findTestFilesOf(suites, paths, reported);
  const support = await findTestSupportOf(config, checkout.folder, paths, tests);
  return freezeCheckout(checkout, [...tests, ...support, ...setUp]);
};

/**
 * Paths above the workspace, within the repository, are relative to it too: the folder is removed by then.
 * @throws {WorkspaceError} when one of them cannot be read
 */
export const freezeCheckout = async (
  { root, folder }: Pick<Checkout, 'root' | 'folder'>,
  paths: readonly string[],
): Promise<Freeze> => {
  const named = Object.entries(await freezeFiles(folder, paths)).map(([path, state]) => [
    isAbsolute(path) && isWithin(root, path) ? relative(folder, path).replaceAll('\\', '/') : path,
    state,
  ]);
  return Object.assign(Object.create(null), Object.fromEntries(named));
};
