import { describe, expect, test } from 'vitest';
import { chooseAgent, configOfPhase, configOfSession } from '../../../src/project/config/choose-agent.ts';
import { DEFAULT_PERMISSIONS } from '../../../src/agents/programs/preset.ts';
import { PRESETS } from '../../../src/agents/programs/presets.ts';
import { createJsonSchema } from '../../../src/project/config/schema/json-schema.ts';
import { LEAST, parse } from './a-config.ts';
import { isSession } from '../../../src/project/config/config.ts';

describe('choose agent', () => {
  const configOf = (agent: string) =>
    parse(LEAST.replace('agent:\n  command: my-agent --print', `agent: ${agent}`)).agent;
  const agentOf = (agent: string) => chooseAgent(configOf(agent));

  describe('the agent of a config', () => {
    test('is any preset that there is, and no other', () => {
      const known: unknown = createJsonSchema().properties?.['agent']?.properties?.['use']?.['enum'];
      expect(new Set(Object(known))).toEqual(new Set([...Object.keys(PRESETS), 'acp', 'scripted', 'session']));
      expect(configOf('{ use: pi }').permissions).toBe(DEFAULT_PERMISSIONS);
    });

    test('is started by its preset, with what the config adds last', () => {
      const { preset, program, commandOf, env } = agentOf(
        '{ use: claude, model: m-1, args: [--quick], env: { A: b } }',
      );
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
});

describe('config of agent', () => {
  const PHASE = `phases:
  - phase: GREEN
    purpose: code
    gate_1: { condition: tests_failing == 0 }
    agent: AGENT
`;
  const agentOf = (run: string, phase: string) => {
    const text = LEAST.replace('agent:\n  command: my-agent --print', `agent: ${run}`) + PHASE.replace('AGENT', phase);
    return configOfPhase(parse(text), 'GREEN').agent;
  };

  describe('the agent of a phase', () => {
    test('may be the same program with another model', () => {
      expect(agentOf('{ use: claude, model: small, args: [--a], permissions: all }', '{ model: large }')).toMatchObject(
        {
          use: 'claude',
          model: 'large',
          args: ['--a'],
          permissions: 'all',
        },
      );
    });

    test('takes no model, permissions or arguments of another program, but its environment and limits', () => {
      const agent = agentOf(
        '{ use: claude, model: small, args: [--a], permissions: all, timeout: 7m, env: { A: b } }',
        '{ use: codex }',
      );
      expect(agent).toMatchObject({
        use: 'codex',
        model: null,
        args: [],
        permissions: 'edit',
        timeout_ms: 420_000,
        env: { A: 'b' },
      });
    });

    test('may be a command', () => {
      expect(agentOf('{ use: claude }', '{ command: mine }')).toMatchObject({
        use: null,
        command: ['mine'],
        script: null,
      });
    });

    test('may be one of the Agent Client Protocol, with its command', () => {
      const acp = '{ use: acp, command: [gemini, --acp], model: large }';
      expect(agentOf('{ use: claude, args: [--a] }', acp)).toMatchObject({
        use: 'acp',
        command: ['gemini', '--acp'],
        model: 'large',
        args: [],
      });
      expect(agentOf(acp, '{ use: claude }')).toMatchObject({ use: 'claude', command: null, model: null });
      expect(agentOf(acp, '{ command: mine }')).toMatchObject({ use: null, command: ['mine'] });
      expect(agentOf(acp, '{ model: small }')).toMatchObject({
        use: 'acp',
        command: ['gemini', '--acp'],
        model: 'small',
      });
    });

    test.each([
      ['{ use: acp }', 'needs a command when `use: acp` is set'],
      ['{ use: codex, command: mine }', 'takes a command or `use`, not both'],
      ['{ command: mine, model: large }', 'only when a program that dualgate knows is used'],
      ['{ env: { A: b } }', 'env'],
    ])('%s is refused', (agent, why) => {
      expect(() => agentOf('{ use: claude }', agent)).toThrow(why);
    });
  });

  test('a session has one agent in all phases', () => {
    const text = LEAST + PHASE.replace('AGENT', '{ command: mine }');
    const config = configOfSession(parse(text));
    expect([isSession(config.agent), isSession(configOfPhase(config, 'GREEN').agent)]).toEqual([true, true]);
  });
});
