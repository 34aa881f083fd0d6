import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { DUALGATE_VERSION } from '../../../src/version.ts';
import { PROGRAM } from '../../end-to-end/run-program.ts';
import { aFolder } from '../../evidence/a-repository.ts';

/** The answers to lines, by their ids; the server ends with its input. */
const converse = (...lines: readonly (string | object)[]) => converseWith([], lines);

/** @param options - of Node */
const converseWith = async (options: readonly string[], lines: readonly (string | object)[]) => {
  const input = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify({ jsonrpc: '2.0', ...line })));
  const { stdout, exitCode } = await execa(process.execPath, [...options, PROGRAM, 'mcp'], {
    cwd: await aFolder(),
    input: input.join('\n'),
    env: { DUALGATE_SOCKET: '', DUALGATE_RUN: '', DUALGATE_PHASE: '' },
  });
  expect(exitCode).toBe(0);
  return stdout === '' ? [] : stdout.split('\n').map((line): unknown => JSON.parse(line));
};

const call = (name: string, given?: unknown) => ({
  id: 1,
  method: 'tools/call',
  params: { name, ...(given === undefined ? {} : { arguments: given }) },
});

describe('the MCP server', () => {
  test.each([
    ['2025-06-18', '2025-06-18'],
    ['1999-01-01', '2025-11-25'],
  ])('asked for version %s, answers with %s', async (asked, answered) => {
    expect(await converse({ id: 'a', method: 'initialize', params: { protocolVersion: asked } })).toEqual([
      {
        jsonrpc: '2.0',
        id: 'a',
        result: {
          protocolVersion: answered,
          capabilities: { tools: {} },
          serverInfo: { name: 'dualgate', version: DUALGATE_VERSION },
        },
      },
    ]);
  });

  test('lists its tools, each with a schema that allows no other argument', async () => {
    const [answer] = await converse({ id: 2, method: 'tools/list' });
    expect(answer).toMatchObject({
      result: {
        tools: ['signal_exit', 'phase_status', 'check_gate', 'explain'].map((name) => ({
          name,
          inputSchema: { type: 'object', additionalProperties: false },
        })),
      },
    });
  });

  test('answers pings, and no notification and no answer', async () => {
    expect(
      await converse({ method: 'notifications/initialized' }, { id: 3, method: 'ping' }, { id: 9, result: {} }, ''),
    ).toEqual([{ jsonrpc: '2.0', id: 3, result: {} }]);
  });

  test.each([
    ['no JSON', 'x', -32_700],
    ['a list', '[]', -32_600],
    ['an unknown method', { id: 1, method: 'resources/list' }, -32_601],
    ['an unknown tool', call('exit'), -32_602],
  ])('answers %s with an error of JSON-RPC', async (_what, line, code) => {
    expect(await converse(line)).toMatchObject([{ error: { code } }]);
  });

  test.each([
    ['an unknown argument', call('explain', { of: 1 }), 'Unknown argument of: use phase, iteration.'],
    ['an inherited name', call('phase_status', { toString: 1 }), 'Unknown argument toString: use none.'],
    ['another type', call('explain', { iteration: '2' }), 'The argument iteration must be of type integer (got "2").'],
    [
      'an unknown signal',
      call('signal_exit', { signal: 'yes', reason: 'a' }),
      'The argument signal must be one of exit, hold, blocked (got "yes").',
    ],
    ['a missing argument', call('signal_exit', { signal: 'exit' }), 'The argument reason is required.'],
    ['a list of arguments', call('explain', []), 'The arguments must be an object.'],
    ['an empty reason', call('signal_exit', { signal: 'exit', reason: ' ' }), 'Cannot signal: --reason is required.'],
  ])('tells the model about %s', async (_what, line, text) => {
    expect(await converse(line)).toMatchObject([{ result: { isError: true, content: [{ text }] } }]);
  });

  test('records no signal outside of a turn, and says so', async () => {
    expect(await converse(call('signal_exit', { signal: 'exit', reason: 'done' }))).toMatchObject([
      {
        result: {
          isError: true,
          structuredContent: { recorded: false },
          content: [{ text: expect.stringContaining('its environment lacks DUALGATE_SOCKET') }],
        },
      },
    ]);
  });

  test('takes a command that was killed for an error, and not for an answer', async () => {
    // Every process that the server starts is killed at once.
    const kill =
      'data:text/javascript,import p from "node:child_process"; import { syncBuiltinESMExports } from "node:module"; const start = p.execFile; p.execFile = (...given) => { const child = start(...given); child.kill("SIGKILL"); return child; }; syncBuiltinESMExports();';
    expect(await converseWith(['--import', kill], [call('check_gate')])).toMatchObject([{ result: { isError: true } }]);
  });

  test('says that there is no config where there is none', async () => {
    expect(await converse(call('phase_status'))).toMatchObject([
      { result: { isError: true, content: [{ text: expect.stringContaining('there is no config here') }] } },
    ]);
  });
});
