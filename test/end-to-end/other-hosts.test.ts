import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect } from 'vitest';
import { HOSTS } from '../../src/agents/hosts/hosts.ts';
import type { Host } from '../../src/agents/hosts/host.ts';
import { aClaim } from '../agents/model-server/step.ts';
import { aHost } from './a-host.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, phases, WORK, write } from './a-project.ts';
import { hasProc } from './processes.ts';
import { pathOf } from './read-project.ts';
import { runProgram } from './run-program.ts';

const SHORT = { phases: phases({ RED: {}, GREEN: {} }) };

describe.skipIf(!hasGit || !hasProc)('a session of another program (needs git and /proc)', () => {
  test('Cursor, by its documented events, is led from RED to the end', async ({ home }) => {
    const project = await aProject(home, { config: SHORT });
    await runProgram(project, 'session', 'start', '--json');
    await using host = aHost(project);
    const event = async (name: string, more: object = {}) => {
      const common = { conversation_id: 'c-1', generation_id: 'g-1', cursor_version: '3.7.21', hook_event_name: name };
      const { stdout } = await host.hook('cursor', { ...common, workspace_roots: [project.workspace], ...more });
      return stdout === '' ? {} : Object(JSON.parse(stdout));
    };
    const says = async (text: string) => {
      expect(await event('afterAgentResponse', { text: host.fill(text) })).toEqual({});
      return event('stop', { status: 'completed', loop_count: 0 });
    };
    // A message takes no context there, so the first stop has the prompt.
    expect(await event('beforeSubmitPrompt', { prompt: 'continue' })).toEqual({});
    const first = await says('Hello.');
    expect(first).toEqual({ followup_message: expect.stringContaining('# Phase RED, iteration 1') });
    expect(await event('beforeSubmitPrompt', { prompt: first.followup_message })).toEqual({});
    expect(await says(aClaim())).toEqual({ followup_message: expect.stringContaining('tests_total >= 1: got 0') });
    await write(project.workspace, WORK.RED);
    // Its person ended the turn.
    expect(await event('stop', { status: 'aborted', loop_count: 0 })).toEqual({});
    expect(await says(aClaim())).toEqual({ followup_message: expect.stringContaining('# Phase GREEN, iteration 1') });
    const frozen = Object.keys(WORK.RED).find((path) => path.includes('test')) ?? '';
    const file_path = join(project.workspace, frozen);
    expect(await event('preToolUse', { tool_name: 'Write', tool_input: { file_path, content: '' } })).toEqual({
      permission: 'deny',
      user_message: expect.stringContaining('is frozen'),
      agent_message: expect.stringContaining('is frozen'),
    });
    await write(project.workspace, WORK.GREEN);
    expect(await says(aClaim())).toEqual({});
    expect(pathOf(project)).toEqual(['RED 1 held', 'RED 2 exited', 'GREEN 1 exited']);
    expect(await runProgram(project, 'session', 'verify')).toMatchObject({ exitCode: 0 });
  });

  test('Copilot is held by the message in its transcript, which may come after the hook', async ({ home }) => {
    const project = await aProject(home, { config: SHORT });
    await runProgram(project, 'session', 'start', '--json');
    await using host = aHost(project);
    const transcript_path = join(home, 'events.jsonl');
    const event = (name: string, more: object = {}) =>
      host.hook('copilot', { hook_event_name: name, session_id: 's-1', cwd: project.workspace, ...more });
    const { stdout } = await event('UserPromptSubmit', { prompt: 'continue' });
    expect(JSON.parse(stdout)).toEqual({ additionalContext: expect.stringContaining('# Phase RED, iteration 1') });
    await write(project.workspace, WORK.RED);
    const at = '2026-11-28T04:44:16.389Z';
    const append = (type: string, data: object) =>
      appendFile(transcript_path, `${JSON.stringify({ type, data, id: 'e' })}\n`);
    await append('user.message', { content: 'continue' });
    await append('assistant.message', { content: 'An earlier message.' });
    const stopped = event('Stop', { transcript_path, timestamp: at, stop_reason: 'end_turn', stop_hook_active: false });
    await append('assistant.message', { content: host.fill(aClaim()) });
    await append('hook.start', { hookType: 'agentStop', input: { timestamp: Date.parse(at) } });
    expect(JSON.parse((await stopped).stdout)).toMatchObject({ reason: expect.stringContaining('# Phase GREEN') });
    expect(pathOf(project)).toEqual(['RED 1 exited']);
    await runProgram(project, 'stop', '--now', '--wait');
    expect(await event('Stop', { transcript_path, timestamp: at })).toEqual({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('Until then this session is not held'),
    });
    await runProgram(project, 'session', 'end', '-m', 'the test is over');
  });
});

describe('the hooks of each program', () => {
  for (const host of Object.values<Host>(HOSTS)) {
    const { name, settings, required = {} } = host;
    test(`of ${name} are added beside others, and removed byte for byte`, async ({ home }) => {
      const project = await aProject(home);
      const path = join(home, settings.path);
      const change = (action: string) => runProgram(project, 'hook', action, name, '--yes');
      await change('install');
      const { hooks, ...rest } = Object(JSON.parse(readFileSync(path, 'utf8')));
      expect([Object.keys(hooks), rest]).toEqual([Object.keys(host.hooks('')), required]);
      expect(JSON.stringify(hooks)).toContain(`hook run ${name}`);
      await change('uninstall');
      expect(existsSync(path)).toBe(false);

      mkdirSync(dirname(path), { recursive: true });
      const before = '{ "version":1,\n\n  "hooks": {"stop": [{"command": "mine"}]}, "theme": "dark"}';
      writeFileSync(path, before);
      await change('install');
      expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ version: 1, theme: 'dark' });
      expect(readFileSync(path, 'utf8')).toContain('"mine"');
      await change('uninstall');
      expect(readFileSync(path, 'utf8')).toBe(before);
    });
  }
});
