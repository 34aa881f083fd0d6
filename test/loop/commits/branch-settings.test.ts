import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { findCommitProblems } from '../../../src/loop/commits/find-commit-problems.ts';
import { aFolder, git, hasGit, write } from '../../evidence/a-repository.ts';
import { aCommittingWorkspace } from '../../run/a-committing-workspace.ts';

/** A clean checkout on main whose user has a config of its own. */
const aPlace = async (includes: string, files: Readonly<Record<string, string>> = {}) => {
  const { folder, config } = await aCommittingWorkspace();
  const home = await aFolder();
  await write(home, { '.gitconfig': includes, hide: '[core]\n\texcludesFile = ~/mine\n', mine: 'build/\n', ...files });
  await git(folder, 'branch', '--move', 'main');
  vi.stubEnv('HOME', home);
  vi.stubEnv('XDG_CONFIG_HOME', undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  return { folder, home, config };
};
const onBranch = (pattern: string, path = 'hide') => `[includeIf "onbranch:${pattern}"]\n\tpath = ${path}\n`;

const settingOn = async (folder: string, ...branch: readonly string[]): Promise<string> => {
  await git(folder, 'switch', '--quiet', ...branch);
  return git(folder, 'config', '--default', '', 'core.excludesFile');
};

describe.skipIf(!hasGit)('a config that includes files by the branch (needs git)', () => {
  beforeEach(() => vi.unstubAllEnvs());

  const says = (before: string, here: string, after: string) =>
    `A config of git includes a file by the branch (includeIf "onbranch:…"): core.excludesFile is ${before} on ${here} and ${after} on dualgate/spec, where the run works. Set core.excludesFile for both, or set commits: false.`;

  test('prevents a run that would leave the branch of its ignore rules, as git itself sees them', async () => {
    const { folder, config } = await aPlace(onBranch('ma?n'));
    expect(await findCommitProblems(config)).toEqual([says('~/mine', 'main', 'not set')]);
    expect([await settingOn(folder, 'main'), await settingOn(folder, '--create', 'dualgate/spec')]).toEqual([
      '~/mine',
      '',
    ]);
  });

  test('prevents a run whose own branch has other ignore rules, here and in a worktree', async () => {
    const { folder, config } = await aPlace(onBranch('dualgate/'));
    expect(await findCommitProblems(config)).toEqual([says('not set', 'main', '~/mine')]);
    expect(await findCommitProblems({ ...config, workspace: 'worktree' })).toEqual([
      says('not set', 'no branch', '~/mine'),
    ]);
    expect(await settingOn(folder, '--create', 'dualgate/spec')).toBe('~/mine');
  });

  test('is found in the config of the repository, and through another include', async () => {
    const { folder, config } = await aPlace('', { more: '[include]\n\tpath = hide\n' });
    await git(folder, 'config', 'includeIf.onbranch:main.path', '~/more');
    expect(await findCommitProblems(config)).toEqual([says('~/mine', 'main', 'not set')]);
    await git(folder, 'config', 'includeIf.onbranch:main.path', 'own "config"');
    await write(folder, { '.git/own "config"': '[core]\n\tignoreCase = true\n' });
    expect(await findCommitProblems(config)).toEqual([
      says('true', 'main', 'not set').replaceAll('core.excludesFile', 'core.ignoreCase'),
    ]);
  });

  test('prevents nothing where the ignore rules stay the same: another branch, another setting, a worktree', async () => {
    const { config } = await aPlace(`${onBranch('release/*')}${onBranch('main', 'name')}`, {
      name: '[user]\n\tname = Bea\n',
    });
    expect(await findCommitProblems(config)).toEqual([]);
    const other = await aPlace(onBranch('main'));
    expect(await findCommitProblems({ ...other.config, workspace: 'worktree' })).toEqual([]);
  });
});
