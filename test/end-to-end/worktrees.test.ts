import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect } from 'vitest';
import { hasGit, test } from './a-home.ts';
import { aProject, phases, type Project, write } from './a-project.ts';
import { DO_THE_WORK, READ_THE_PROMPT, SAY_YES, shell } from './a-shell-agent.ts';
import { runProgram } from './run-program.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(3, test);

const config = { commits: true, workspace: 'worktree', phases: phases({ RED: {}, GREEN: {} }) };
const HONEST = shell(READ_THE_PROMPT, DO_THE_WORK, SAY_YES);

const aProjectBeside = async (home: string, more: Readonly<Record<string, unknown>> = {}): Promise<Project> => {
  await write(home, { '.gitconfig': '[user]\n\tname = Bea\n\temail = bea@example.org\n' });
  return aProject(home, { config: { ...config, ...more }, agent: HONEST, files: { 'lib/crlf.txt': 'a\r\n' } });
};
const ask = async ({ home, workspace }: Project, ...args: readonly string[]): Promise<string> =>
  (await execa('git', args, { cwd: workspace, env: { PATH: process.env['PATH'] ?? '', HOME: home }, extendEnv: false }))
    .stdout;

describe.skipIf(!hasGit)('a run in its own worktree (needs git)', { concurrent: true }, () => {
  slow('leaves the checkout and its files unchanged, and is found from there', async ({ home }) => {
    const project = await aProjectBeside(home, { setup: 'sh -c "echo deps > .git-ignored; cat lib/crlf.txt"' });
    const there = join(home, 'work space.dualgate', 'shout');
    await write(project.workspace, { 'notes.txt': 'mine\n', '.git/info/exclude': '.git-ignored\n' });
    const before = [await ask(project, 'symbolic-ref', 'HEAD'), await ask(project, 'status', '--porcelain')];

    const run = await runProgram(project, 'run', '--until', 'RED');
    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.stderr).toMatch(
      /^Creating the worktree .*\.dualgate\/shout of the commit [0-9a-f]{10}\.\nSetting it up: sh -c .*\nSet up in \d+\.\d s\.\n$/,
    );
    expect(readFileSync(`${there}.setup.stdout`, 'utf8')).toBe('a\r\n');
    expect([await ask(project, 'symbolic-ref', 'HEAD'), await ask(project, 'status', '--porcelain')]).toEqual(before);
    expect(existsSync(join(project.workspace, '.dualgate'))).toBe(false);

    expect((await runProgram(project, 'status')).stdout).toContain('branch dualgate/shout, at ');
    expect(await runProgram(project, 'resume')).toMatchObject({ exitCode: 0 });
    expect(await runProgram(project, 'verify')).toMatchObject({ exitCode: 0 });
    expect((await ask(project, 'log', '--format=%s', '-3', 'dualgate/shout')).split('\n')).toEqual([
      'GREEN: 2 tests pass, twice in a row',
      'RED: 2 new tests fail on an assertion',
      'START: no test passes before the work on specs/shout.md',
    ]);
    expect(await ask({ ...project, workspace: there }, 'status', '--porcelain')).toBe('');
    await ask(project, 'worktree', 'remove', '--force', there);
  });

  slow('does not start if its setup fails, and names the output to read', async ({ home }) => {
    const project = await aProjectBeside(home, { setup: 'sh -c "echo no >&2; exit 3"' });
    const { exitCode, stderr } = await runProgram(project, 'run');
    expect({ exitCode, stderr }).toEqual({
      exitCode: 77,
      stderr: expect.stringMatching(
        /Cannot set up .*: sh -c echo no >&2; exit 3 failed \(it ended with exit code 3\)\. See .*setup\.stderr/,
      ),
    });
    expect(await ask(project, 'for-each-ref', 'refs/heads/dualgate')).toBe('');
  });

  slow('needs commits, and a setup needs a worktree', async ({ home }) => {
    const project = await aProjectBeside(home, { commits: false });
    expect((await runProgram(project, 'run')).stderr).toContain('workspace: worktree needs `commits: true`');
    const other = await aProjectBeside(join(home, 'other'), { workspace: 'here', setup: 'npm ci' });
    expect((await runProgram(other, 'run')).stderr).toContain('setup needs `workspace: worktree`');
  });
});
