/**
 * Why no run can begin here whose exits are commits; said before anything is spent (RULES 2.6).
 *
 * @module
 */
import { relative } from 'node:path';
import type { Config } from '../../config/shape-config.ts';
import { readHead } from '../../sources/list-sources.ts';
import { WorkspaceError } from '../../sources/workspace-error.ts';
import { ProofError } from '../../proof/proof-error.ts';
import { openRepository, type Repository } from '../../proof/repository.ts';
import { findBegun, findUncommittedPaths } from '../../proof/work-in-hand.ts';
import { showPath } from '../../proof/tree-entries.ts';
import { readAuthor } from '../../proof/write-commit.ts';

/** Each with the way out; none where the config asks for no commits. */
export const findCommitProblems = async (config: Config): Promise<readonly string[]> => {
  if (!config.commits) return [];
  try {
    const repository = await openRepository(config.folder);
    const head = await readHead(config.folder);
    if (head === null)
      return [
        'The repository has no commit that a branch could begin from. Commit what is there: git add --all && git commit.',
      ];
    const [author, begun] = [await readAuthor(repository, process.env), findBegun(repository)];
    // What is begun in the checkout is in nobody's way there.
    const isAside = config.workspace === 'worktree' && !repository.isLinked;
    return [
      ...(author === null
        ? [
            'Nobody is named to commit as. Run git config --global user.name "…" and git config --global user.email "…".',
          ]
        : []),
      ...(begun === null || isAside ? [] : [`Git is in the middle of ${begun}. End it first; git status says how.`]),
      ...(isAside ? [] : await describeUncommitted(config, repository, head)),
    ];
  } catch (error) {
    if (error instanceof ProofError) return [error.message];
    if (!(error instanceof WorkspaceError)) throw error;
    // A repository that git refuses is named among the sources.
    return error.lacks === null ? [] : [LACKS[error.lacks]];
  }
};

const LACKS = {
  git: 'With commits: true the exits of phases are commits, and git was not found. Install git, or set commits: false.',
  repository:
    'With commits: true the exits of phases are commits, and the workspace is in no git repository. Make one and commit what is there (git init && git add --all && git commit), or set commits: false.',
} as const;

const describeUncommitted = async (
  config: Config,
  repository: Repository,
  head: string,
): Promise<readonly string[]> => {
  const changed = await findUncommittedPaths(repository, { head, writes: config.tests.writes });
  const own = listOwn(config, repository);
  const foreign = changed.filter((path) => !own.includes(path));
  if (foreign.length === 0) return [];
  const told = foreign.slice(0, MAX_TOLD).join(', ');
  const rest = foreign.length > MAX_TOLD ? ` and ${foreign.length - MAX_TOLD} more` : '';
  return [
    `The tree is not clean: ${told}${rest}. Commit or stash them, or set commits: false. (What git converts when it commits, by Git LFS, a filter or core.autocrlf, counts as changed, and so does a submodule that is there: commits hold the very bytes that were measured.)`,
  ];
};

/** What the run begins with goes into its first commit: the config and the spec. */
const listOwn = ({ files, folder, work }: Config, { prefix }: Repository): readonly string[] =>
  [...files.map((path) => relative(folder, path).replaceAll('\\', '/')), work.spec].map(
    (path) => `${showPath(prefix)}${path}`,
  );

const MAX_TOLD = 10;
