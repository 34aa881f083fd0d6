import { afterEach, describe, expect, test, vi } from 'vitest';
import { askIgnoreSettings, askRepository } from '../../../src/project/sources/git-answers.ts';
import { askSparse } from '../../../src/project/sources/sparse-checkout.ts';
import { takeFingerprint } from '../../../src/project/sources/fingerprint.ts';
import { aFolder, aRepository, git, hasGit, write } from '../../evidence/a-repository.ts';
import { countGit } from './counted-git.ts';

/** A repository under a home of its own. */
const aPlace = async (files?: Readonly<Record<string, string>>) => {
  const home = await aFolder();
  vi.stubEnv('HOME', home);
  vi.stubEnv('XDG_CONFIG_HOME', undefined);
  return { home, folder: await aRepository(files) };
};

const answers = async (folder: string) => ({ ...(await askIgnoreSettings(folder)), ...(await askRepository(folder)) });

describe.skipIf(!hasGit)('what git says of a repository (needs git)', () => {
  afterEach(() => vi.unstubAllEnvs());

  test('is asked once while nothing moves, so that a fingerprint starts one git', async () => {
    const { folder, home } = await aPlace({ 'a.js': 'a\n', '.pytest_cache/b': '' });
    await write(home, { '.gitconfig': '[include]\n\tpath = more\n', more: '[core]\n\texcludesFile = ~/mine\n' });
    const { take } = await countGit();
    const first = await answers(folder);
    await takeFingerprint(folder, { writes: [] });
    take();
    // A tool's own folder, which ignores itself, needs no second question.
    await write(folder, { 'a.js': 'other\n', 'b.js': 'b\n', '.pytest_cache/.gitignore': '# Made by pytest.\n*\n' });
    const { files } = await takeFingerprint(folder, { writes: [] });
    expect([...files.keys()]).toEqual(['.pytest_cache/b', 'a.js', 'b.js']);
    expect([await answers(folder), first.excludesFile]).toEqual([first, `${home}/mine`]);
    expect(take().map((line) => line.split(' ')[0])).toEqual(['ls-files']);
  });

  const hide = '[core]\n\texcludesFile = /hidden\n';
  const moves: Readonly<Record<string, (place: { folder: string; home: string }) => Promise<unknown>>> = {
    'the config of the repository': ({ folder }) => git(folder, 'config', 'core.excludesFile', '/hidden'),
    'the config of its work tree': async ({ folder }) => {
      await git(folder, 'config', 'extensions.worktreeConfig', 'true');
      await answers(folder);
      await git(folder, 'config', '--worktree', 'core.excludesFile', '/hidden');
    },
    'the config of the home': ({ home }) => write(home, { '.gitconfig': hide }),
    'the config in its other place': ({ home }) => write(home, { '.config/git/config': hide }),
    'a file that the config of the home includes': async ({ folder, home }) => {
      await write(home, { '.gitconfig': '[include]\n\tpath = more\n', more: '[core]\n\texcludesFile = /first\n' });
      await answers(folder);
      await write(home, { more: hide });
    },
    'a file that appears where an include names it': async ({ folder, home }) => {
      await write(home, { '.gitconfig': `[includeIf "gitdir:${folder}/"]\n\tpath = ~/more\n` });
      await answers(folder);
      await write(home, { more: hide });
    },
    'a file that the config of the repository includes': async ({ folder }) => {
      await git(folder, 'config', 'include.path', 'more');
      await write(folder, { '.git/more': '[core]\n\texcludesFile = /first\n' });
      await answers(folder);
      await write(folder, { '.git/more': hide });
    },
    'a branch with an include of its own': async ({ folder, home }) => {
      await write(home, { '.gitconfig': '[includeIf "onbranch:other"]\n\tpath = more\n', more: hide });
      await answers(folder);
      await git(folder, 'switch', '--quiet', '--create', 'other');
    },
  };
  for (const [name, move] of Object.entries(moves))
    test(`is asked again after a change of ${name}`, async () => {
      const place = await aPlace();
      expect((await answers(place.folder)).excludesFile).not.toBe('/hidden');
      await move(place);
      expect((await answers(place.folder)).excludesFile).toBe('/hidden');
    });

  test('is what git itself makes of each form of a setting', async () => {
    const { folder } = await aPlace();
    const forms = {
      'core.excludesFile': ['/all', '~/mine', 'near', '%(prefix)/it', ''],
      'core.ignoreCase': ['true', 'false', 'TRUE', 'yes', '1', '0', 'off', ''],
      'core.sparseCheckout': ['true', 'no', '2'],
    };
    for (const [key, values] of Object.entries(forms))
      for (const value of values) {
        await git(folder, 'config', key, value);
        const type = key === 'core.excludesFile' ? 'path' : 'bool';
        const [settings, isSparse] = [await askIgnoreSettings(folder), await askSparse(folder)];
        const answer = { 'core.excludesFile': settings.excludesFile, 'core.ignoreCase': settings.ignoreCase }[key];
        expect([key, value, answer ?? isSparse]).toEqual([
          key,
          value,
          await git(folder, 'config', `--type=${type}`, '--get', key),
        ]);
      }
    await git(folder, 'config', '--unset', 'core.sparseCheckout');
    expect(await askSparse(folder)).toBe('false');
  });

  test('has the commit of HEAD, however it moves', async () => {
    const { folder } = await aPlace();
    const heads = [(await answers(folder)).head];
    const commit = () => git(folder, 'commit', '--quiet', '--allow-empty', '--message', 'next');
    const moveHead: readonly (() => Promise<unknown>)[] = [
      commit,
      () => git(folder, 'pack-refs', '--all', '--prune'),
      commit,
      () => git(folder, 'switch', '--quiet', '--detach', 'HEAD~1'),
      () => git(folder, 'switch', '--quiet', '--orphan', 'empty'),
      commit,
    ];
    for (const move of moveHead) {
      await move();
      const head = await git(folder, 'rev-parse', 'HEAD').catch(() => null);
      const answer = await answers(folder);
      expect([answer.head, (await takeFingerprint(folder, { writes: [] })).head]).toEqual([head, head]);
      heads.push(head);
    }
    expect(new Set(heads).size).toBe(5);
  });

  test('is about the repository that is there now: a nearer one, or one whose work tree is elsewhere', async () => {
    const { folder, home } = await aPlace({ 'app/a.js': 'a\n' });
    const app = `${folder}/app`;
    expect((await answers(app)).up).toBe('../');
    await git(folder, 'config', 'core.worktree', home);
    await expect(takeFingerprint(app, { writes: [] })).rejects.toThrow('is not in the work tree');
    await git(folder, 'config', '--unset', 'core.worktree');
    expect((await answers(app)).up).toBe('../');
    await git(app, 'init', '--quiet');
    expect(await answers(app)).toMatchObject({ up: '', head: null });
  });
});
