import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { execa } from 'execa';
import { describe, expect, test, type TestContext, vi } from 'vitest';
import { DUALGATE_VERSION } from '../../../src/base/version.ts';
import { hasProc, isRunning } from '../../end-to-end/processes.ts';
import { PROGRAM } from '../../end-to-end/run-program.ts';
import { aFolder, aRepository, hasGit } from '../../evidence/a-repository.ts';

/** The answers to lines, by their ids; the server ends with its input. */
const converse = (...lines: readonly (string | object)[]) => converseWith([], lines);

/** @param options - of Node */
const converseWith = async (options: readonly string[], lines: readonly (string | object)[], more: object = {}) => {
  const input = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify({ jsonrpc: '2.0', ...line })));
  const { stdout, exitCode } = await execa(process.execPath, [...options, PROGRAM, 'mcp'], {
    cwd: await aFolder(),
    input: input.join('\n'),
    env: { DUALGATE_SOCKET: '', DUALGATE_RUN: '', DUALGATE_PHASE: '', ...more },
  });
  expect(exitCode).toBe(0);
  return stdout === '' ? [] : stdout.split('\n').map((line): unknown => JSON.parse(line));
};

const STRICT = { type: 'object', additionalProperties: false } as const;

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

  test.each([
    ['in a turn', '/a/socket', ['signal_exit', 'phase_status', 'check_gate', 'explain']],
    ['elsewhere, where no signal could be recorded,', '', ['phase_status', 'check_gate', 'explain']],
  ])('%s lists its tools, each with a schema that allows no other argument', async (_where, socket, names) => {
    const [answer] = await converseWith([], [{ id: 2, method: 'tools/list' }], { DUALGATE_SOCKET: socket });
    expect(Object(Object(answer).result).tools).toEqual(
      names.map((name) => expect.objectContaining({ name, inputSchema: expect.objectContaining(STRICT) })),
    );
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

/** A suite of one test that reports each start in a file, and ends when there is a file `go`. */
const SLOW = `import { test } from 'node:test';
import { appendFileSync, existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
test('AC-1: one', async () => {
  appendFileSync(process.env.STARTS, process.pid + '\\n');
  while (!existsSync(process.env.GO)) await setTimeout(50);
});
`;

/** A server in a project with that suite, and what it prints. */
const aSlowServer = async ({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) => {
  const folder = await aRepository({
    'package.json': '{ "type": "module" }',
    'spec.md': '- [ ] AC-1: one\n',
    'one.test.js': SLOW,
    'dualgate.yaml': 'work: { spec: spec.md }\nagent: { use: claude }\ntests: { command: node --test }\n',
  });
  const aside = await aFolder();
  const [STARTS, GO] = [join(aside, 'starts'), join(aside, 'go')];
  const server = execa(process.execPath, [PROGRAM, 'mcp'], {
    cwd: folder,
    env: { STARTS, GO },
    buffer: false,
    reject: false,
  });
  onTestFinished(() => void server.kill());
  const said: unknown[] = [];
  createInterface({ input: server.stdout }).on('line', (line) => said.push(JSON.parse(line)));
  return {
    said,
    starts: () => (existsSync(STARTS) ? readFileSync(STARTS, 'utf8').trim().split('\n').map(Number) : []),
    go: () => writeFileSync(GO, ''),
    send: (...messages: readonly object[]) =>
      void server.stdin.write(messages.map((each) => `${JSON.stringify({ jsonrpc: '2.0', ...each })}\n`).join('')),
  };
};
const checkGate = (id: number, more: object = {}) => ({
  id,
  method: 'tools/call',
  params: { name: 'check_gate', arguments: {}, ...more },
});
const PATIENCE = { timeout: 60_000 } as const;

describe.skipIf(!hasGit || !hasProc)('a measurement over MCP (needs git and /proc)', () => {
  test('is shared by calls that come at once, and tells a client with a token that it is active', async (context) => {
    const { said, starts, go, send } = await aSlowServer(context);
    send(checkGate(1), checkGate(2, { _meta: { progressToken: 'p' } }));
    await vi.waitFor(
      () =>
        expect(said).toEqual([
          {
            jsonrpc: '2.0',
            method: 'notifications/progress',
            params: {
              progressToken: 'p',
              progress: expect.any(Number),
              message: expect.stringMatching(/^dualgate measures/),
            },
          },
        ]),
      PATIENCE,
    );
    await vi.waitFor(() => expect(starts()).toHaveLength(1), PATIENCE);
    go();
    const answers = () => said.filter((each) => 'id' in Object(each));
    await vi.waitFor(() => expect(answers()).toHaveLength(2), PATIENCE);
    const [one, other] = answers().map((each) => Object(each).result);
    expect(one).toMatchObject({ isError: false });
    expect(other).toEqual(one);
    expect(starts()).toHaveLength(1);
  });

  test('ends with its suite, and without an answer, when the only client takes the call back', async (context) => {
    const { said, starts, send } = await aSlowServer(context);
    send(checkGate(1));
    await vi.waitFor(() => expect(starts()).toHaveLength(1), PATIENCE);
    const [pid = 0] = starts();
    send({ method: 'notifications/cancelled', params: { requestId: 1, reason: 'not needed' } });
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), PATIENCE);
    send({ id: 2, method: 'ping' });
    await vi.waitFor(() => expect(said).toEqual([{ jsonrpc: '2.0', id: 2, result: {} }]), PATIENCE);
  });

  test('stays for a call that was not taken back', async (context) => {
    const { said, starts, go, send } = await aSlowServer(context);
    send(checkGate(1), checkGate(2));
    await vi.waitFor(() => expect(starts()).toHaveLength(1), PATIENCE);
    send({ method: 'notifications/cancelled', params: { requestId: 1 } });
    go();
    await vi.waitFor(() => expect(said).toMatchObject([{ id: 2, result: { isError: false } }]), PATIENCE);
  });
});
