/**
 * A real project with a mutation check: the files committed when the run began, and those that the run made of them.
 */
import { mkdir, realpath, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findTestFiles } from '../../../src/evidence/integrity/freeze.ts';
import { takeFingerprint } from '../../../src/project/sources/fingerprint.ts';
import {
  type MutationCheckLimits,
  type MutationQuestion,
  type MutationReport,
  percentKilled,
} from '../../../src/evidence/mutation-check/mutation-report.ts';
import { mutateSuite } from '../../../src/evidence/mutation-check/mutate-suite.ts';
import type { TestSuite } from '../../../src/runners/run-tests.ts';
import { aRepository, git, write } from '../a-repository.ts';

export type Files = Readonly<Record<string, string>>;

export interface MutatedProject {
  /** @default a package.json of type module */
  readonly before?: Files;
  readonly after: Files;
  /** Where each leads, as it is written into the link. */
  readonly links?: Files;
  /** @default node --test */
  readonly suite?: Partial<TestSuite>;
  readonly limits?: Partial<MutationCheckLimits>;
  /** @default '1' */
  readonly seed?: string;
}

export const LIMITS: MutationCheckLimits = { mutants: 3, at_least: 3, percent: 50, minutes: 2 };

/** The folder, and the facts that the mutation check needs. */
export const aMutatedProject = async ({
  before = { 'package.json': '{ "type": "module" }\n' },
  after,
  links = {},
  suite = {},
  limits = {},
  seed = '1',
}: MutatedProject): Promise<MutationQuestion> => {
  const workspace = await realpath(await aRepository(before));
  const base = await git(workspace, 'rev-parse', 'HEAD');
  await write(workspace, after);
  for (const [path, target] of Object.entries(links)) {
    await mkdir(dirname(join(workspace, path)), { recursive: true });
    await symlink(target, join(workspace, path));
  }
  const { files } = await takeFingerprint(workspace, { writes: [] });
  const command = suite.command ?? ['node', '--test'];
  const tests = new Set(findTestFiles(files.keys(), [], command));
  return {
    workspace,
    root: workspace,
    base,
    files: [...files.keys()],
    isTest: (path) => tests.has(path),
    suites: [{ name: 'suite 1', folder: '', runner: 'node', timeoutMs: 60_000, ...suite, command }],
    ignored: new Set(),
    seed,
    limits: { ...LIMITS, ...limits },
    mark: `probe-${seed}-${workspace}`,
  };
};

export const mutation_check = async (project: MutatedProject): Promise<MutationReport> =>
  mutateSuite(await aMutatedProject(project));

/** Whether gate 1 holds over such a report: enough mutants ran, and too few were killed. */
export const isHeld = (report: MutationReport, { at_least, percent }: MutationCheckLimits = LIMITS): boolean =>
  report.mutants_tested >= at_least && percentKilled(report) < percent;
