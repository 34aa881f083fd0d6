import { describe, expect } from 'vitest';
import { aClaim } from '../agents/model-server/step.ts';
import { aHost } from './a-host.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, phases, type Project, WORK, write } from './a-project.ts';
import { hasProc } from './processes.ts';
import { pathOf, recordsOf } from './read-project.ts';
import { runProgram } from './run-program.ts';

const SHORT = { phases: phases({ RED: {}, GREEN: {} }) };

const begin = (project: Project) => runProgram(project, 'session', 'start', '--json');
const end = (project: Project) => runProgram(project, 'session', 'end', '-m', 'the test is over');

describe.skipIf(!hasGit || !hasProc)('a helper of the agent in a session (needs git and /proc)', () => {
  test('claims nothing: a subagent that stops with a valid exit signal decides no phase', async ({ home }) => {
    const project = await aProject(home, { config: SHORT });
    await begin(project);
    await using host = aHost(project);
    await host.event('UserPromptSubmit');
    await write(project.workspace, WORK.RED);
    const claim = { last_assistant_message: host.fill(aClaim()), agent_id: 'sub-1' };
    for (const name of ['SubagentStop', 'Stop', 'UserPromptSubmit']) expect(await host.event(name, claim)).toEqual({});
    // Without the mark of a subagent, but with an id of its own.
    expect(await host.event('Stop', { ...claim, agent_id: undefined, session_id: 'sub-1' })).toEqual({});
    expect(recordsOf(project, 'turn.ended')).toEqual([]);
    // The session's own claim counts.
    expect(await host.claim()).toMatchObject({ reason: expect.stringContaining('# Phase GREEN') });
    expect(pathOf(project)).toEqual(['RED 1 exited']);
    await end(project);
  });

  test('may not write a frozen file, either', async ({ home }) => {
    const project = await aProject(home, { config: SHORT });
    await begin(project);
    await using host = aHost(project);
    await host.event('UserPromptSubmit');
    await write(project.workspace, WORK.RED);
    await host.claim();
    const frozen = Object.keys(WORK.RED).find((path) => path.includes('test')) ?? '';
    expect(await host.event('PreToolUse', { tool_input: { file_path: frozen }, agent_id: 'sub-1' })).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'deny' },
    });
    await end(project);
  });

  test('is told once what is open when it says that its task is completed, from the last record', async ({ home }) => {
    const project = await aProject(home, { config: SHORT });
    await begin(project);
    await using host = aHost(project);
    await host.event('UserPromptSubmit');
    const says = (name: string) =>
      host.hook('claude', { hook_event_name: name, session_id: 'session-1', cwd: project.workspace, task_id: '1' });
    // Nothing was measured in this phase.
    expect(await says('TaskCompleted')).toEqual({ status: 0, stdout: '', stderr: '' });
    await host.claim();
    expect(await says('TaskCompleted')).toEqual({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^Phase RED is held, and no source has changed since it was measured:\n- .*tests_total >= 1: got 0, expected 1 or more/s,
      ),
    });
    expect(await says('TeammateIdle')).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(pathOf(project)).toEqual(['RED 1 held']);
    await end(project);
  });

  test('that still works does not make the session measure a stop without a claim', async ({ home }) => {
    const project = await aProject(home, { config: SHORT });
    await begin(project);
    await using host = aHost(project);
    await host.event('UserPromptSubmit');
    await write(project.workspace, WORK.RED);
    const background_tasks = [{ id: 'sub-1', type: 'subagent', status: 'running', description: 'the tests' }];
    expect(await host.event('Stop', { last_assistant_message: 'I wait.', background_tasks })).toEqual({});
    expect(pathOf(project)).toEqual([]);
    // A server in the background may never end.
    const shell = [{ id: 'sh-1', type: 'shell', status: 'running', description: 'a server' }];
    expect(await host.event('Stop', { last_assistant_message: 'I wait.', background_tasks: shell })).toMatchObject({
      decision: 'block',
    });
    expect(pathOf(project)).toEqual(['RED 1 held']);
    await end(project);
  });
});
