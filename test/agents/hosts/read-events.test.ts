import { describe, expect, test } from 'vitest';
import { HOSTS } from '../../../src/agents/hosts/hosts.ts';
import type { Fields } from '../../../src/agents/hosts/host.ts';

const { claude, codex, copilot, cursor } = HOSTS;

const anInput = (name: string, more: Fields = {}): Fields => ({
  hook_event_name: name,
  session_id: 's-1',
  cwd: '/work',
  ...more,
});

describe('an input of Claude Code', () => {
  test('is a stop with its message', () => {
    expect(claude.read(anInput('Stop', { last_assistant_message: 'Done.' }))).toEqual({
      name: 'Stop',
      session: 's-1',
      cwd: '/work',
      isAlone: false,
      takesContext: false,
      what: { event: 'stop', message: 'Done.', waits: false, runs: false, plans: false },
    });
  });

  test('waits while a subagent is active, and knows of a shell', () => {
    const waits = (...types: readonly string[]) =>
      claude.read(anInput('Stop', { background_tasks: types.map((type) => ({ type, status: 'running' })) }))?.what;
    expect(waits('shell', 'subagent')).toMatchObject({ waits: true, runs: true });
    expect(waits('shell')).toMatchObject({ waits: false, runs: true });
    expect(waits()).toMatchObject({ waits: false, runs: false });
  });

  test('plans in its plan mode, and in no other', () => {
    for (const mode of ['plan', 'default', 'acceptEdits', undefined])
      expect(claude.read(anInput('Stop', { permission_mode: mode }))?.what).toMatchObject({ plans: mode === 'plan' });
  });

  test.each([
    [undefined, false],
    ['', false],
    ['claude-code', false],
    ['claude-code_2-1-160_harness', false],
    ['claude-code_2-1-163_harness', true],
    ['claude-code_2-1-332_harness', true],
    ['claude-code_2-2-0_harness', true],
    ['claude-code_3-0-1_harness', true],
    ['claude-code_1-9-999_harness', false],
    ['another_9-9-9_harness', false],
  ])('is held by a context only where its version is known to go on: %s', (name, takesContext) => {
    const event = claude.read(anInput('Stop'), { AI_AGENT: name });
    if (event === null) throw new Error('a stop');
    const { stdout = '' } = claude.write({ answer: 'block', prompt: 'go on', says: 'held' }, event);
    expect(JSON.parse(stdout)).toEqual({
      ...(takesContext
        ? { hookSpecificOutput: { hookEventName: 'Stop', additionalContext: 'go on' } }
        : { decision: 'block', reason: 'go on' }),
      systemMessage: 'held',
    });
  });

  test('is of nobody only when the program says so', () => {
    for (const [attended, isAlone] of [
      ['0', true],
      ['1', false],
      [undefined, false],
    ] as const)
      expect(claude.read(anInput('UserPromptSubmit'), { CLAUDE_CODE_SESSION_ATTENDED: attended })).toMatchObject({
        isAlone,
      });
  });

  test('from Cursor, which runs these hooks too, is none', () => {
    expect(claude.read(anInput('Stop', { cursor_version: '3.7.21' }))).toBe(null);
  });
});

describe('an input with the mark of a subagent', () => {
  for (const host of [claude, codex, copilot]) {
    test(`is no stop, message or beginning of the session in ${host.title}`, () => {
      for (const name of ['Stop', 'SubagentStop', 'UserPromptSubmit', 'SessionStart'])
        expect(host.read(anInput(name, { agent_id: 'sub-1', last_assistant_message: 'Done.' }))).toBe(null);
      expect(host.read(anInput('PreToolUse', { agent_id: 'sub-1', tool_input: { path: 'a.js' } }))?.what).toEqual({
        event: 'write',
        paths: ['a.js'],
      });
    });
  }
});

describe('the transcript of Copilot', () => {
  const line = (type: string, data: Fields, more: Fields = {}): string => JSON.stringify({ type, data, ...more });
  const at = '2026-11-28T04:44:16.389Z';
  const marker = line('hook.start', { hookType: 'agentStop', input: { timestamp: Date.parse(at) } });
  const find = (...lines: readonly string[]): string | null => {
    const what = copilot.read(anInput('Stop', { transcript_path: '/t', timestamp: at }))?.what;
    const message = what?.event === 'stop' ? what.message : null;
    return typeof message === 'object' && message !== null ? message.find(lines) : 'no transcript';
  };

  test('has the last message before the line of this stop', () => {
    const said = line('assistant.message', { content: 'Done.' });
    expect(find(line('assistant.message', { content: 'Before.' }), said, marker, '')).toBe('Done.');
  });

  test('is waited for until it has that line', () => {
    const earlier = line('hook.start', { hookType: 'agentStop', input: { timestamp: 1 } });
    expect(find(line('assistant.message', { content: 'Before.' }), earlier)).toBe(null);
    expect(find()).toBe(null);
  });

  test('gives no message of a subagent, nor one before the last message of the person', () => {
    const ofSubagent = line('assistant.message', { content: 'A claim.' }, { agentId: 'sub-1' });
    const asked = line('user.message', { content: 'Go on.' });
    expect(find(line('assistant.message', { content: 'Before.' }), asked, ofSubagent, marker)).toBe('');
    // A line that quotes an event is none.
    expect(find(line('tool.execution_complete', { result: ofSubagent }), marker)).toBe('');
  });
});

describe('an input of Cursor', () => {
  test('without a workspace or a conversation is none', () => {
    expect(cursor.read({ hook_event_name: 'stop', conversation_id: 'c-1', workspace_roots: [] })).toBe(null);
    expect(cursor.read({ hook_event_name: 'stop', workspace_roots: ['/work'] })).toBe(null);
  });

  test('of another event is none', () => {
    const common = { conversation_id: 'c-1', workspace_roots: ['/work'] };
    expect(cursor.read({ ...common, hook_event_name: 'subagentStop' })).toBe(null);
    expect(cursor.read({ ...common, hook_event_name: 'sessionStart' })).toEqual({
      name: 'sessionStart',
      session: 'c-1',
      cwd: '/work',
      what: { event: 'begin' },
    });
  });
});
