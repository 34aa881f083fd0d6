/** A clean checkout in which the suite runs: made, set up, measured, and removed. */
import { randomUUID } from 'node:crypto';
import { join, posix, relative } from 'node:path';
import type { CommitFile, Checkout as Opened } from '../project/checkout/checkout.ts';
import { install, withCheckout as withOpened, SUBMODULE } from '../project/checkout/open-checkout.ts';
import { FREE_MEMORY } from '../base/processes/watch-memory.ts';
import { showDuration } from '../base/text/amounts.ts';
import type { PlacedSuite } from '../runners/run-suites.ts';
import { makeTestEnvironment } from '../runners/test-environment.ts';
import type { TestRun } from '../runners/test-run.ts';
import { readBlobs, openRepository } from '../commits/repository.ts';
import { ProofError } from '../commits/commit-trailers.ts';
import { mkdir, writeFile } from 'node:fs/promises';
import { runGit } from '../project/sources/git.ts';
import { leftOut } from '../evidence/baseline.ts';
import { findTestFilesOf } from '../evidence/integrity/suite-files.ts';
import { askedCriteria } from '../evidence/mutation-check/criterion-kills.ts';
import type { MutationCheckLimits, MutationEvent, MutationReport } from '../evidence/mutation-check/mutation-report.ts';
import { mutateSuite } from '../evidence/mutation-check/mutate-suite.ts';
import { readObjects, type Known, type Sources } from './run-commits.ts';

interface CheckoutOptions {
  readonly repository: string;
  /** The path of the workspace in it, with `/`; `''` for the root. */
  readonly place: string;
  readonly files: readonly CommitFile[];
  readonly setup: readonly string[] | null;
  readonly setupTimeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Checkout extends Omit<Opened, 'run' | 'remove'> {
  readonly runTests: (suites: readonly PlacedSuite[]) => Promise<TestRun>;
}

/**
 * Writes the files, sets the checkout up and passes it to `use`; then it is removed, and nothing is left running.
 * @throws {ProofError} when the setup fails, or the proof is interrupted
 */
export const withCheckout = async <T>(
  { repository, place, files, setup, setupTimeoutMs, signal }: CheckoutOptions,
  use: (checkout: Checkout) => Promise<T>,
): Promise<T> => {
  const mark = `prove-${randomUUID()}`;
  const cancelled = signal === undefined ? {} : { signal };
  const refuseInterrupted = (): void => {
    if (signal?.aborted === true)
      throw new ProofError('Cannot complete the proof: it was interrupted. Start it again.');
  };
  const setUp = async (folder: string, command: readonly string[]): Promise<void> => {
    const env = makeTestEnvironment(process.env, { DUALGATE_RUN: mark });
    const marker = { name: 'DUALGATE_RUN', value: mark };
    const how = { command, env, timeoutMs: setupTimeoutMs, memory: FREE_MEMORY, marker, ...cancelled };
    const failed = await install(folder, how);
    refuseInterrupted();
    if (failed === null) return;
    const why = failed.end === 'timed_out' ? `it took more than ${showDuration(setupTimeoutMs)}` : failed.why;
    throw new ProofError(
      `Cannot set up a checkout with \`${command.join(' ')}\`: ${why} (got ${failed.said.trim() || 'no output'}). Name a command that installs the suite's dependencies in a clean checkout.`,
    );
  };
  const there = await openRepository(repository);
  const commit = { files, read: (objects: readonly string[]) => readBlobs(there, objects) };
  return withOpened(
    {
      from: { root: repository, workspace: join(repository, place), commit },
      at: 'prove',
      dependencies: setup === null ? 'lend' : (folder) => setUp(folder, setup),
    },
    (checkout) =>
      use({
        ...checkout,
        runTests: async (suites) => {
          const run = await checkout.run(suites, { mark, ...cancelled });
          refuseInterrupted();
          return run;
        },
      }),
  );
};

interface CheckoutMutationCheck {
  readonly files: readonly CommitFile[];
  readonly known: Known;
  readonly start: Sources;
  readonly limits: MutationCheckLimits;
  readonly seed: string;
  readonly onEvent: (event: MutationEvent) => void;
  readonly signal?: AbortSignal;
}

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

export const isTestOf = (known: Known, files: readonly CommitFile[]): ((path: string) => boolean) => {
  const tests = new Set(findTestFilesOf(known.config.tests.suites, pathsOf(files), known.reported));
  return (path) => tests.has(path) || Object.hasOwn(known.tests?.frozen ?? {}, path);
};

const pathsOf = (files: readonly CommitFile[]): readonly string[] =>
  files.filter(({ mode }) => mode !== SUBMODULE).map(({ path }) => path);
const PLAIN: ReadonlySet<string> = new Set(['100644', '100755']);

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
