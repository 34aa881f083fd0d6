/**
 * What is in a commit, byte by byte: no checkout, and so no filter, hook or config of the repository that could bend it.
 *
 * @module
 */
import { runGit } from '../../sources/git.ts';
import { WorkspaceError } from '../../sources/workspace-error.ts';
import { ProofError } from '../proof-error.ts';
import { readBlobs } from '../read-blobs.ts';
import { BELIEVING, openRepository } from '../repository.ts';

export interface CommitFile {
  /** Relative to the root of the repository, with `/`. */
  readonly path: string;
  /** Six octal digits, as git has them: `100644`, `100755`, `120000` (a symbolic link), `160000` (a submodule). */
  readonly mode: string;
  /** Name of the object that holds the content. */
  readonly object: string;
}

/**
 * The full hash of a commit.
 *
 * @param revision as people name one: a branch, a tag, `HEAD~2`, the beginning of a hash
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
 * @throws {ProofError} when a name would leave the folder that it is laid out in
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
          `Cannot lay out the commit ${commit}: it has a file of a name that no checkout would take (got ${JSON.stringify(entry)}). Rebuild the commit without it.`,
        );
      return { path, mode, object };
    });
};

/** Git itself refuses them in a checkout. */
const UNSAFE = /^(?:|\.|\.\.|\.git)$/i;

/**
 * The contents of objects by their names, each held against its name.
 *
 * @throws {ProofError} when one is not there, or is not what its name says
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

/** No replaced or grafted object is believed. */
const ask = (repository: string, args: readonly string[]): Promise<Uint8Array> =>
  runGit(repository, args, { env: BELIEVING });

const decode = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
