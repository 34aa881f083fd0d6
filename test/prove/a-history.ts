/** Small histories of two commits, as people make them: invented code in real shapes. */
import { rm, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type SuiteWords, prove } from '../../src/prove/prove.ts';
import type { ChangeProof } from '../../src/prove/prove-change.ts';
import { aRepository, git, write } from '../evidence/a-repository.ts';

export type Files = Readonly<Record<string, string>>;

/** A change as two commits on one another; `null` takes a file away. */
export interface Change {
  readonly before: Files;
  readonly after: Readonly<Record<string, string | null>>;
  /** As one types it. */
  readonly command: string;
  readonly runner?: string;
}

const OUR_MODULES = resolve(import.meta.dirname, '../../node_modules');

/** The repository of a change, with our own node_modules beside it, which git ignores. */
export const aHistory = async ({ before, after }: Pick<Change, 'before' | 'after'>): Promise<string> => {
  const folder = await aRepository({ '.gitignore': 'node_modules\n', ...before });
  await symlink(OUR_MODULES, join(folder, 'node_modules'));
  const gone = Object.entries(after).flatMap(([path, text]) => (text === null ? [path] : []));
  await write(
    folder,
    Object.fromEntries(Object.entries(after).flatMap(([path, text]) => (text === null ? [] : [[path, text]]))),
  );
  for (const path of gone) await rm(join(folder, path));
  await git(folder, 'add', '--all');
  await git(folder, 'commit', '--quiet', '--no-verify', '--message', 'the change');
  return folder;
};

/** Proves the last commit of a history made for it. */
export const proveOf = async (change: Change, options: { readonly suite?: SuiteWords } = {}): Promise<ChangeProof> => {
  const folder = await aHistory(change);
  const { command, runner } = change;
  return prove({
    folder,
    base: 'HEAD~1',
    head: 'HEAD',
    suite: { command, timeoutMs: 60_000, ...(runner === undefined ? {} : { runner }) },
    ...options,
  });
};

/** Parts of a proof that a test checks: the claims that hold, and the objections to the others. */
export const shortly = ({ holds, claims, tests }: ChangeProof) => ({
  holds,
  claims: Object.fromEntries(claims.map(({ id, because }) => [id, because])),
  tests,
});
