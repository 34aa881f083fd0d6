/**
 * One commit: a tree, a parent, a message, and a given time, so that the same commit made again after a crash is
 * identical. It is not signed: the config that names the signing program may be written by the agent.
 *
 * @module
 */
import { askGit, type Repository } from './repository.ts';

export interface Author {
  readonly name: string;
  readonly email: string;
}

interface CommitToWrite {
  readonly tree: string;
  readonly parent: string;
  /** The second parent of a merge. @default none */
  readonly merged?: string;
  readonly message: string;
  readonly author: Author;
  /** ISO 8601. */
  readonly at: string;
}

/** Writes only the object, no branch; returns its id. @throws {ProofError} when git refuses */
export const writeCommit = (repository: Repository, commit: CommitToWrite): Promise<string> => {
  const { tree, parent, merged, message, author, at } = commit;
  const date = `@${Math.floor(new Date(at).getTime() / 1000)} +0000`;
  return askGit(repository, ['commit-tree', tree, '-p', parent, ...(merged === undefined ? [] : ['-p', merged])], {
    input: message,
    env: {
      GIT_AUTHOR_NAME: author.name,
      GIT_AUTHOR_EMAIL: author.email,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_NAME: author.name,
      GIT_COMMITTER_EMAIL: author.email,
      GIT_COMMITTER_DATE: date,
    },
  });
};

/**
 * The author of commits, as git itself determines it, from the environment or the user's config; `null` without one.
 *
 * @param env - of the process
 */
export const readAuthor = async (
  repository: Pick<Repository, 'folder'>,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Author | null> => {
  const read = async (variable: string, key: string): Promise<string> =>
    env[variable] ?? (await askGit(repository, ['config', '--get', '--default', '', key]));
  const author = {
    name: await read('GIT_AUTHOR_NAME', 'user.name'),
    email: await read('GIT_AUTHOR_EMAIL', 'user.email'),
  };
  return author.name === '' || author.email === '' ? null : author;
};
