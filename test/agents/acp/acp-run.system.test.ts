import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createRun } from '../../../src/run/create-run.ts';
import type { RunEvent } from '../../../src/records/run-events.ts';
import { aFolder, hasGit } from '../../evidence/a-repository.ts';
import { aCodeWorkspace, HONEST, withAnchorsAside } from '../../run/a-workspace.ts';
import { describeInSandbox } from '../sandbox/in-sandbox.ts';
import { AGREED, leftAt, MISSING, reasonsOf, typed } from '../real/run-events.ts';
import { type Act, anAcpAgent, type Plan, receivedBy, saying } from './an-acp-agent.ts';

const TEST = 'test/one.test.js';
const FOLDERS = { 'package.json': '{ "type": "module" }\n', 'src/.keep': '', 'test/.keep': '' };

/** Asks for each file, and writes it if it may. */
const writes = (files: Readonly<Record<string, string>>): readonly Act[] =>
  Object.entries(files).flatMap(([write, content]) => [
    { askFor: { toolCallId: write, kind: 'edit', title: `Edit ${write}`, locations: [{ path: write }] } },
    { write, content },
  ]);

interface More {
  readonly limits?: object;
  /** @param aside - the folder that the agent writes into */
  readonly sandboxOf?: (aside: string) => object;
}

const run = async (plan: Plan, until: 'RED' | 'GREEN', { sandboxOf, ...keys }: More = {}) => {
  const aside = await aFolder();
  const sandbox = sandboxOf === undefined ? {} : { sandbox: sandboxOf(aside) };
  const agent = { use: 'acp', command: anAcpAgent(plan, aside), timeout: '60s', grace: '500ms', ...sandbox };
  const { folder, config } = await aCodeWorkspace([], { agent, ...keys }, FOLDERS);
  const events: RunEvent[] = [];
  const started = createRun({ config, until, onEvent: (event) => void events.push(event) });
  const ended = await started.ended;
  const stderrOf = (turn: string) =>
    readFileSync(join(folder, '.dualgate/runs', started.id, 'transcripts', `${turn}.stderr`), 'utf8');
  return { folder, aside, events, ended, stderrOf };
};

describe.skipIf(!hasGit)('a run by the Agent Client Protocol (needs git)', () => {
  beforeEach(withAnchorsAside);

  test('grants tests and stubs in RED and no frozen file in GREEN, and its block is the exit signal', async () => {
    const cheat = HONEST.RED.write[TEST].replace('one(), 1', 'one(), 0');
    const phases = { RED: writes(HONEST.RED.write), GREEN: writes({ [TEST]: cheat, ...HONEST.GREEN.write }) };
    const { folder, aside, events, ended, stderrOf } = await run({ phases, prompts: [saying('{{claim}}')] }, 'GREEN');
    expect({ ended, reasons: reasonsOf(events) }).toEqual({ ended: leftAt('GREEN'), reasons: [AGREED, AGREED] });
    expect(readFileSync(join(folder, TEST), 'utf8')).toBe(HONEST.RED.write[TEST]);
    expect([stderrOf('red-1-1'), stderrOf('green-1-1')]).toEqual([
      '',
      `dualgate: edit: ${TEST} was refused: ${TEST} is frozen. Change the sources instead. If the work needs a change to it, report BLOCKED with the reason: an operator can reopen or accept it.\n`,
    ]);
    // A session of its own for each turn.
    expect(receivedBy(aside).filter(({ method }) => method === 'session/new').length).toBe(2);
  });

  test('is signalled by the MCP server that the session was offered, bound to its turn', async () => {
    const call: Act = { tool: 'signal_exit', arguments: { signal: 'exit', reason: 'the test fails' } };
    const { aside, events, ended } = await run(
      { phases: { RED: [...writes(HONEST.RED.write), call] }, prompts: [saying('Done.')] },
      'RED',
    );
    expect(ended).toEqual(leftAt('RED'));
    expect(typed(events, 'signal.read').map(({ signal }) => [signal.source, signal.reason])).toEqual([
      ['command', 'explicit_true'],
    ]);
    expect(receivedBy(aside).find(({ tool }) => tool === 'signal_exit')).toMatchObject({
      said: { isError: false, content: [{ text: expect.stringMatching(/^Recorded for RED, iteration 1: exit\./) }] },
    });
  });

  test('is not signalled by a block that comes before work, or from anywhere but its message', async () => {
    const echo = { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: '{{claim}}' } };
    const work: readonly Act[] = [{ say: '{{claim}}' }, { update: echo }, ...writes(HONEST.RED.write)];
    const plan: Plan = { phases: { RED: work }, prompts: [saying('Done.')] };
    const { events } = await run(plan, 'RED', { limits: { iterations: 1 } });
    expect(reasonsOf(events)).toEqual([MISSING]);
  });
});

describeInSandbox('a run by the Agent Client Protocol in the sandbox', () => {
  beforeEach(withAnchorsAside);

  test('is signalled by the MCP server, which the agent starts in there, and leaves nothing running', async () => {
    const call: Act = { tool: 'signal_exit', arguments: { signal: 'exit', reason: 'the test fails' } };
    const plan: Plan = { phases: { RED: [...writes(HONEST.RED.write), call] }, prompts: [saying('Done.')] };
    const sandboxOf = (aside: string) => ({ use: 'bubblewrap', writable: [aside] });
    const { events, ended } = await run(plan, 'RED', { sandboxOf });
    expect(ended).toEqual(leftAt('RED'));
    expect(typed(events, 'signal.read').map(({ signal }) => [signal.source, signal.reason])).toEqual([
      ['command', 'explicit_true'],
    ]);
    expect(typed(events, 'turn.ended').map(({ turn }) => turn.left_running)).toEqual([undefined]);
  });
});
