/**
 * What an operator can accept: frozen files that are not as they were, and tests that the last iteration missed.
 *
 * @module
 */
import type { Config } from '../../config/config.ts';
import { type Breach, findBroken, freezeFiles } from '../../evidence/freeze.ts';
import { readRun } from '../read-run.ts';
import type { Order } from './order.ts';

export interface Changes {
  /** Relative to the workspace. */
  readonly files: readonly Breach[];
  /** Ids of tests that are gone. */
  readonly tests: readonly string[];
}

/**
 * Looks at the workspace and at the ledger; nothing is changed.
 *
 * @throws {RunError} when there is no such run
 */
export const findChanges = async (config: Config, run: string): Promise<Changes> => {
  const { state } = await readRun(config, run);
  return { files: await findBroken(config.folder, state.frozen), tests: state.gone };
};

/**
 * The order to accept these, as they are at this moment: what is changed again before it is carried out is refused.
 *
 * @param paths - of frozen files, relative to the workspace or absolute
 * @throws {WorkspaceError} when one of them cannot be read
 */
export const describeAcceptance = async (
  config: Config,
  { paths, tests }: { readonly paths: readonly string[]; readonly tests: readonly string[] },
  { by, reason }: { readonly by: string; readonly reason: string },
): Promise<Order> => ({ order: 'accept', by, reason, files: await freezeFiles(config.folder, paths), tests });
