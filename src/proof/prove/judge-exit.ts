/**
 * The results of one commit of a run in a clean checkout: its suite, the files frozen before it, its documents.
 *
 * @module
 */
import { compileGates, type CompiledGate } from '../../../gates/compile-gates.ts';
import type { Config } from '../../config/shape-config.ts';
import { specsOf } from '../../config/shape-work.ts';
import { readConfig } from '../../read-config/read-config.ts';
import { expandList } from '../../config/tasks/expand-list.ts';
import { findRenamed, followRename } from '../../integrity/find-renamed.ts';
import { findBroken, type Freeze, freezeFiles } from '../../integrity/freeze.ts';
import { findHeldFromStartOf, findTestFilesOf, findTestSupportOf } from '../../integrity/suite-files.ts';
import { findSetUp, freezeSetUp, maySetUp } from '../../integrity/set-up-files.ts';
import { drawBaseline, type Baseline } from '../../evidence/baseline.ts';
import { testId } from '../../testing/is-green.ts';
import type { PlacedSuite } from '../../testing/run-suites.ts';
import type { TestRun } from '../../testing/test-run.ts';
import { type Claim, claim } from './claim.ts';
import type { CommitFile } from './commit-files.ts';
import { asksForDocuments, documents } from '../../measures/documents.measure.ts';
import { describePassing, describeStart, judgeFailing, judgePassing, newTests } from './judge-suite.ts';
import type { Checkout } from './measure-checkout.ts';
import type { RunCommit } from './run-commits.ts';
import { showCount } from '../../text/amounts.ts';
import { isAbsolute, relative } from 'node:path';
import { isWithin } from '../../processes/is-within.ts';
import { looksAt, renderUnmet } from '../../../gates/verdict.ts';
import { gatherDocuments } from '../../evidence/documents/gather-documents.ts';

/** The facts for the next commit. */
export interface Known {
  readonly config: Config;
  readonly suites: readonly PlacedSuite[];
  readonly baseline: Baseline;
  /** The config, the spec, and files that git and runners depend on. */
  readonly held: Freeze;
  /** The tests, from the exit of a phase whose tests must fail. */
  tests: { readonly frozen: Freeze; readonly ids: readonly string[]; readonly commit: RunCommit } | null;
  /** Files with tests of the last commit, as the runner reports them. */
  reported: readonly string[];
}

/**
 * Reads the config of the first commit and takes the baseline.
 *
 * @throws {ConfigError} and {RunnerError} for problems of the commit
 */
export const judgeStart = async (
  checkout: Checkout,
  files: readonly CommitFile[],
  suitesOf: (workspace: string) => readonly PlacedSuite[],
): Promise<{ readonly known: Known; readonly claims: readonly Claim[] }> => {
  const { workspace, runTests } = checkout;
  const config = readConfig({ cwd: workspace });
  const suites = suitesOf(workspace);
  const run = await runTests(suites);
  const { baseline, problems } = drawBaseline(run, run, config.tests.known_failing);
  const paths = files.map(({ path }) => path);
  const links = files.filter(({ mode }) => mode === '120000').map(({ path }) => path);
  const held = await freezeCheckout(checkout, [
    ...(config.list === null ? specsOf(config.work) : expandList(config).map(({ spec }) => spec)),
    ...config.files,
    ...(await findHeldFromStartOf(config.tests.suites, workspace, paths, links)),
  ]);
  return {
    known: { config, suites, baseline, held, tests: null, reported: [] },
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
  }: { readonly checkout: Checkout; readonly files: readonly CommitFile[]; readonly known: Known },
): Promise<readonly Claim[]> => {
  const { config, suites, baseline } = known;
  const name = commit.trailers.phase ?? '';
  const gate = compileGates(config).find(({ phase }) => phase.phase === name);
  if (gate === undefined) return [];
  const paths = files.map(({ path }) => path);
  const first = await checkout.runTests(suites);
  known.reported = first.tests.map(({ file }) => file);
  // The files that the phases before froze; a phase whose tests must fail adds to them, and its own changes break
  // nothing.
  const frozen = { ...known.held, ...known.tests?.frozen };
  const place = { workspace: checkout.workspace, sources: paths, frozen };
  const isSettingUp = maySetUp(config, gate.phase);
  const free = new Set(isSettingUp ? await findSetUp(place) : []);
  const broken = (await findBroken(checkout.workspace, frozen)).filter(({ path }) => !free.has(path));
  const renamed = await findRenamed(checkout.workspace, frozen, broken, known.reported);
  const claims: Claim[] = [];
  if (gate.phase.tests === 'must_fail') {
    const fresh = newTests(first, baseline).map(testId);
    claims.push(
      claim(
        `${name} tests`,
        `${showCount(fresh.length, 'new test')} without code: each fails on an assertion; the earlier tests are no worse`,
        judgeFailing(first, baseline),
      ),
    );
    const setUp = isSettingUp ? await freezeSetUp(place) : [];
    known.tests = { commit, ids: fresh, frozen: await freezeTests(checkout, { paths, run: first, known, setUp }) };
  } else {
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
      renamed.size === 0 ? INTACT : `${INTACT}, ${showCount(renamed.size, 'file')} renamed`,
      broken
        .filter(({ path }) => !renamed.has(path))
        .map(
          ({ path, what }) =>
            `${path} ${what === 'changed' ? 'was changed' : what === 'removed' ? 'was removed' : 'appeared'}`,
        ),
    ),
  );
  if (asksForDocuments(gate)) claims.push(await judgeDocuments(gate, checkout.workspace, config, paths));
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
  const reported = run.tests.map(({ file }) => file);
  const tests = findTestFilesOf(suites, paths, reported);
  const support = await findTestSupportOf(suites, checkout.workspace, paths, tests);
  return freezeCheckout(checkout, [...tests, ...support, ...setUp]);
};

/**
 * Freezes files of one checkout to find them in another: paths above the workspace, within the repository, are
 * relative to the workspace too, since the folder is removed by then.
 *
 * @throws {WorkspaceError} when one of them cannot be read
 */
export const freezeCheckout = async (
  { root, workspace }: Pick<Checkout, 'root' | 'workspace'>,
  paths: readonly string[],
): Promise<Freeze> => {
  const named = Object.entries(await freezeFiles(workspace, paths)).map(([path, state]) => [
    isAbsolute(path) && isWithin(root, path) ? relative(workspace, path).replaceAll('\\', '/') : path,
    state,
  ]);
  return Object.assign(Object.create(null), Object.fromEntries(named));
};

/**
 * The documents and diagrams of a commit, compared with the gate of the phase.
 *
 * The result for the documents of a commit (rule 2.9). `files`: of the workspace.
 */
const judgeDocuments = async (
  { phase, gate_1 }: CompiledGate,
  workspace: string,
  { documents: { globs, required_docs_count } }: Config,
  files: readonly string[],
): Promise<Claim> => {
  const { findings, ...measured } = await gatherDocuments(workspace, { globs, files });
  const known = { ...measured, required_docs_count };
  const unmet = gate_1
    .judge(known)
    .unmet.filter((clause) => looksAt(clause, Object.keys(documents.metrics)))
    .filter(({ metrics = [] }) => metrics.every((name) => Object.hasOwn(known, name)));
  return claim(
    `${phase.phase} documents`,
    `${showCount(measured.docs_generated, 'document')} and ${showCount(measured.diagrams_total, 'diagram')} have content and are valid; the gate's conditions for them are met`,
    unmet.length === 0 ? [] : [...unmet.map(renderUnmet), ...findings.map(({ text }) => text)],
  );
};
