/** A clean checkout in which the suite runs: made, set up, measured, and removed. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { CommitFile, Checkout as Opened } from '../project/checkout/checkout.ts';
import { install, withCheckout as withOpened } from '../project/checkout/open-checkout.ts';
import { FREE_MEMORY } from '../base/processes/watch-memory.ts';
import { showDuration } from '../base/text/amounts.ts';
import type { PlacedSuite } from '../runners/run-suites.ts';
import { makeTestEnvironment } from '../runners/test-environment.ts';
import type { TestRun } from '../runners/test-run.ts';
import { ProofError } from '../commits/proof-error.ts';
import { readBlobs, openRepository } from '../commits/repository.ts';

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

/** A repository without commits. */
export interface Checkout extends Omit<Opened, 'run' | 'remove'> {
  readonly runTests: (suites: readonly PlacedSuite[]) => Promise<TestRun>;
}

/**
 * Writes the files, sets the checkout up and passes it to `use`; in any case it is removed and nothing is left
 * running.
 *
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
