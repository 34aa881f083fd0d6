import { chmod } from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, vi } from 'vitest';
import { hasGit, test } from './a-home.ts';
import { aProject, phases, type Project, write } from './a-project.ts';
import { shell, READ_THE_PROMPT, SAY_NO } from './a-shell-agent.ts';
import { inTurn } from '../pick-some.ts';
import { hasProc, isRunning } from './processes.ts';
import { recordsOf } from './read-project.ts';
import { environmentOf, PROGRAM } from './run-program.ts';

const slow = inTurn(2, test);

const CONFIG = { commits: true, phases: phases({ RED: { limits: { max_iterations: 1 } }, GREEN: {} }) };

interface Options {
  readonly agent?: string;
  /** Of `gh`. */
  readonly exit?: number;
  readonly config?: object;
}

/** An issue that `gh` prints. */
const ISSUE = {
  number: 7,
  title: 'Shout',
  body: '- [ ] AC-1: a word is shouted in capitals\n- [ ] AC-2: a shout ends with one exclamation mark\n',
  url: 'https://example.org/issues/7',
};

/** A project whose remote is a folder, and a `gh` that records its arguments and its input. */
const layOut = async (home: string, { agent, exit = 0, config }: Options = {}) => {
  await write(home, {
    'issue-7': JSON.stringify(ISSUE),
    'issue-8': JSON.stringify({ ...ISSUE, number: 8 }),
    '.gitconfig': '[user]\n  name = Ann\n  email = ann@example.org\n',
    'bin/gh': `#!/bin/sh\n[ "$1" = issue ] && exec cat "$HOME/issue-$3"\nprintf '%s\\n' "$@" > "$HOME/asked"\ncat > "$HOME/body"\necho 'no rights' >&2\necho https://example.org/pull/7\nexit ${exit}\n`,
  });
  await chmod(join(home, 'bin', 'gh'), 0o755);
  const project = await aProject(home, { config: { ...CONFIG, ...config }, ...(agent === undefined ? {} : { agent }) });
  const hub = join(home, 'hub.git');
  const git = (...args: readonly string[]) => execa('git', args, { cwd: project.workspace, env: { HOME: home } });
  await git('init', '--quiet', '--bare', hub);
  await git('remote', 'add', 'origin', hub);
  const branches = async () => (await git('-C', hub, 'branch', '--list', '--format=%(refname:short)')).stdout;
  const asked = () => readFileSync(join(home, 'asked'), 'utf8').trim().split('\n');
  return { project, branches, asked };
};

const run = ({ home, workspace }: Project, ...words: readonly string[]) =>
  execa(process.execPath, [PROGRAM, 'run', ...words], {
    cwd: workspace,
    env: { ...environmentOf(home), PATH: `${join(home, 'bin')}:${process.env['PATH'] ?? ''}` },
    extendEnv: false,
    reject: false,
  });

describe.skipIf(!hasGit)('dualgate run --pr (needs git)', () => {
  test('pushes the branch of a completed run, and opens a draft with its report', async ({ home }) => {
    const { project, branches, asked } = await layOut(home);
    const { exitCode, stdout, stderr } = await run(project, '--pr');
    expect([exitCode, stderr, stdout.split('\n').at(-1)]).toEqual([
      0,
      '',
      'Opened a draft pull request: https://example.org/pull/7',
    ]);
    const branch = await branches();
    expect(branch).toMatch(/^dualgate\/\S+$/);
    expect(asked()).toEqual([
      'pr',
      'create',
      '--draft',
      '--head',
      branch,
      '--title',
      'dualgate: specs/shout.md',
      '--body-file',
      '-',
    ]);
    expect(readFileSync(join(home, 'body'), 'utf8')).toContain('AC-1');
  });

  slow('pushes nothing without the option, nor when the run does not complete', async ({ home }) => {
    const { project, branches } = await layOut(home, { agent: shell(READ_THE_PROMPT, SAY_NO) });
    expect((await run(project, '--pr')).exitCode).not.toBe(0);
    expect([await branches(), existsSync(join(home, 'asked'))]).toEqual(['', false]);
  });

  slow('pushes nothing when it only paused', async ({ home }) => {
    const { project, branches } = await layOut(home);
    expect((await run(project, '--pr', '--until', 'RED')).exitCode).toBe(0);
    expect(await branches()).toBe('');
  });

  slow('says how to open it by hand when gh fails', async ({ home }) => {
    const { project, branches } = await layOut(home, { exit: 1 });
    const { exitCode, stderr } = await run(project, '--pr');
    const branch = await branches();
    expect([exitCode, stderr.split('\n').at(-1)]).toEqual([
      70,
      `Cannot open a pull request: gh failed (no rights). ${branch} is pushed. Open it by hand: gh pr create --draft --head ${branch}.`,
    ]);
  });

  test('is refused before any cost without commits, without a remote, and for a run in the background', async ({
    home,
  }) => {
    const project = await aProject(home, { config: { phases: CONFIG.phases } });
    expect(await run(project, '--pr')).toMatchObject({
      exitCode: 64,
      stderr: expect.stringContaining('commits: true'),
    });
    expect(await run(project, '--pr', '--detach')).toMatchObject({ exitCode: 64 });
    expect(existsSync(join(project.workspace, '.dualgate'))).toBe(false);
  });
});

