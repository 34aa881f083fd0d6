import { describe, expect, test } from 'vitest';
import { chooseAgent } from '../../../src/project/config/choose-agent.ts';
import { DEFAULT_PERMISSIONS } from '../../../src/agents/programs/preset.ts';
import { PRESETS } from '../../../src/agents/programs/presets.ts';
import { configSchema } from '../../../src/project/config/schema/config-schema.ts';
import { LEAST, parse } from './a-config.ts';

const configOf = (agent: string) =>
  parse(LEAST.replace('agent:\n  command: my-agent --print', `agent: ${agent}`)).agent;
const agentOf = (agent: string) => chooseAgent(configOf(agent));

describe('the agent of a config', () => {
  test('is any preset that there is, and no other', () => {
    const known = configSchema.shape.agent.shape.use.unwrap().options;
    expect([...known].sort()).toEqual([...Object.keys(PRESETS), 'acp', 'scripted', 'session'].sort());
    expect(configOf('{ use: pi }').permissions).toBe(DEFAULT_PERMISSIONS);
  });

  test('is started by its preset, with what the config adds last', () => {
    const { preset, program, commandOf, env } = agentOf('{ use: claude, model: m-1, args: [--quick], env: { A: b } }');
    expect([preset?.name, program, env['A']]).toEqual(['claude', 'claude', 'b']);
    const command = commandOf('s-1');
    expect([command[0], command.at(-1)]).toEqual(['claude', '--quick']);
    expect(command).toEqual(expect.arrayContaining(['m-1', 's-1']));
    expect(commandOf(null)).not.toContain('--resume');
  });

  test('wins with its own variables over those of the preset', () => {
    const [[name, value] = ['', '']] = Object.entries(PRESETS.claude.env);
    expect(agentOf('{ use: claude }').env[name]).toBe(value);
    expect(agentOf(`{ use: claude, env: { ${name}: mine } }`).env[name]).toBe('mine');
  });

  test('is looked for under its own name, whatever starts it', () => {
    expect(agentOf('{ use: cline }').program).toBe('cline');
  });

  test.each([
    ['{ use: pi }', true],
    ['{ command: my-agent }', true],
    ['{ use: codex }', false],
    ['{ use: codex, permissions: ask }', false],
    ['{ use: codex, permissions: all }', true],
    ['{ use: codex, args: ["-c", "sandbox_workspace_write.network_access=true"] }', true],
    ['{ use: codex, args: ["-c", "sandbox_workspace_write.network_access=false"] }', false],
  ])('%s can run a command that reaches a socket: %s', (agent, reaches) => {
    expect(agentOf(agent).reachesSockets).toBe(reaches);
  });

  test('is not started for a session, whose shell has no signal command', () => {
    const { program, commandOf, reachesSockets } = agentOf('{ use: session }');
    expect([program, commandOf(null), reachesSockets]).toEqual([process.execPath, [], false]);
  });

  test('of the Agent Client Protocol is its command with what is added, and a conversation', () => {
    const { preset, program, commandOf, converse } = agentOf('{ use: acp, command: [gemini, --acp], args: [-x] }');
    expect([preset?.name, program, commandOf('s-1')]).toEqual(['acp', 'gemini', ['gemini', '--acp', '-x']]);
    expect([converse === null, agentOf('{ use: gemini }').converse]).toEqual([false, null]);
  });

  test('is an unchanged command', () => {
    const { preset, program, commandOf } = agentOf('{ command: [my-agent, --print] }');
    expect([preset, program, commandOf(null)]).toEqual([null, 'my-agent', ['my-agent', '--print']]);
  });
});
