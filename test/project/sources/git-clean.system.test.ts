import { chmod, rm, symlink, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { takeFingerprint } from '../../../src/project/sources/fingerprint.ts';
import { findBroken, freezeFiles } from '../../../src/evidence/integrity/freeze.ts';
import { findHeldFromStart } from '../../../src/evidence/integrity/suite-files.ts';
import { isClean } from '../../../src/project/sources/git-clean.ts';
import { findCone } from '../../../src/project/sources/sparse-checkout.ts';
import { aFolder, aRepository, git, hasGit, write } from '../../evidence/a-repository.ts';

const FILES = { 'a.js': 'a\n', 'sub/b.js': 'b\n', '.gitignore': 'dist/\n' };

const look = async (folder: string, writes: readonly string[] = []) =>
  isClean(folder, await takeFingerprint(folder, { writes }), { writes });

describe.skipIf(!hasGit)('whether the commit at HEAD holds the sources (needs git)', () => {
  test('is so right after a commit, whatever git ignores and the suite writes for itself', async () => {
    const folder = await aRepository(FILES);
    await symlink('a.js', join(folder, 'link.js'));
    await git(folder, 'add', '--all');
    await git(folder, 'commit', '--quiet', '--message', 'link');
    await write(folder, { 'dist/x.js': 'x\n', 'out/report.txt': 'x\n', '.dualgate/lock': '' });
    expect(await look(folder, ['out/**'])).toBe(true);
    expect(await look(join(folder, 'sub'))).toBe(true);
  });

  test.each<[string, (folder: string) => Promise<unknown>]>([
    ['a file was changed', (folder) => write(folder, { 'a.js': 'other\n' })],
    ['a file is new', (folder) => write(folder, { 'new.js': 'new\n' })],
    ['a file is gone', (folder) => unlink(join(folder, 'a.js'))],
    ['a mode was changed', (folder) => chmod(join(folder, 'a.js'), 0o755)],
    [
      'a change is only staged',
      async (folder) => {
        await write(folder, { 'a.js': 'other\n' });
        await git(folder, 'add', '--all');
      },
    ],
    [
      'the index ignores changes',
      async (folder) => {
        await git(folder, 'update-index', '--assume-unchanged', 'a.js');
        await git(folder, 'update-index', '--skip-worktree', 'sub/b.js');
        await write(folder, { 'a.js': 'other\n', 'sub/b.js': 'other\n' });
      },
    ],
    [
      'a filter would make it the same',
      async (folder) => {
        await write(folder, { '.git/info/attributes': '*.js filter=same\n', 'a.js': 'other\n' });
        await git(folder, 'config', 'filter.same.clean', 'echo a');
      },
    ],
  ])('is not so when %s', async (_what, change) => {
    const folder = await aRepository(FILES);
    await change(folder);
    expect(await look(folder)).toBe(false);
  });

  test('is so in a sparse checkout whose cone nobody changed, and only for files outside of it', async () => {
    const folder = await aRepository({ ...FILES, 'lib/deep/c.js': 'c\n', 'lib/d.js': 'd\n', 'sub/more/e.js': 'e\n' });
    const lookAt = async (cone: string | null) =>
      isClean(folder, await takeFingerprint(folder, { writes: [] }), { writes: [], cone });
    await git(folder, 'sparse-checkout', 'set', '--cone', 'lib/deep');
    const cone = await findCone(folder);
    expect(cone).toBe(join(folder, '.git/info/sparse-checkout'));
    expect([await lookAt(cone), await lookAt(null)]).toEqual([true, false]);
    await write(folder, { 'sub/b.js': 'other\n' });
    expect(await lookAt(cone)).toBe(false);
    await write(folder, { 'sub/b.js': 'b\n' });
    expect(await lookAt(cone)).toBe(true);
    await unlink(join(folder, 'lib/d.js'));
    expect(await lookAt(cone)).toBe(false);
    // Patterns that are no cone are read by nobody but git.
    await git(folder, 'sparse-checkout', 'set', '--no-cone', '*.md');
    expect(await lookAt(cone)).toBe(null);
    await git(folder, 'sparse-checkout', 'disable');
    expect(await findCone(folder)).toBe(null);
  });

  test('is held by a cone as it was when the run began', async () => {
    const folder = await aRepository({ ...FILES, 'lib/c.js': 'c\n' });
    await git(folder, 'sparse-checkout', 'set', '--cone', 'sub');
    const held = async () =>
      freezeFiles(
        folder,
        (await findHeldFromStart(folder, [], [])).filter((path) => /sparse/i.test(path)),
      );
    const frozen = await held();
    expect(Object.keys(frozen)).toEqual(['.git#core.sparseCheckout', '.git/info/sparse-checkout']);
    expect(await findBroken(folder, frozen)).toEqual([]);
    await git(folder, 'sparse-checkout', 'set', '--cone', 'lib');
    expect((await findBroken(folder, frozen)).map(({ path }) => path)).toEqual(['.git/info/sparse-checkout']);
    await git(folder, 'sparse-checkout', 'disable');
    expect((await findBroken(folder, frozen)).map(({ path }) => path)).toContain('.git#core.sparseCheckout');
    expect(await held()).toEqual({});
  });

  test('cannot be told without a commit, nor where there are submodules', async () => {
    const empty = await aFolder();
    await git(empty, 'init', '--quiet');
    expect(await look(empty)).toBe(null);
    const folder = await aRepository(FILES);
    const inner = join(folder, 'inner');
    await write(inner, { 'c.js': 'c\n' });
    await git(inner, 'init', '--quiet');
    await git(inner, 'add', '--all');
    await git(inner, 'commit', '--quiet', '--message', 'inner');
    await git(folder, 'add', '--all');
    await git(folder, 'commit', '--quiet', '--message', 'outer');
    expect(await look(folder)).toBe(null);
    await rm(inner, { recursive: true });
  });
});
