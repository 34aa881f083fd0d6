import { describe, expect, test } from 'vitest';
import { claude } from '../../src/hosts/claude.host.ts';
import { codex } from '../../src/hosts/codex.host.ts';
import { copilot } from '../../src/hosts/copilot.host.ts';
import { cursor } from '../../src/hosts/cursor.host.ts';
import type { Fields } from '../../src/hosts/host.ts';

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
      what: { event: 'stop', message: 'Done.', waits: false },
    });
  });

  test('waits while a subagent is active, and not for a shell', () => {
    const waits = (...types: readonly string[]) =>
      claude.read(anInput('Stop', { background_tasks: types.map((type) => ({ type, status: 'running' })) }))?.what;
    expect(waits('shell', 'subagent')).toMatchObject({ waits: true });
    expect(waits('shell')).toMatchObject({ waits: false });
    expect(waits()).toMatchObject({ waits: false });
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
