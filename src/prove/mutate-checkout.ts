/** Runs the mutation check in a checkout of the last commit of a run: mutants, and each change reverted in turn. */
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, posix, relative } from 'node:path';
import { runGit } from '../project/sources/git.ts';
import { leftOut } from '../evidence/baseline.ts';
import { findTestFilesOf } from '../evidence/integrity/suite-files.ts';
import { askedCriteria } from '../evidence/mutation-check/criterion-kills.ts';
import type { MutationCheckLimits, MutationEvent, MutationReport } from '../evidence/mutation-check/mutation-report.ts';
import { mutateSuite } from '../evidence/mutation-check/mutate-suite.ts';
import type { CommitFile } from '../project/checkout/checkout.ts';
import { readObjects } from './commit-files.ts';
import type { Known, Sources } from './known.ts';
import type { Checkout } from './measure-checkout.ts';
import { SUBMODULE } from '../project/checkout/open-checkout.ts';

interface CheckoutMutationCheck {
  /** The files of the commit, relative to the workspace. */
  readonly files: readonly CommitFile[];
  readonly known: Known;
  /** The state at the start of the run. */
  readonly start: Sources;
  readonly limits: MutationCheckLimits;
  readonly seed: string;
  readonly onEvent: (event: MutationEvent) => void;
  readonly signal?: AbortSignal;
}

/** @throws whatever `signal` was aborted with */
export const mutationCheckCheckout = async (
  { root, folder }: Pick<Checkout, 'root' | 'folder'>,
  { files, known, start, ...rest }: CheckoutMutationCheck,
): Promise<MutationReport> => {
  await nameSources({ root, folder }, files);
  const paths = pathsOf(files);
  return mutateSuite({
    workspace: folder,
    root,
    base: start,
    files: paths,
    isTest: isTestOf(known, files),
    suites: known.suites,
    ignored: leftOut(known.baseline),
    criteria: askedCriteria(
      known.config,
      {
        baseline: known.baseline,
        changed: known.tests?.commit.trailers.changed ?? [],
        criteria: { ids: known.criteria, ...(known.together !== undefined && { together: known.together }) },
        guards: known.tests?.commit.trailers.guards ?? [],
      },
      known.latest ?? [],
    ),
    mark: `prove-${randomUUID()}`,
    ...rest,
  });
};

/** Whether a path is of a test of the commit with these files, or was frozen as one. */
export const isTestOf = (known: Known, files: readonly CommitFile[]): ((path: string) => boolean) => {
  const tests = new Set(findTestFilesOf(known.config.tests.suites, pathsOf(files), known.reported));
  return (path) => tests.has(path) || Object.hasOwn(known.tests?.frozen ?? {}, path);
};

const pathsOf = (files: readonly CommitFile[]): readonly string[] =>
  files.filter(({ mode }) => mode !== SUBMODULE).map(({ path }) => path);
const PLAIN: ReadonlySet<string> = new Set(['100644', '100755']);

/** The contents of the regular files among `files`. */
export const readSources = async (repository: string, files: readonly CommitFile[]): Promise<Sources> => {
  const plain = files.filter(({ mode }) => PLAIN.has(mode));
  const contents = await readObjects(
    repository,
    plain.map(({ object }) => object),
  );
  return new Map(plain.map(({ path, object }) => [path, contents.get(object) ?? new Uint8Array()]));
};

/** Declares the sources to git: all other files were installed, and are copied for the check as ignored files. */
const nameSources = async (
  { root, folder }: Pick<Checkout, 'root' | 'folder'>,
  files: readonly CommitFile[],
): Promise<void> => {
  const place = relative(root, folder);
  const entries = files
    .filter(({ mode }) => mode !== SUBMODULE)
    // Nothing reads the objects, and the checkout has none: their ids only need the right form.
    .map(({ path, mode, object }) => `${mode} ${object.slice(0, 40)}\t${posix.join(place, path)}\0`);
  await runGit(root, ['update-index', '-z', '--index-info'], { input: entries.join('') });
  await mkdir(join(root, '.git', 'info'), { recursive: true });
  await writeFile(join(root, '.git', 'info', 'exclude'), '*\n');
};
