/**
 * The files of a merge of two commits, by git's own merge, without a checkout. No merge driver that a repository names is
 * started: it would be a program of the agent's. Its files are a conflict instead.
 *
 * @module
 */
import { asVariables, replaceSettings } from '../sources/disarm.ts';
import { runGitTo } from '../sources/git.ts';
import { WorkspaceError } from '../sources/workspace-error.ts';
import { ProofError } from './proof-error.ts';
import { BELIEVING, type Repository } from './repository.ts';

type MergedTree =
  | { readonly is: 'tree'; readonly tree: string }
  /** Paths from the root of the repository, sorted. */
  | { readonly is: 'conflict'; readonly files: readonly string[] };

/** @throws {ProofError} when git refuses, or cannot merge without a checkout */
export const mergeTrees = async (
  repository: Pick<Repository, 'folder'>,
  onto: string,
  commit: string,
): Promise<MergedTree> => {
  const { folder } = repository;
  try {
    const drivers = await replaceSettings(folder, /^merge\..*\.driver$/s, 'false');
    const env = { ...BELIEVING, ...asVariables([...ALWAYS, ...drivers]) };
    const args = ['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z', onto, commit];
    const { stdout, status } = await runGitTo(folder, args, { env, answers: [1] });
    const [tree = '', ...files] = Buffer.from(stdout).toString('utf8').split('\0');
    if (status === 0) return { is: 'tree', tree };
    return { is: 'conflict', files: [...new Set(files.filter((file) => file !== ''))].sort() };
  } catch (error) {
    if (!(error instanceof WorkspaceError) || error.refusal === null) throw error;
    throw new ProofError(
      `Cannot merge ${commit.slice(0, 12)} in ${folder}: \`git merge-tree\` failed (got: ${error.refusal.said.split('\n')[0] ?? ''}). Merging back needs git 2.38 or newer; update git, or fix the repository.`,
      { cause: error },
    );
  }
};

/** The same merge for everyone, whatever the user's config says; and no filter runs. */
const ALWAYS: readonly (readonly [string, string])[] = [
  ['merge.renormalize', 'false'],
  ['merge.renames', 'true'],
  ['merge.directoryRenames', 'conflict'],
  ['merge.default', 'text'],
];
