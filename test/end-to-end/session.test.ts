import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, vi } from 'vitest';
import { askLine } from '../../src/base/line-server.ts';
import { ownChannelPlaces } from '../../src/base/channel-folder.ts';
import { aHost } from './a-host.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, commitAll, phases, type Project, WORK, write } from './a-project.ts';
import { aFifo, READ_THE_PROMPT, shell, WAIT_TO_GO_ON } from './a-shell-agent.ts';
import { inTurn } from '../pick-some.ts';
import { hasProc } from './processes.ts';
import { pathOf, recordsOf, runOf } from './read-project.ts';
import { runProgram, startProgram } from './run-program.ts';

const slow = inTurn(3, test);

const SHORT = { phases: phases({ RED: {}, GREEN: {} }) };

/** Begun by a person, in a terminal of their own. */
const begin = async (project: Project): Promise<void> => {
  const started = await runProgram(project, 'session', 'start', '--json');
  expect(started).toMatchObject({ exitCode: 0, stderr: '' });
};

const end = (project: Project) => runProgram(project, 'session', 'end', '-m', 'the test is over');

const holderOf = (project: Project): number =>
  Number(Object(JSON.parse(readFileSync(join(project.workspace, '.dualgate', 'lock'), 'utf8')))['pid']);

describe.skipIf(!hasGit || !hasProc)('a session (needs git and /proc)', () => {
  test('is led from RED to the end by its hooks alone, and its commits are proven', async ({ home }) => {
    await write(home, { '.gitconfig': '[user]\n  name = Ann\n  email = ann@example.org\n' });
    const project = await aProject(home, { config: { commits: true } });
    await begin(project);
    await using host = aHost(project);
    expect(await host.event('UserPromptSubmit')).toMatchObject({
      hookSpecificOutput: { additionalContext: expect.stringContaining('# Phase RED, iteration 1') },
    });
    await write(project.workspace, WORK.RED);
    expect(await host.claim()).toMatchObject({
      decision: 'block',
      reason: expect.stringContaining('# Phase GREEN, iteration 1'),
    });
    await write(project.workspace, WORK.GREEN);
    expect(await host.claim()).toMatchObject({ reason: expect.stringContaining('# Phase REFACTOR, iteration 1') });
    await write(project.workspace, WORK.REFACTOR);
    expect(await host.claim(['REFACTORING_COMPLETE: true'])).toMatchObject({
      reason: expect.stringContaining('# Phase DOCUMENT, iteration 1'),
    });
    await write(project.workspace, WORK.DOCUMENT);
    expect(await host.claim()).toEqual({
      systemMessage:
        'dualgate: the run has completed: 2 tests, 2 criteria, measured in each phase. Prove it again from its commits: dualgate prove',
    });
    expect(await runProgram(project, 'session', 'status')).toMatchObject({
      stdout: expect.stringMatching(/^\S+, on \S+\.md, has completed: 2 tests, 2 criteria, measured/),
    });
    // Nothing holds it any more.
    expect(await host.stop('bye')).toEqual({});
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited', 'REFACTOR 1 exited', 'DOCUMENT 1 exited']);
    expect(await runProgram(project, 'session', 'verify')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('each of its phases was exited by both gates'),
    });
    expect(await runProgram(project, 'prove')).toMatchObject({ exitCode: 0 });
  });

  test('is held with the clauses after a false claim, and continues when they are met', async ({ home }) => {
    const project = await aProject(home, { config: SHORT });
    await begin(project);
    await using host = aHost(project);
    await host.event('UserPromptSubmit');
    const answer = await host.claim();
    expect(answer).toMatchObject({ decision: 'block' });
    expect(answer['reason']).toContain('## Why the last iteration was held');
    expect(answer['reason']).toContain('tests_total >= 1: got 0, expected 1 or more');
    // It has the task of the phase.
    expect(answer['reason']).not.toContain('## Task');
    expect(await runProgram(project, 'session', 'verify')).toMatchObject({
      exitCode: 1,
      stdout: `Not completed: ${runOf(project)} is not over.`,
    });
    await write(project.workspace, WORK.RED);
    expect(await host.claim()).toMatchObject({ reason: expect.stringContaining('# Phase GREEN') });
    expect(pathOf(project)).toEqual(['RED 1 held', 'RED 2 exited']);
    await end(project);
  });

  slow('does not start where the suite fails before it, and says why', async ({ home }) => {
    // Longer than the start waits for an early end.
    const red =
      "import { test } from 'node:test';\nawait new Promise((go) => setTimeout(go, 1_200));\nthrow new Error('it is red');\n";
    const project = await aProject(home, { config: SHORT, files: { 'checks/old.test.mjs': red } });
    expect(await runProgram(project, 'session', 'start')).toMatchObject({
      exitCode: 77,
      stderr: expect.stringMatching(/The run did not start: failing before the run started: .*old\.test\.mjs/),
    });
    // Its hooks do not try again at each stop.
    await using host = aHost(project);
    expect(await host.stop('all done')).toEqual({});
  });

  slow('is let through while a person has to approve, and its own tree may not', async ({ home }) => {
    const project = await aProject(home, { config: { phases: phases({ RED: { confirm: true }, GREEN: {} }) } });
    await begin(project);
    await using host = aHost(project);
    await host.event('UserPromptSubmit');
    await write(project.workspace, WORK.RED);
    const { systemMessage } = await host.claim();
    expect({ systemMessage }).toEqual({
      systemMessage: expect.stringMatching(
        /^dualgate: A person has to approve RED 1: dualgate approve [0-9a-f]{12} --code [-A-Z0-9]{19}, or dualgate reject [0-9a-f]{12} -m "why"\. Write to the session afterwards, and the work continues\.$/,
      ),
    });
    expect(await host.run('approve')).toMatchObject({
      status: 77,
      stderr: expect.stringContaining('Cannot approve an exit from inside a turn of the agent'),
    });
    expect(pathOf(project)).toEqual([]);

    expect(await runProgram(project, 'approve')).toMatchObject({ exitCode: 77 });
    const code = /--code (\S+),/.exec(String(systemMessage))?.[1] ?? '';
    expect(await runProgram(project, 'approve', '--code', code)).toMatchObject({ exitCode: 0 });
    // The loop decides after the answer of the command, and the message waits for it.
    expect(await host.event('UserPromptSubmit')).toMatchObject({
      hookSpecificOutput: { additionalContext: expect.stringContaining('# Phase GREEN, iteration 1') },
    });
    expect(pathOf(project)).toEqual(['RED 1 exited']);
    await end(project);
  });

  slow('measures nothing at a stop without a claim and without a change', async ({ home }) => {
    const project = await aProject(home, { config: SHORT });
    await begin(project);
    await using host = aHost(project);
    await host.event('UserPromptSubmit');
    expect(await host.stop('I think that all is done!')).toMatchObject({
      decision: 'block',
      reason: expect.stringContaining('Nothing has changed, and you gave no exit signal.'),
    });
    expect(pathOf(project)).toEqual([]);
    expect(recordsOf(project, 'turn.ended')).toEqual([]);
    await end(project);
  });

  slow('does not take the claim of an earlier turn again', async ({ home }) => {
    const project = await aProject(home, { config: SHORT });
    await begin(project);
    await using host = aHost(project);
    const { hookSpecificOutput } = await host.event('UserPromptSubmit');
    const [, nonce = ''] =
      /^NONCE: (\w+)$/m.exec(JSON.stringify(hookSpecificOutput).replaceAll(String.raw`\n`, '\n')) ?? [];
    await host.claim();
    await write(project.workspace, WORK.RED);
    await host.stop(
      `---PRP_PHASE_STATUS---\nPHASE: RED\nITERATION: 2\nNONCE: ${nonce}\nSTATUS: COMPLETE\nBLOCKERS:\n  - none\nEXIT_SIGNAL: true\nRECOMMENDATION: x\n---END_PRP_PHASE_STATUS---`,
    );
    expect(recordsOf(project, 'iteration.decided').map(({ record }) => record.signal.reason)).toEqual([
      'explicit_true',
      'stale_signal',
    ]);
    await end(project);
  });

  slow('may not write a frozen file, and hears what to do instead', async ({ home }) => {
    const project = await aProject(home, { config: SHORT });
    await begin(project);
    await using host = aHost(project);
    const writing = (path: string) =>
      host.event('PreToolUse', { tool_name: 'Write', tool_input: { file_path: join(project.workspace, path) } });
    expect(await writing('checks/shout.test.mjs')).toEqual({});
    expect(await writing('specs/shout.md')).toMatchObject({
      hookSpecificOutput: {
        permissionDecision: 'deny',
        permissionDecisionReason: expect.stringMatching(/^specs\/shout\.md is frozen\. Change the sources instead\./),
      },
    });
    await host.event('UserPromptSubmit');
    await write(project.workspace, WORK.RED);
    await host.claim();
    expect(await writing('checks/shout.test.mjs')).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'deny' },
    });
    expect(await writing('lib/shout.mjs')).toEqual({});
    await end(project);
  });

  slow('is held while its hooks are removed from the settings, and not for another setting', async ({ home }) => {
    const settings = (own: object) =>
      write(home, { '.claude/settings.json': JSON.stringify({ hooks: { Stop: [] }, ...own }) });
    await settings({});
    const project = await aProject(home, { config: SHORT });
    await begin(project);
    await using host = aHost(project);
    await host.event('UserPromptSubmit');
    await write(project.workspace, WORK.RED);
    await settings({ hooks: {} });
    expect(await host.claim()).toMatchObject({
      reason: expect.stringMatching(/\.claude\/settings\.json#hooks was changed after it was frozen: restore it\./),
    });
    await settings({ permissions: { allow: ['Bash(npm test)'] } });
    expect(await host.claim()).toMatchObject({ reason: expect.stringContaining('# Phase GREEN') });
    await end(project);
  });

  slow('does not hold another session in the same folder', async ({ home }) => {
    const project = await aProject(home, { config: SHORT });
    await begin(project);
    await using host = aHost(project);
    await host.event('UserPromptSubmit');
    await using other = aHost(project, 'session-2');
    expect(await other.event('SessionStart')).toEqual({
      systemMessage: 'dualgate: another session works on the run of this folder. This one is not held.',
    });
    expect(await other.stop('all done')).toEqual({});
    await end(project);
  });

  slow('continues in a new session when its program was closed', async ({ home }) => {
    const project = await aProject(home, { config: SHORT });
    await begin(project);
    {
      await using first = aHost(project);
      await first.event('UserPromptSubmit');
    }
    await using second = aHost(project, 'session-2');
    expect(await second.event('UserPromptSubmit')).toMatchObject({
      hookSpecificOutput: { additionalContext: expect.stringContaining('## Task') },
    });
    await write(project.workspace, WORK.RED);
    expect(await second.claim()).toMatchObject({ reason: expect.stringContaining('# Phase GREEN') });
    await end(project);
  });

  slow('gives no operator command from its own process tree, whatever its environment', async ({ home }) => {
    const project = await aProject(home, { config: SHORT });
    await begin(project);
    await using host = aHost(project);
    await host.event('UserPromptSubmit');
    for (const words of [
      ['session', 'end', '-m', 'out'],
      ['skip', '-m', 'out'],
      ['stop', '--now'],
      ['hook', 'uninstall', 'claude', '--yes'],
    ])
      expect(await host.run(...words)).toMatchObject({
        status: 77,
        stderr: expect.stringContaining('from inside a turn of the agent'),
      });
    expect(await end(project)).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('aborted') });
    expect(await host.stop('all done')).toEqual({});
  });

  slow('is begun from inside, with the prompt of its turn', async ({ home }) => {
    const project = await aProject(home, { config: SHORT });
    await using host = aHost(project);
    const { status, stdout } = await host.run('session', 'start');
    expect([status, stdout.split('\n')[0]]).toEqual([0, '# Phase RED, iteration 1']);
    expect(await host.event('UserPromptSubmit')).toEqual({});
    await end(project);
  });

  slow('survives a kill of its loop: the next stop resumes it, and no claim of before counts', async ({ home }) => {
    const project = await aProject(home, { config: SHORT });
    await begin(project);
    await using host = aHost(project);
    await host.event('UserPromptSubmit');
    await write(project.workspace, WORK.RED);
    const pid = holderOf(project);
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(() => expect(existsSync(`/proc/${pid}`)).toBe(false), 10_000);
    expect(await host.claim()).toMatchObject({
      decision: 'block',
      reason: expect.stringContaining('# Phase RED, iteration 1'),
    });
    expect(pathOf(project)).toEqual([]);
    expect(await host.claim()).toMatchObject({ reason: expect.stringContaining('# Phase GREEN') });
    expect(pathOf(project)).toEqual(['RED 1 exited']);
    expect(await runProgram(project, 'verify')).toMatchObject({ exitCode: 0 });
    await end(project);
  });

  slow('says at each stop that its run was stopped, and does not resume it by itself', async ({ home }) => {
    const project = await aProject(home, { config: SHORT });
    await begin(project);
    await using host = aHost(project);
    await host.event('UserPromptSubmit');
    await runProgram(project, 'stop', '--now', '--wait');
    for (let n = 0; n < 2; n += 1)
      expect(await host.claim()).toEqual({
        systemMessage: expect.stringContaining('Until then this session is not held. dualgate session start continues'),
      });
    expect(pathOf(project)).toEqual([]);
    await begin(project);
    expect(await host.event('UserPromptSubmit')).toMatchObject({
      hookSpecificOutput: { additionalContext: expect.stringContaining('# Phase RED, iteration 1') },
    });
    await end(project);
    expect(await host.stop('all done')).toEqual({});
  });

  test('cannot hide its program by naming another process, to become an operator', async ({ home }) => {
    const project = await aProject(home, { config: SHORT });
    await begin(project);
    await using host = aHost(project);
    await host.event('UserPromptSubmit');
    const [path = ''] = ownChannelPlaces(runOf(project), { XDG_RUNTIME_DIR: home }).map(
      ({ sessionSocket }) => sessionSocket,
    );
    await askLine({ path, line: JSON.stringify({ event: 'prompt', session: 'session-1', pid: 1 }), timeoutMs: 10_000 });
    await askLine({
      path,
      line: JSON.stringify({ event: 'prompt', session: 'session-1', pid: process.pid }),
      timeoutMs: 10_000,
    });
    expect(await host.run('skip', '-m', 'out')).toMatchObject({ status: 77 });
    // This process is one of its programs now, so the loop is ended by its number.
    process.kill(holderOf(project), 'SIGTERM');
    await vi.waitFor(() => expect(existsSync(join(project.workspace, '.dualgate', 'lock'))).toBe(false), 20_000);
  });

  slow(
    'is held although its agent removed the name of the run, or works in a folder of the workspace',
    async ({ home }) => {
      const project = await aProject(home, { config: SHORT });
      await begin(project);
      await using host = aHost(project);
      await host.event('UserPromptSubmit');
      rmSync(join(project.workspace, '.dualgate', 'current'));
      expect(await host.claim()).toMatchObject({ decision: 'block' });
      expect(await host.event('Stop', { cwd: join(project.workspace, 'specs') })).toMatchObject({ decision: 'block' });
      await end(project);
    },
  );

  slow('says loudly that it is not held when its hook breaks', async ({ home }) => {
    const project = await aProject(home, { config: SHORT });
    await begin(project);
    await using host = aHost(project);
    await host.event('UserPromptSubmit');
    const pid = holderOf(project);
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(() => expect(existsSync(`/proc/${pid}`)).toBe(false), 10_000);
    // The config cannot be read any more, so the run cannot be resumed.
    await write(project.workspace, { 'dualgate.yaml': 'version: [' });
    expect(await host.claim()).toEqual({
      systemMessage: expect.stringMatching(
        /^dualgate did not check this turn, and the agent is not held: .*session verify\.$/s,
      ),
    });
  });

  test('is refused beside a run of the same folder', async ({ home }) => {
    const project = await aProject(home, {
      config: SHORT,
      agent: shell(READ_THE_PROMPT, 'touch "$HOME/begun"', WAIT_TO_GO_ON),
    });
    const { letGoOn } = await aFifo(project.agent);
    await runProgram(project, 'run', '--detach');
    await vi.waitFor(() => expect(existsSync(join(home, 'begun'))).toBe(true), 20_000);
    expect(await runProgram(project, 'session', 'start')).toMatchObject({
      exitCode: 77,
      stderr: expect.stringMatching(/^Cannot start a session: \S+ is active in this folder \(process \d+\)/),
    });
    await runProgram(project, 'stop');
    await letGoOn();
    await vi.waitFor(() => expect(existsSync(join(project.workspace, '.dualgate', 'lock'))).toBe(false), 60_000);
  });

  slow('is what a config may name as its agent, and doctor and the plan say so', async ({ home }) => {
    const project = await aProject(home, { config: { ...SHORT, agent: { use: 'session' } } });
    const { stdout } = await runProgram(project, 'doctor');
    expect(stdout).toMatch(/✓ agent +the session that you have open; dualgate hook list shows its hooks/);
    expect(stdout).toMatch(/✓ settings +a turn of a session has no time limit/);
    expect((await runProgram(project, 'run', '--dry-run')).stdout).toContain(
      'agent      the session that you have open',
    );
    const running = startProgram(project, 'run', '--json');
    await running.until(({ type }) => type === 'iteration.started');
    await using host = aHost(project);
    expect(await host.event('UserPromptSubmit')).toMatchObject({
      hookSpecificOutput: { additionalContext: expect.stringContaining('# Phase RED, iteration 1') },
    });
    await write(project.workspace, WORK.RED);
    await host.claim();
    await write(project.workspace, WORK.GREEN);
    await host.claim();
    expect(await running.ended).toMatchObject({ exitCode: 0 });
  });

  slow('is let through with the reason when a limit ends its run, and says so at each stop', async ({ home }) => {
    const limits = { max_iterations: 1 };
    const project = await aProject(home, { config: { phases: phases({ RED: { limits }, GREEN: {} }) } });
    await begin(project);
    await using host = aHost(project);
    await host.event('UserPromptSubmit');
    expect(await host.claim()).toEqual({
      systemMessage: expect.stringMatching(
        /^dualgate: the run has ended \(stuck\)\. Exit gate not passing: 1 of 1 iterations used\./,
      ),
    });
    expect(await host.stop('all done')).toEqual({ systemMessage: expect.stringContaining('is not held') });
    expect(await runProgram(project, 'session', 'verify')).toMatchObject({ exitCode: 1 });
    await end(project);
  });

  slow('begins with a spec that the config does not name, keeps it after a kill, and proves it', async ({ home }) => {
    await write(home, { '.gitconfig': '[user]\n  name = Ann\n  email = ann@example.org\n' });
    const project = await aProject(home, {
      config: { ...SHORT, commits: true, work: { spec: 'specs/none.md' } },
      files: { 'specs/empty.md': '# Nothing\n' },
    });
    expect(await runProgram(project, 'session', 'start', 'specs/shout.md', '--json')).toMatchObject({
      exitCode: 0,
      stderr: '',
    });
    await using host = aHost(project);
    expect(await host.event('UserPromptSubmit')).toMatchObject({
      hookSpecificOutput: { additionalContext: expect.stringContaining('specs/shout.md') },
    });
    expect(await host.run('session', 'start', 'specs/empty.md')).toMatchObject({
      status: 77,
      stderr: `Cannot start a session on specs/empty.md: ${runOf(project)} has not completed, and works on specs/shout.md. Continue it with dualgate session start, or end it first: dualgate session end -m "why".\n`,
    });
    expect(
      await host.event('PreToolUse', { tool_name: 'Write', tool_input: { file_path: 'specs/shout.md' } }),
    ).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
    const pid = holderOf(project);
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(() => expect(existsSync(`/proc/${pid}`)).toBe(false), 10_000);
    await write(project.workspace, WORK.RED);
    expect(await host.stop('I wrote the tests')).toMatchObject({ decision: 'block' });
    expect(await host.claim()).toMatchObject({ reason: expect.stringContaining('# Phase GREEN') });
    await write(project.workspace, WORK.GREEN);
    expect(await host.claim()).toMatchObject({ systemMessage: expect.stringContaining('has completed: ') });
    expect(await runProgram(project, 'prove')).toMatchObject({ exitCode: 0 });
    // The spec was the choice of whoever began it.
    expect(await runProgram(project, 'session', 'verify')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('completed specs/shout.md: '),
    });
  });

  test('is refused for a task list', async ({ home }) => {
    const project = await aProject(home, { config: { ...SHORT, work: { specs: ['specs/*.md'] } } });
    expect(await runProgram(project, 'session', 'start')).toMatchObject({
      exitCode: 77,
      stderr: expect.stringContaining('the config has a task list'),
    });
  });
});

