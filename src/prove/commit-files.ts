/**
 * The files of a commit, byte by byte, without a checkout, so that no filter, hook or config of the repository can
 * change them.
 */
import type { CommitFile } from '../project/checkout/checkout.ts';
import { runGit } from '../project/sources/git.ts';
import { WorkspaceError } from '../project/sources/workspace-error.ts';
import { ProofError } from '../commits/proof-error.ts';
import { readBlobs, BELIEVING, openRepository } from '../commits/repository.ts';

/**
 * The full hash of a commit.
 *
 * @param revision a branch, a tag, `HEAD~2`, the beginning of a hash
 * @throws {ProofError} when there is none
 */
export const resolveCommit = async (repository: string, revision: string): Promise<string> => {
  try {
    return decode(
      await ask(repository, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]),
    ).trim();
  } catch (error) {
    if (!(error instanceof WorkspaceError) || error.refusal === null) throw error;
    throw new ProofError(
      `Cannot prove ${revision}: there is no such commit in ${repository}. In a shallow clone, fetch the whole history first: git fetch --unshallow.`,
      { cause: error },
    );
  }
};

/**
 * Every file of a commit, in the order of git.
 *
 * @throws {ProofError} when a name points outside of the target folder
 */
export const listCommit = async (repository: string, commit: string): Promise<readonly CommitFile[]> => {
  const listed = decode(await ask(repository, ['ls-tree', '-r', '-z', '--full-tree', commit]));
  return listed
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [, mode = '', object = '', path = ''] = /^(\d{6}) [a-z]+ ([0-9a-f]+)\t(.*)$/s.exec(entry) ?? [];
      if (path === '' || path.split('/').some((part) => UNSAFE.test(part)))
        throw new ProofError(
          `Cannot write the files of the commit ${commit}: it has a file name that no checkout would accept (got ${JSON.stringify(entry)}). Rebuild the commit without it.`,
        );
      return { path, mode, object };
    });
};

/** Git itself refuses them in a checkout. */
const UNSAFE = /^(?:|\.|\.\.|\.git)$/i;

/**
 * The contents of objects by their ids, each verified against its id.
 *
 * @throws {ProofError} when one is missing, or does not match its id
 */
export const readObjects = async (
  repository: string,
  objects: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> => {
  const found = new Map<string, Uint8Array>();
  for await (const [object, content] of readBlobs(await openRepository(repository), [...new Set(objects)]))
    found.set(object, content);
  return found;
};

/** No replaced or grafted object is accepted. */
const ask = (repository: string, args: readonly string[]): Promise<Uint8Array> =>
  runGit(repository, args, { env: BELIEVING });

const decode = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
