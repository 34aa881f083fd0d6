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
import { ProofError } from '../../commits/proof-error.ts';
import { readHead } from '../../project/sources/list-sources.ts';
import { WorkspaceError } from '../../project/sources/workspace-error.ts';
import { type ItemRefused, refuse } from './word-refusal.ts';

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

/** Tracked, or neither tracked nor ignored. */
const isOfGit = async (folder: string, file: string): Promise<boolean> => {
  const ask = ['ls-files', '--cached', '--others', '--exclude-standard', '--', file];
  return (await askGit({ folder }, ask).catch(() => '')) !== '';
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
