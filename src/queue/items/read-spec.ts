/**
 * The spec of a new item, and the commit that work on it begins from. A worker on another machine has nothing but that
 * commit, so that with a remote the spec and the config have to be in it.
 */
import { extname, join, relative } from 'node:path';
import { existsSync } from 'node:fs';
import { plainPath } from '../../project/config/plain-path.ts';
import type { Config } from '../../project/config/config.ts';
import { readBytes } from '../../base/files/open-plain.ts';
import { hashBytes } from '../../ledger/ledger-record.ts';
import { askGit, git, openRepository } from '../../commits/repository.ts';
import { ProofError } from '../../commits/commit-trailers.ts';
import { readHead } from '../../project/sources/list-sources.ts';
import { WorkspaceError } from '../../project/sources/workspace-error.ts';
import { type ItemRefused, refuse } from './item-store.ts';
import type { RefMove } from '../leases/remote-refs.ts';
import { readHeadBranch } from '../../commits/branch.ts';
import { RunError } from '../../records/run-error.ts';
import type { ItemState } from './item-state.ts';

/** `specs/some task.md` → `specs-some-task`. */
export const nameItem = (spec: string): string => {
  const bare = spec.slice(0, spec.length - extname(spec).length);
  const name = bare.replaceAll(/[^A-Za-z0-9_-]+/g, '-').replaceAll(/^-+|-+$/g, '');
  return name === '' ? 'item' : name.slice(-100);
};

interface SpecQuestion {
  readonly item: string;
  readonly config: Pick<Config, 'folder' | 'files'>;
  /** Relative to the workspace, with `/`; `null` for none. */
  readonly spec: string | null;
  readonly isRemote: boolean;
}

type ReadSpec = { readonly ok: true; readonly spec_hash: string | null; readonly base: string | null } | ItemRefused;

export const readSpec = async ({ item, config, spec, isRemote }: SpecQuestion): Promise<ReadSpec> => {
  const { folder } = config;
  const base = await findHead(folder);
  if (spec === null) return { ok: true, spec_hash: null, base };
  const path = join(folder, spec);
  if (!existsSync(path))
    return refuse('missing_spec', `Cannot add ${item}: there is no file ${spec} in ${folder}. Write the spec first.`);
  const content = readBytes(path);
  if (content === null)
    return refuse(
      'missing_spec',
      `Cannot add ${item}: ${spec} is not a readable file. Write the spec into a plain one.`,
    );
  const spec_hash = hashBytes(content);
  if (!isRemote) return { ok: true, spec_hash, base };
  const files = [spec, ...config.files.map((file) => plainPath(relative(folder, file)))];
  const [left] = await findUncommitted(folder, base, files, spec);
  return left === undefined
    ? { ok: true, spec_hash, base }
    : refuse(
        left === spec ? 'missing_spec' : 'uncommitted_config',
        `Cannot add ${item}: ${left} is not committed as it is, and a worker on another machine begins from the commit at HEAD. Commit it first: git add ${left} && git commit.`,
      );
};

/** A config that git ignores, or that is elsewhere, is one of each machine. */
const findUncommitted = async (
  folder: string,
  base: string | null,
  files: readonly string[],
  spec: string,
): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const file of files) {
    const content = readBytes(join(folder, file));
    const committed = base === null ? null : await hashAt(folder, base, file);
    if (content !== null && committed === hashBytes(content)) continue;
    if (file === spec || committed !== null || (await isOfGit(folder, file))) found.push(file);
  }
  return found;
};

const isOfGit = async (folder: string, file: string): Promise<boolean> => {
  const ask = ['ls-files', '--cached', '--others', '--exclude-standard', '--', file];
  return (await askGit({ folder }, ask).catch(() => '')) !== '';
};

const findHead = async (folder: string): Promise<string | null> => {
  try {
    return await readHead(folder);
  } catch (error) {
    if (error instanceof WorkspaceError) return null;
    throw error;
  }
};

const hashAt = async (folder: string, commit: string, spec: string): Promise<string | null> => {
  const { prefix } = await openRepository(folder);
  const inside = `${Buffer.from(prefix, 'latin1').toString('utf8')}${spec}`;
  try {
    return hashBytes(await git({ folder }, ['cat-file', 'blob', `${commit}:${inside}`]));
  } catch (error) {
    if (error instanceof ProofError) return null;
    throw error;
  }
};

// The result of a session outside of a worker: the commit that it names, or HEAD of the checkout of its signal.

interface Result {
  readonly commit: string | null;
  readonly branch: string | null;
}

/**
 * @param named - as git names a commit; `null`: HEAD @returns nulls without a repository or a commit; no branch where
 *   HEAD is detached, or where a commit is named @throws {RunError} when git does not know the commit that is named
 */
export const findResult = async (folder: string, named: string | null = null): Promise<Result> => {
  try {
    if (named !== null) return { commit: await resolveCommit(folder, named), branch: null };
    const commit = await readHead(folder);
    if (commit === null) return { commit, branch: null };
    return { commit, branch: await readHeadBranch(await openRepository(folder)) };
  } catch (error) {
    if (error instanceof WorkspaceError) return { commit: null, branch: null };
    throw error;
  }
};

const resolveCommit = async (folder: string, named: string): Promise<string> => {
  try {
    return await askGit({ folder }, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${named}^{commit}`]);
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    throw new RunError(
      `Cannot find the commit ${named} in ${folder}. Name one with --commit, or leave it out for HEAD.`,
    );
  }
};

/** The result after a red CI need not descend from the refused one. */
export const moveResult = (branch: string | null, to: string, refused: ItemState['refused']): RefMove => {
  const ref = `refs/heads/${branch}`;
  return refused?.commit == null ? { ref, to } : { ref, to, from: refused.commit };
};
