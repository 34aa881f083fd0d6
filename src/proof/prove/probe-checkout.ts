/**
 * Probes the suite in a checkout of the last commit of a run: small faults, and each change left out in turn.
 *
 * @module
 */
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, posix, relative } from 'node:path';
import { runGit } from '../../sources/git.ts';
import { leftOut } from '../../evidence/inventory.ts';
import { findTestFilesOf } from '../../integrity/suite-files.ts';
import type { ProbeLimits, ProbeNews } from '../../probe/probe-question.ts';
import type { ProbeReport } from '../../probe/probe-report.ts';
import { probeSuite } from '../../probe/probe-suite.ts';
import { type CommitFile, readObjects } from './commit-files.ts';
import type { Known } from './judge-exit.ts';
import type { Checkout } from './measure-checkout.ts';

/** Sources of a commit by their paths, relative to the workspace; what is no plain file is not there. */
export type Sources = ReadonlyMap<string, Uint8Array>;

interface CheckoutProbe {
  /** Of the commit, relative to the workspace. */
  readonly files: readonly CommitFile[];
  readonly known: Known;
  /** What the run began with. */
  readonly start: Sources;
  readonly limits: ProbeLimits;
  readonly seed: string;
  readonly onNews: (news: ProbeNews) => void;
  readonly signal?: AbortSignal;
}

/** @throws whatever `signal` was aborted with */
export const probeCheckout = async (
  { root, workspace }: Pick<Checkout, 'root' | 'workspace'>,
  { files, known, start, ...rest }: CheckoutProbe,
): Promise<ProbeReport> => {
  await nameSources({ root, workspace }, files);
  const paths = files.filter(({ mode }) => mode !== SUBMODULE).map(({ path }) => path);
  const tests = new Set(findTestFilesOf(known.config.tests.suites, paths, known.reported));
  return probeSuite({
    workspace,
    root,
    base: start,
    files: paths,
    isTest: (path) => tests.has(path) || Object.hasOwn(known.tests?.frozen ?? {}, path),
    suites: known.suites,
    ignored: leftOut(known.inventory),
    mark: `prove-${randomUUID()}`,
    ...rest,
  });
};

const SUBMODULE = '160000';
const PLAIN: ReadonlySet<string> = new Set(['100644', '100755']);

/** The contents of the plain files among `files`. */
export const readSources = async (repository: string, files: readonly CommitFile[]): Promise<Sources> => {
  const plain = files.filter(({ mode }) => PLAIN.has(mode));
  const contents = await readObjects(
    repository,
    plain.map(({ object }) => object),
  );
  return new Map(plain.map(({ path, object }) => [path, contents.get(object) ?? new Uint8Array()]));
};

/** Tells git what is a source here: all else was installed, and comes along into the copy for the probe as what is ignored. */
const nameSources = async (
  { root, workspace }: Pick<Checkout, 'root' | 'workspace'>,
  files: readonly CommitFile[],
): Promise<void> => {
  const place = relative(root, workspace);
  const entries = files
    .filter(({ mode }) => mode !== SUBMODULE)
    // Nothing looks for the objects, and the checkout has none: their names only have to look like names.
    .map(({ path, mode, object }) => `${mode} ${object.slice(0, 40)}\t${posix.join(place, path)}\0`);
  await runGit(root, ['update-index', '-z', '--index-info'], { input: entries.join('') });
  await mkdir(join(root, '.git', 'info'), { recursive: true });
  await writeFile(join(root, '.git', 'info', 'exclude'), '*\n');
};
