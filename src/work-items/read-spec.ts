/**
 * The spec of a new item, and the commit that work on it begins from. A worker on another machine has nothing but that
 * commit, so that with a remote the spec has to be in it.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readBytes } from '../files/open-plain.ts';
import { hashBytes } from '../ledger/ledger-record.ts';
import { git, openRepository } from '../proof/repository.ts';
import { ProofError } from '../proof/proof-error.ts';
import { readHead } from '../sources/list-sources.ts';
import { WorkspaceError } from '../sources/workspace-error.ts';
import { type ItemRefused, refuse } from './word-refusal.ts';

interface SpecQuestion {
  readonly item: string;
  /** Absolute: the workspace. */
  readonly folder: string;
  /** Relative to it, with `/`; `null` for none. */
  readonly spec: string | null;
  readonly isRemote: boolean;
}

type ReadSpec = { readonly ok: true; readonly spec_hash: string | null; readonly base: string | null } | ItemRefused;

export const readSpec = async ({ item, folder, spec, isRemote }: SpecQuestion): Promise<ReadSpec> => {
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
  const committed = base === null ? null : await hashAt(folder, base, spec);
  return committed === spec_hash
    ? { ok: true, spec_hash, base }
    : refuse(
        'missing_spec',
        `Cannot add ${item}: ${spec} is not committed as it is, and a worker on another machine begins from the commit at HEAD. Commit it first: git add ${spec} && git commit.`,
      );
};

/** `null` where there is no repository, or no commit. */
const findHead = async (folder: string): Promise<string | null> => {
  try {
    return await readHead(folder);
  } catch (error) {
    if (error instanceof WorkspaceError) return null;
    throw error;
  }
};

/** `null` when the file is not in the commit. */
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
