import { describe, expect, test } from 'vitest';
import { configOfPhase, configOfSession } from '../../../src/project/config/choose-agent.ts';
import { isSession } from '../../../src/project/config/shape-agent.ts';
import { LEAST, parse } from './a-config.ts';

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
    expect(agentOf('{ use: claude, model: small, args: [--a], permissions: all }', '{ model: large }')).toMatchObject({
      use: 'claude',
      model: 'large',
      args: ['--a'],
      permissions: 'all',
    });
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
