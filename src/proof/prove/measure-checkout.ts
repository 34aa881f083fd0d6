/**
 * A clean checkout in which the suite runs: made, set up, measured, and removed.
 *
 * @module
 */
import { randomUUID } from 'node:crypto';
import { mkdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runGit } from '../../sources/git.ts';
import { runProcess } from '../../processes/run-process.ts';
import { FREE_MEMORY } from '../../processes/watch-memory.ts';
import { type PlacedSuite, runSuites } from '../../testing/run-suites.ts';
import { makeTestEnvironment } from '../../testing/test-environment.ts';
import type { TestRun } from '../../testing/test-run.ts';
import { ProofError } from '../proof-error.ts';
import { type CommitFile, readObjects } from './commit-files.ts';
import { lendDependencies, type Lent } from './lend-dependencies.ts';
import { showDuration } from '../../text/amounts.ts';
import { makeTemporaryFolder } from '../../temporary/temporary-folder.ts';

interface CheckoutOptions {
  /** Absolute: the root of the repository, without links in it. */
  readonly repository: string;
  /** The path of the workspace in it, with `/`; `''` for the root. */
  readonly place: string;
  readonly files: readonly CommitFile[];
  /** Installs dependencies; `null`: uses those of the workspace. */
  readonly setup: readonly string[] | null;
  readonly setupTimeoutMs: number;
  readonly signal?: AbortSignal;
}

export interface Checkout {
  /** Absolute: a repository without commits. */
  readonly root: string;
  /** Absolute: the workspace in it. */
  readonly workspace: string;
  readonly submodules: readonly string[];
  readonly dependencies: Lent;
  readonly runTests: (suites: readonly PlacedSuite[]) => Promise<TestRun>;
}

/**
 * Writes the files, sets the checkout up and passes it to `use`; in any case it is removed and nothing is left
 * running.
 *
 * @throws {ProofError} when the setup fails, or the proof is interrupted
 */
export const withCheckout = async <T>(
  options: CheckoutOptions,
  use: (checkout: Checkout) => Promise<T>,
): Promise<T> => {
  const { repository, place, files, signal } = options;
  const home = await realpath(await makeTemporaryFolder('prove'));
  try {
    const root = join(home, 'tree');
    await mkdir(root);
    const submodules = await layOut(repository, files, root);
    // Suites and runners search for the root of a project by it; nothing of the repository's own content is copied.
    await runGit(root, ['init', '--quiet', '--template=']);
    const marker = `prove-${randomUUID()}`;
    const dependencies =
      options.setup === null
        ? await lendDependencies(
            repository,
            root,
            files.map(({ path }) => path),
          )
        : await setUp(options.setup, { root: join(root, place), marker, ...options });
    return await use({
      root,
      workspace: join(root, place),
      submodules,
      dependencies,
      runTests: async (suites) => {
        const run = await runSuites(suites, {
          workspace: join(root, place),
          reportFolder: join(home, 'reports'),
          env: { DUALGATE_RUN: marker },
          ...(signal !== undefined && { signal }),
        });
        if (signal?.aborted === true) throw interrupted();
        return run;
      },
    });
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
};

const NOTHING_LENT: Lent = { lent: [], refused: [] };
const SAID_LIMIT = 2_000;

const setUp = async (
  command: readonly string[],
  {
    root,
    marker,
    setupTimeoutMs,
    signal,
  }: Pick<CheckoutOptions, 'setupTimeoutMs' | 'signal'> & {
    readonly root: string;
    readonly marker: string;
  },
): Promise<Lent> => {
  let said = '';
  const listen = (chunk: Buffer): void => {
    said = `${said}${chunk.toString()}`.slice(-SAID_LIMIT);
  };
  const end = await runProcess({
    command,
    cwd: root,
    env: makeTestEnvironment(process.env, { DUALGATE_RUN: marker }),
    timeoutMs: setupTimeoutMs,
    memory: FREE_MEMORY,
    marker: { name: 'DUALGATE_RUN', value: marker },
    onStdout: listen,
    onStderr: listen,
    ...(signal !== undefined && { signal }),
  });
  if (signal?.aborted === true) throw interrupted();
  if (end.ended === 'exited' && end.exit_code === 0) return NOTHING_LENT;
  const how =
    end.ended === 'exited'
      ? `exit code ${end.exit_code ?? end.signal}`
      : (end.problem ?? `it took more than ${showDuration(setupTimeoutMs)}`);
  throw new ProofError(
    `Cannot set up a checkout with \`${command.join(' ')}\`: ${how} (got ${said.trim() || 'no output'}). Name a command that installs the suite's dependencies in a clean checkout.`,
  );
};

const interrupted = (): ProofError => new ProofError('Cannot complete the proof: it was interrupted. Start it again.');

const LINK = '120000';
const SUBMODULE = '160000';
const PROGRAM = '100755';

/**
 * Writes the files into `folder`, which must be empty. Links come last, so that no file is written through one.
 *
 * @returns the paths of submodules, which are in no commit of this repository and are omitted
 * @throws the file system's own error when a file cannot be written, or already exists
 */
const layOut = async (repository: string, files: readonly CommitFile[], folder: string): Promise<readonly string[]> => {
  const present = files.filter(({ mode }) => mode !== SUBMODULE);
  const contents = await readObjects(
    repository,
    present.map(({ object }) => object),
  );
  const folders = new Set(present.map(({ path }) => dirname(join(folder, path))));
  for (const each of folders) await mkdir(each, { recursive: true });
  const contentOf = ({ object }: CommitFile): Uint8Array => contents.get(object) ?? new Uint8Array();
  for (const file of present.filter(({ mode }) => mode !== LINK))
    await writeFile(join(folder, file.path), contentOf(file), {
      flag: 'wx',
      mode: file.mode === PROGRAM ? 0o755 : 0o644,
    });
  for (const file of present.filter(({ mode }) => mode === LINK))
    await symlink(Buffer.from(contentOf(file)), join(folder, file.path));
  return files.filter(({ mode }) => mode === SUBMODULE).map(({ path }) => path);
};