describe('the hooks of an agent program', () => {
  const settings = (home: string) => join(home, '.claude', 'settings.json');

  test('are added and removed byte for byte', async ({ home }) => {
    const project = await aProject(home);
    mkdirSync(join(home, '.claude'));
    const before = '{ "theme":"dark",\n\n  "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "mine"}]}]} }';
    writeFileSync(settings(home), before);
    const installed = await runProgram(project, 'hook', 'install', 'claude', '--yes');
    expect(installed).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining(
        'Installed for Claude Code. After 8 holds in a row it ends the turn all the same. It waits 15 minutes for a hook at a stop; then the turn ends unheld.',
      ),
    });
    const { theme, hooks } = Object(JSON.parse(readFileSync(settings(home), 'utf8')));
    expect([theme, Object.keys(hooks), hooks.Stop.length]).toEqual([
      'dark',
      ['Stop', 'UserPromptSubmit', 'SessionStart', 'PreToolUse', 'TaskCompleted', 'TeammateIdle'],
      2,
    ]);
    // A second time it changes nothing, and the first bytes are kept.
    expect(await runProgram(project, 'hook', 'install', 'claude', '--yes')).toMatchObject({
      stdout: expect.stringContaining('already'),
    });
    expect(await runProgram(project, 'hook', 'uninstall', 'claude', '--yes')).toMatchObject({ exitCode: 0 });
    expect(readFileSync(settings(home), 'utf8')).toBe(before);
  });

  test('leave the hooks of a program with a like command, and go although they were added twice', async ({ home }) => {
    const project = await aProject(home);
    const mine = { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'lefthook run claude' }] }] } };
    mkdirSync(join(home, '.claude'));
    writeFileSync(settings(home), JSON.stringify(mine));
    await runProgram(project, 'hook', 'install', 'claude', '--yes');
    writeFileSync(settings(home), JSON.stringify(Object(JSON.parse(readFileSync(settings(home), 'utf8')))));
    await runProgram(project, 'hook', 'install', 'claude', '--yes');
    await runProgram(project, 'hook', 'uninstall', 'claude', '--yes');
    expect(JSON.parse(readFileSync(settings(home), 'utf8'))).toEqual(mine);
  });

  test('leave no file where there was none', async ({ home }) => {
    const project = await aProject(home);
    await runProgram(project, 'hook', 'install', 'codex', '--yes');
    expect(existsSync(join(home, '.codex', 'hooks.json'))).toBe(true);
    await runProgram(project, 'hook', 'uninstall', 'codex', '--yes');
    expect(existsSync(join(home, '.codex', 'hooks.json'))).toBe(false);
  });

  test('are removed alone when the file was changed since', async ({ home }) => {
    const project = await aProject(home);
    await runProgram(project, 'hook', 'install', 'claude', '--yes');
    const changed = { ...Object(JSON.parse(readFileSync(settings(home), 'utf8'))), theme: 'light' };
    writeFileSync(settings(home), JSON.stringify(changed));
    await runProgram(project, 'hook', 'uninstall', 'claude', '--yes');
    expect(JSON.parse(readFileSync(settings(home), 'utf8'))).toEqual({ theme: 'light' });
  });

  test('are not added without a yes, nor to a file that is no JSON', async ({ home }) => {
    const project = await aProject(home);
    expect(await runProgram(project, 'hook', 'install', 'claude')).toMatchObject({
      exitCode: 64,
      stderr: expect.stringContaining('Use --yes'),
    });
    expect(existsSync(settings(home))).toBe(false);
    mkdirSync(join(home, '.claude'));
    writeFileSync(settings(home), '// mine\n[]');
    expect(await runProgram(project, 'hook', 'install', 'claude', '--yes')).toMatchObject({
      exitCode: 64,
      stderr: expect.stringContaining('it is not a JSON object'),
    });
    expect(readFileSync(settings(home), 'utf8')).toBe('// mine\n[]');
  });

  test('say nothing in a folder without a session, nor in the turn of a run', async ({ home }) => {
    const project = await aProject(home);
    await commitAll(project, 'Nothing').catch(() => {});
    await using host = aHost(project);
    expect(await host.stop('all done')).toEqual({});
  });
});
