import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mergeTrees } from '../../../../src/commits/repository.ts';
import { chooseTarget, moveTarget, readTarget } from '../../../../src/queue/list/merge/target.ts';
import { hasGit } from '../../../evidence/a-repository.ts';
import { aListProject, IN_WORKTREES, type ListProject } from '../a-list.ts';

/** The target, and a commit after it that changes, adds and removes a file; the checkout is on the target. */
const aTarget = async () => {
  const project = await aListProject({ a: '' }, { workers: 1 }, IN_WORKTREES);
  const { git, folder } = project;
  writeFileSync(join(folder, 'gone.txt'), 'gone');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Base');
  const from = git('rev-parse', 'HEAD');
  git('switch', '--quiet', '--detach');
  writeFileSync(join(folder, 'new.txt'), 'new');
  writeFileSync(join(folder, '.gitignore'), 'ignored\nother\n');
  rmSync(join(folder, 'gone.txt'));
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Next');
  const to = git('rev-parse', 'HEAD');
  git('switch', '--quiet', 'main');
  return { ...project, from, to, moving: { task: 'specs/a.md', branch: 'main', from, to, measured: 3 } };
};

const stateOf = ({ git, folder }: ListProject) => ({
  tip: git('rev-parse', 'main'),
  dirty: git('status', '--porcelain'),
  files: ['new.txt', 'gone.txt'].filter((path) => existsSync(join(folder, path))),
});

describe.skipIf(!hasGit)('the target (needs git)', () => {
  test('moves with the files and the index of its checkout, once and when it is repeated after a crash', async () => {
    const project = await aTarget();
    const { git, to, moving } = project;
    const moved = { tip: to, dirty: '', files: ['new.txt'] };
    expect(await moveTarget(project.config(), moving, 'why')).toBe(true);
    expect(stateOf(project)).toEqual(moved);
    expect(await moveTarget(project.config(), moving, 'why')).toBe(true);
    expect(stateOf(project)).toEqual(moved);

    // Killed after the branch moved, and in the middle of the files.
    git('reset', '--quiet', '--hard', moving.from);
    git('update-ref', 'refs/heads/main', to);
    writeFileSync(join(project.folder, 'new.txt'), 'new');
    expect(await moveTarget(project.config(), moving, 'why')).toBe(true);
    expect(stateOf(project)).toEqual(moved);
  });

  test('is refused with the keys that are missing, and no other', async () => {
    const { config } = await aTarget();
    const at = { branch: 'main', commit: 'a'.repeat(40) };
    const refused = async (workspace: 'here' | 'worktree', base: typeof at | null) =>
      chooseTarget({ ...config(), workspace }, base).catch((error: Error) => error.message.split('Set ')[1]);
    expect(await refused('here', at)).toBe('workspace: worktree.');
    expect(await refused('worktree', null)).toBe('commits: true.');
    expect(await refused('here', null)).toBe('commits: true and workspace: worktree.');
  });

  test('overwrites nothing of a person, and says how to continue', async () => {
    const project = await aTarget();
    project.git('update-ref', 'refs/heads/main', project.to);
    writeFileSync(join(project.folder, '.gitignore'), 'mine\n');
    await expect(moveTarget(project.config(), project.moving, 'why')).rejects.toThrow(
      /these were changed meanwhile: \.gitignore\. The branch itself has moved\. Run git stash, then git reset --hard, then dualgate run\.$/,
    );
    expect(readFileSync(join(project.folder, '.gitignore'), 'utf8')).toBe('mine\n');
  });

  test('does not move when somebody else moved it: neither branch nor files', async () => {
    const project = await aTarget();
    const { git } = project;
    git('commit', '--quiet', '--allow-empty', '--message', 'Mine');
    const before = stateOf(project);
    expect(await moveTarget(project.config(), project.moving, 'why')).toBe(false);
    expect(stateOf(project)).toEqual(before);
  });

  test('is refused while another worktree has it, and when it is missing', async () => {
    const project = await aTarget();
    const { git, home } = project;
    git('switch', '--quiet', '--create', 'mine');
    git('worktree', 'add', '--quiet', join(home, 'other'), 'main');
    expect(await readTarget(project.config(), 'main')).toEqual({
      why: `The branch main is checked out in ${git('-C', join(home, 'other'), 'rev-parse', '--show-toplevel')}. Switch to another branch there, then run dualgate run`,
    });
    expect(await readTarget(project.config(), 'gone')).toEqual({
      why: 'The branch gone is missing. Create it again, then run dualgate run',
    });
  });

  test('is merged by git alone: a merge driver of the repository is not started, and its file is a conflict', async () => {
    const { git, folder } = await aTarget();
    const started = join(folder, '..', 'started');
    git('config', 'merge.own.driver', `touch '${started}'`);
    const commitOf = (name: string, content: string) => {
      git('switch', '--quiet', '--detach', 'main');
      writeFileSync(join(folder, '.gitattributes'), '*.own merge=own\n');
      writeFileSync(join(folder, 'x.own'), content);
      writeFileSync(join(folder, `${name}.txt`), name);
      git('add', '--all');
      git('commit', '--quiet', '--message', name);
      return git('rev-parse', 'HEAD');
    };
    const [one, other] = [commitOf('one', 'one\n'), commitOf('other', 'other\n')];
    expect(await mergeTrees({ folder }, one, other)).toEqual({ is: 'conflict', files: ['x.own'] });
    expect(existsSync(started)).toBe(false);
    expect(await mergeTrees({ folder }, 'main', one)).toEqual({ is: 'tree', tree: git('rev-parse', `${one}^{tree}`) });
  });
});
