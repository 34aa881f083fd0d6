/**
 * Brings a commit of the remote into the repository of the workspace, by way of the repository of the leases: git in the
 * workspace would connect as the agent's config says.
 *
 * @module
 */
import { git } from '../../proof/repository.ts';
import { runGit } from '../../sources/git.ts';
import { WorkspaceError } from '../../sources/workspace-error.ts';
import { gitOfLeases } from '../../leases/lease-repository.ts';
import type { OpenedItems } from '../open-items.ts';

interface Wanted {
  /** The ref of the remote that names it. */
  readonly ref: string;
  readonly commit: string;
  /** Absolute: the workspace. */
  readonly folder: string;
}

/** @throws {LeaseError} when the remote has it no more @throws {ProofError} when git cannot store it */
export const bringCommit = async (line: OpenedItems['line'], { ref, commit, folder }: Wanted): Promise<void> => {
  if (line === null || (await hasCommit(folder, commit))) return;
  const { remote, repository } = line;
  const run = gitOfLeases(repository, `fetch ${ref} of ${remote}`);
  const options = ['--quiet', '--no-write-fetch-head', '--no-tags', '--no-recurse-submodules'];
  await run(['fetch', ...options, '--', remote, ref]);
  const pack = await run(['pack-objects', '--quiet', '--revs', '--stdout'], { input: `${commit}\n` });
  await git({ folder }, ['index-pack', '--stdin'], { input: pack });
};

const hasCommit = async (folder: string, commit: string): Promise<boolean> => {
  try {
    await runGit(folder, ['cat-file', '-e', `${commit}^{commit}`]);
    return true;
  } catch (error) {
    if (error instanceof WorkspaceError && error.refusal !== null) return false;
    throw error;
  }
};