describe.skipIf(!hasGit)('dualgate run --issue (needs git)', () => {
  slow('works on the issue instead of the spec of the config, continues it, and opens its draft', async ({ home }) => {
    const { project, asked } = await layOut(home, { config: { work: { spec: 'specs/none.md' } } });
    const paused = await run(project, '--issue', '7', '--until', 'RED');
    expect([paused.exitCode, paused.stderr]).toEqual([0, 'Wrote specs/7-shout.md with 2 acceptance criteria.']);
    expect(await run(project, '--issue', '8')).toMatchObject({
      exitCode: 77,
      stderr: expect.stringMatching(
        /^Cannot start a run on specs\/8-shout\.md: \S+ has not completed, and works on specs\/7-shout\.md\. Continue it with dualgate run, or start the new one with --new\.$/,
      ),
    });
    expect(existsSync(join(project.workspace, 'specs/8-shout.md'))).toBe(false);
    // The run has its spec, whatever the issue says by now.
    await write(home, { 'issue-7': JSON.stringify({ ...ISSUE, body: 'closed' }) });
    expect((await run(project, '--issue', '7', '--pr')).exitCode).toBe(0);
    expect(asked()).toContain('dualgate: specs/7-shout.md');
  });

  slow('works on it in a worktree, too', async ({ home }) => {
    const { project } = await layOut(home, { config: { work: { spec: 'specs/none.md' }, workspace: 'worktree' } });
    const { exitCode, stderr } = await run(project, '--issue', '7', '--until', 'RED');
    expect([exitCode, stderr.split('\n')[0]]).toEqual([0, 'Wrote specs/7-shout.md with 2 acceptance criteria.']);
  });

  slow.skipIf(!hasProc)('works on it in the background, too (needs /proc)', async ({ home }) => {
    const { project } = await layOut(home, { config: { work: { spec: 'specs/none.md' } } });
    const { exitCode, stdout, stderr } = await run(project, '--issue', '7', '--detach');
    expect([exitCode, stderr]).toEqual([0, 'Wrote specs/7-shout.md with 2 acceptance criteria.']);
    const pid = Number(/process (\d+)/.exec(stdout)?.[1]);
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 120_000 });
    expect(recordsOf(project, 'run.ended')).toMatchObject([{ status: 'completed' }]);
    expect(recordsOf(project, 'run.started')).toMatchObject([{ config: { work: { spec: 'specs/7-shout.md' } } }]);
  });

  test('is refused for a task list', async ({ home }) => {
    const { project } = await layOut(home, { config: { work: { specs: ['specs/*.md'] } } });
    expect(await run(project, '--issue', '7')).toMatchObject({
      exitCode: 64,
      stderr: expect.stringContaining('cannot be used with a task list'),
    });
  });

  test('replaces no spec, and says how to use the one that is there', async ({ home }) => {
    const { project } = await layOut(home);
    await write(project.workspace, { 'specs/7-shout.md': 'mine' });
    expect(await run(project, '--issue', '7')).toMatchObject({
      exitCode: 70,
      stderr:
        'Cannot write the issue: specs/7-shout.md already exists with another text. Move or remove it, or use it as it is: --issue specs/7-shout.md.',
    });
    expect(await run(project, '--issue', '7', '--dry-run')).toMatchObject({ exitCode: 64 });
    expect(existsSync(join(project.workspace, '.dualgate'))).toBe(false);
  });
});
