import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Topic } from '../../../src/agents/programs/preset.ts';
import { presetOf } from '../../../src/agents/programs/presets.ts';
import { takeTurn, type TurnOptions } from '../../../src/agents/take-turn.ts';
import { DUALGATE_VERSION } from '../../../src/base/version.ts';
import { type Act, anAcpAgent, type Plan, receivedBy, saying } from './an-acp-agent.ts';

let folder = '';
let workspace = '';
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'dualgate-')));
  workspace = join(folder, 'workspace');
  await mkdir(workspace);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const ms = expect.any(Number);
const OK = { outcome: 'ok', exit_code: 0, ms, session: 's-1' };
const fileOf = (name: string) => readFile(join(folder, name), 'utf8');

/** A turn of the program, as the loop takes it. */
const turnOf = (plan: Plan, topic: Partial<Topic> = {}, options: Partial<TurnOptions> = {}) => {
  const command = anAcpAgent(plan, folder);
  const preset = presetOf('acp', command);
  const conversation =
    preset.converse?.({
      workspace,
      places: [workspace],
      prompt: 'the prompt',
      permissions: 'edit',
      model: null,
      servers: [],
      judgeWrite: () => null,
      ...topic,
    }) ?? null;
  return takeTurn({
    command,
    preset,
    conversation,
    workspace,
    prompt: 'the prompt',
    timeoutMs: 20_000,
    graceMs: 500,
    env: { DUALGATE_RUN: randomUUID() },
    transcript: { stdout: join(folder, 'stdout'), stderr: join(folder, 'stderr'), said: join(folder, 'said') },
    ...options,
  });
};

const promptsOf = (acts: readonly Act[], more: Plan = {}): Plan => ({ ...more, prompts: [acts] });

describe('a turn by the Agent Client Protocol', () => {
  test('is a fresh session in the workspace with the whole prompt, and nothing of dualgate is offered but what is said', async () => {
    const servers = [{ name: 'dualgate', command: ['/bin/node', 'cli', 'mcp'], env: { DUALGATE_NONCE: 'n' } }];
    expect(await turnOf(promptsOf(saying('All is ', 'done.')), { servers })).toEqual(OK);
    expect(await fileOf('said')).toBe('All is done.');
    expect(receivedBy(folder)).toEqual([
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: 1,
          clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
          clientInfo: { name: 'dualgate', title: 'dualgate', version: DUALGATE_VERSION },
        },
      },
      {
        jsonrpc: '2.0',
        id: 2,
        method: 'session/new',
        params: {
          cwd: workspace,
          mcpServers: [
            {
              name: 'dualgate',
              command: '/bin/node',
              args: ['cli', 'mcp'],
              env: [{ name: 'DUALGATE_NONCE', value: 'n' }],
            },
          ],
        },
      },
      {
        jsonrpc: '2.0',
        id: 4,
        method: 'session/prompt',
        params: { sessionId: 's-1', prompt: [{ type: 'text', text: 'the prompt' }] },
      },
    ]);
  });

  test('speaks with the text after its last tool call: no thought, no echo, no result of a tool, no sub-agent', async () => {
    const content = { type: 'text', text: 'EXIT_SIGNAL: true' };
    const call = { toolCallId: 'c-1', title: 'ls', kind: 'execute' };
    const turn = await turnOf(
      promptsOf([
        { say: 'EXIT_SIGNAL: true' },
        { update: { sessionUpdate: 'tool_call', ...call } },
        { say: 'the ' },
        { update: { sessionUpdate: 'user_message_chunk', content } },
        { update: { sessionUpdate: 'agent_thought_chunk', content } },
        { update: { sessionUpdate: 'tool_call_update', ...call, content: [{ type: 'content', content }] } },
        { update: { sessionUpdate: 'agent_message_chunk', content }, session: 's-2' },
        ...saying('word'),
      ]),
    );
    expect({ turn, said: await fileOf('said') }).toEqual({ turn: OK, said: 'the word' });
  });

  test('speaks with its last message, where messages have ids', async () => {
    const acts = [{ say: 'a warning' }, { say: 'early', message: 'm-1' }, { say: 'late', message: 'm-2' }];
    await turnOf(promptsOf([...acts, ...saying()]));
    expect(await fileOf('said')).toBe('late');
  });

  test('refuses files, terminals and forms, which it did not offer', async () => {
    const asks = ['fs/read_text_file', 'fs/write_text_file', 'terminal/create', 'elicitation/create'];
    const params = { sessionId: 's-1', path: join(workspace, 'a.txt'), content: 'x' };
    const turn = await turnOf(promptsOf([...asks.map((request) => ({ request, params })), ...saying('Done.')]));
    expect(turn).toEqual(OK);
    expect(receivedBy(folder).flatMap(({ error }) => (error === undefined ? [] : [error]))).toEqual(
      asks.map((method) => ({ code: -32_601, message: `dualgate does not offer ${method}` })),
    );
  });

  test('ends with the answer to its prompt, also if the program stays', async () => {
    expect(await turnOf(promptsOf(saying('Done.'), { stays: true }))).toEqual(OK);
  });

  test('names what its agent left running, and ends it', async () => {
    const leave = [process.execPath, '-e', 'setInterval(() => {}, 60000)'];
    const turn = await turnOf(promptsOf([{ leave }, ...saying('Done.')]));
    expect(turn).toEqual({ ...OK, left_running: [expect.stringContaining('setInterval')] });
  });

  test('skips lines of a log between the messages', async () => {
    expect(await turnOf(promptsOf([{ raw: 'npm warn deprecated' }, { raw: '' }, ...saying('Done.')]))).toEqual(OK);
  });

  test.each([
    ['of the session', { totalTokens: 35, inputTokens: 20, outputTokens: 5, cachedReadTokens: 10 }, 30],
    ['with the cache among the input', { totalTokens: 25, inputTokens: 20, outputTokens: 5, cachedReadTokens: 10 }, 20],
    ['without a total', { inputTokens: 20, outputTokens: 5 }, 20],
  ])('reports the usage and the cost that the wire gives: %s', async (_which, usage, input_tokens) => {
    const cost = { sessionUpdate: 'usage_update', used: 1, size: 2, cost: { amount: 0.25, currency: 'USD' } };
    const turn = await turnOf(
      promptsOf([{ say: 'Done.' }, { update: cost }, { result: { stopReason: 'end_turn', usage } }]),
    );
    expect(turn).toEqual({ ...OK, usage: { input_tokens, output_tokens: 5, cost_usd: 0.25 } });
  });

  test('counts no cost in another currency, and no negative tokens', async () => {
    const cost = { sessionUpdate: 'usage_update', used: 1, size: 2, cost: { amount: 3, currency: 'credits' } };
    const usage = { totalTokens: -1, inputTokens: -5, outputTokens: 'many' };
    const turn = await turnOf(
      promptsOf([{ say: 'Done.' }, { update: cost }, { result: { stopReason: 'end_turn', usage } }]),
    );
    expect(turn).toEqual(OK);
  });
});

describe('the model of agent.model', () => {
  const chosen = () =>
    receivedBy(folder)
      .filter(({ id }) => id === 3)
      .map(({ method, params }) => ({ method, params }));

  test('is chosen as an option of the session', async () => {
    const options = [{ group: 'g', name: 'G', options: [{ value: 'big', name: 'Big' }] }];
    const configOptions = [{ id: 'm', category: 'model', type: 'select', currentValue: 'small', options }];
    const plan: Plan = {
      'session/new': [{ result: { sessionId: 's-1', configOptions } }],
      'session/set_config_option': [{ result: {} }],
    };
    expect(await turnOf(promptsOf(saying('Done.'), plan), { model: 'big' })).toEqual(OK);
    expect(chosen()).toEqual([
      { method: 'session/set_config_option', params: { sessionId: 's-1', configId: 'm', value: 'big' } },
    ]);
  });

  test('is chosen among the models of the session', async () => {
    const models = { availableModels: [{ modelId: 'big', name: 'Big' }], currentModelId: 'big' };
    const plan: Plan = {
      'session/new': [{ result: { sessionId: 's-1', models } }],
      'session/set_model': [{ result: {} }],
    };
    expect(await turnOf(promptsOf(saying('Done.'), plan), { model: 'other' })).toEqual(OK);
    expect(chosen()).toEqual([{ method: 'session/set_model', params: { sessionId: 's-1', modelId: 'other' } }]);
  });

  test.each([
    [
      'is not offered',
      { configOptions: [{ id: 'model', options: [{ value: 'a' }, { value: 'b' }] }] },
      'it does not offer the model big, but a, b: correct agent.model',
    ],
    [
      'cannot be chosen',
      {},
      'it lets nobody choose a model: remove agent.model, and choose big in agent.command or its own configuration',
    ],
  ])('ends the turn with the way out when it %s', async (_why, session, message) => {
    const plan: Plan = { 'session/new': [{ result: { sessionId: 's-1', ...session } }] };
    const turn = await turnOf(promptsOf(saying('Done.'), plan), { model: 'big' });
    expect(turn).toEqual({ ...OK, outcome: 'crashed', error: { kind: 'other', message, resets_at: null } });
  });
});

const START = 'check that agent.command starts it as an agent of the Agent Client Protocol over stdio';

const PROBLEMS: Readonly<
  Record<
    string,
    { readonly plan: Plan; readonly outcome: string; readonly exit_code?: number | null; readonly message: string }
  >
> = {
  'refuses initialize': {
    plan: { initialize: [{ error: { code: -32_603, message: 'Internal error', data: { details: 'no config' } } }] },
    outcome: 'crashed',
    message: `it refused initialize (Internal error: no config): ${START}`,
  },
  'speaks another version': {
    plan: { initialize: [{ result: { protocolVersion: 2 } }] },
    outcome: 'crashed',
    message:
      'it speaks version 2 of the Agent Client Protocol, and dualgate version 1: install a release of it that speaks version 1',
  },
  'names no version': {
    plan: { initialize: [{ result: {} }] },
    outcome: 'crashed',
    message:
      'its answer to initialize has no protocolVersion: install another release of it, or report this to its makers',
  },
  'wants a login': {
    plan: {
      initialize: [{ result: { protocolVersion: 1, authMethods: [{ id: 'key', name: 'API key' }] } }],
      'session/new': [{ error: { code: -32_000, message: 'Authentication required' } }],
    },
    outcome: 'unauthorised',
    message: 'it wants a login (Authentication required). It offers: API key.',
  },
  'wants a login for the prompt': {
    plan: promptsOf([{ error: { code: -32_000, message: 'Authentication required' } }]),
    outcome: 'unauthorised',
    message: 'it wants a login (Authentication required).',
  },
  'opens no session': {
    plan: { 'session/new': [{ result: { sessionId: 5 } }] },
    outcome: 'crashed',
    message: 'its answer to session/new has no sessionId: install another release of it, or report this to its makers',
  },
  'answers a prompt without a reason': {
    plan: promptsOf([{ say: 'EXIT_SIGNAL: true' }, { result: {} }]),
    outcome: 'crashed',
    message:
      'its answer to session/prompt has no stopReason: install another release of it, or report this to its makers',
  },
  'writes a message that was cut': {
    plan: promptsOf([
      { say: 'EXIT_SIGNAL: true' },
      { raw: '{"jsonrpc":"2.0","id":4,"result":{"stopRea' },
      { wait: true },
    ]),
    outcome: 'crashed',
    message: `it wrote a line that is no message of the protocol ({"jsonrpc":"2.0","id":4,"result":{"stopRea): ${START}`,
  },
  'is no agent of the protocol': {
    plan: { initialize: [{ raw: '{"type":"init","session_id":"x"}' }, { wait: true }] },
    outcome: 'crashed',
    message: `it wrote a line that is no message of the protocol ({"type":"init","session_id":"x"}): ${START}`,
  },
  'ends before it answers': {
    plan: { initialize: [{ exit: 3 }] },
    outcome: 'crashed',
    exit_code: 3,
    message: `it ended before it answered initialize: ${START} (exit code 3)`,
  },
  'ends well in the middle of a prompt': {
    plan: promptsOf([{ say: 'EXIT_SIGNAL: true' }, { exit: 0 }]),
    outcome: 'crashed',
    message: 'it ended before it answered session/prompt: read its stderr (exit code 0)',
  },
  'is killed in the middle of a prompt': {
    plan: promptsOf([{ say: 'EXIT_SIGNAL: true' }, { kill: 'SIGKILL' }]),
    outcome: 'crashed',
    exit_code: null,
    message: 'it ended before it answered session/prompt: read its stderr (ended by SIGKILL)',
  },
  'has a model that refuses': {
    plan: promptsOf([{ say: 'No.' }, { result: { stopReason: 'refusal' } }]),
    outcome: 'crashed',
    message: 'its model refused to continue',
  },
  'stops for no reason': {
    plan: promptsOf([{ say: 'EXIT_SIGNAL: true' }, { result: { stopReason: 'cancelled' } }]),
    outcome: 'crashed',
    message: 'it stopped its turn: cancelled',
  },
  'is limited by its provider': {
    plan: promptsOf([{ error: { code: 429, message: 'Rate limit reached' } }]),
    outcome: 'rate_limited',
    message: 'Rate limit reached',
  },
  'has no key of its provider': {
    plan: promptsOf([{ error: { code: -32_603, message: 'Internal error', data: { details: 'HTTP 401: bad key' } } }]),
    outcome: 'unauthorised',
    message: 'Internal error: HTTP 401: bad key',
  },
  'has a provider that fails': {
    plan: promptsOf([{ error: { code: -32_603, message: 'The model is gone' } }]),
    outcome: 'crashed',
    message: 'The model is gone',
  },
};

describe('an agent of the protocol fails with a reason and the way out', () => {
  test.each(Object.entries(PROBLEMS))('when it %s', async (_which, { plan, outcome, exit_code = 0, message }) => {
    const turn = await turnOf({ prompts: [saying('Done.')], ...plan });
    expect({ outcome: turn.outcome, exit_code: turn.exit_code, message: turn.error?.message }).toEqual({
      outcome,
      exit_code,
      message,
    });
    // Whatever it said before gives no exit signal.
    expect(await fileOf('said')).toBe('');
  });

  test.each([
    ['initialize', { initialize: [{ wait: true }] }, 300, '0.3 s'],
    // Long enough for a busy machine to answer `initialize` before.
    ['session/new', { 'session/new': [{ wait: true }] }, 4_000, '4 s'],
  ] as const)('when it does not answer %s', async (stage, plan, answerMs, time) => {
    const turn = await turnOf(plan, { answerMs });
    const message = `it did not answer ${stage} within ${time}: ${START}, and that it is logged in`;
    expect(turn).toMatchObject({ outcome: 'crashed', error: { kind: 'other', message } });
  });
});

describe('a turn that is ended early', () => {
  const waiting: readonly Act[] = [{ say: 'EXIT_SIGNAL: true' }, { wait: true }];
  const lastOf = () => receivedBy(folder).at(-1);
  const CANCEL = { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's-1' } };

  test('at its time limit is cancelled first, and its words do not count', async () => {
    const turn = await turnOf(promptsOf(waiting), {}, { timeoutMs: 1_500 });
    expect(turn).toEqual({ outcome: 'timed_out', exit_code: null, which: 'wall', ms, session: 's-1' });
    expect({ last: lastOf(), said: await fileOf('said') }).toEqual({ last: CANCEL, said: '' });
  });

  test('is ended by force if it does not stop', async () => {
    const plan: Plan = { stays: true, 'session/cancel': [] };
    const turn = await turnOf(promptsOf(waiting, plan), {}, { timeoutMs: 1_500, graceMs: 100 });
    expect(turn).toMatchObject({ outcome: 'timed_out', exit_code: null, which: 'wall' });
    expect(lastOf()).toEqual(CANCEL);
  });

  test('grants nothing any more', async () => {
    const askFor = { toolCallId: 'c-1', kind: 'execute', title: 'ls' };
    const plan: Plan = { 'session/cancel': [{ askFor }, { result: { stopReason: 'cancelled' } }] };
    await turnOf(promptsOf(waiting, plan), {}, { timeoutMs: 1_500 });
    expect(lastOf()).toEqual({ jsonrpc: '2.0', id: 'a-1', result: { outcome: { outcome: 'cancelled' } } });
  });

  test('by a person is a crash without an error of the agent', async () => {
    const abort = new AbortController();
    const onOutput = (_stream: string, chunk: Buffer) => {
      if (chunk.includes('EXIT_SIGNAL')) abort.abort();
    };
    const turn = await turnOf(promptsOf(waiting), {}, { signal: abort.signal, onOutput });
    expect(turn).toEqual({ outcome: 'crashed', exit_code: null, ms, session: 's-1' });
    expect(lastOf()).toEqual(CANCEL);
  });
});

describe('a permission request', () => {
  const FROZEN = 'test/one.test.js is frozen. Change the sources instead.';
  const judgeWrite = (path: string) => (path === 'test/one.test.js' ? FROZEN : null);
  const edit = (path: string) => ({ toolCallId: path, kind: 'edit', title: 'Edit', locations: [{ path }] });

  test('for a frozen file is refused, and nothing else', async () => {
    const [test, source] = [join(workspace, 'one.test.js'), join(workspace, 'one.js')];
    const turn = await turnOf(
      promptsOf([
        { askFor: edit(test) },
        { write: 'one.test.js', content: 'cheat' },
        { askFor: edit(source) },
        { write: 'one.js', content: 'work' },
        ...saying('Done.'),
      ]),
      { judgeWrite: (path) => (path === 'one.test.js' ? 'one.test.js is frozen.' : null) },
    );
    // A rule of the phase is no permission that an operator has to grant.
    expect(turn).toEqual(OK);
    expect(await readFile(join(workspace, 'one.js'), 'utf8')).toBe('work');
    await expect(readFile(join(workspace, 'one.test.js'))).rejects.toThrow('ENOENT');
    expect(await fileOf('stderr')).toBe(`dualgate: edit: ${test} was refused: one.test.js is frozen.\n`);
  });

  // Codex cancels its turn, and opencode ends it without a word.
  test.each(['cancelled', 'end_turn'])(
    'that is refused is told with its reason, when the agent ends for it: %s',
    async (stopReason) => {
      const first: readonly Act[] = [{ askFor: edit(join(workspace, 'test/one.test.js')) }, { result: { stopReason } }];
      const turn = await turnOf({ prompts: [first, saying('Done.')] }, { judgeWrite });
      expect({ turn, said: await fileOf('said') }).toEqual({ turn: OK, said: 'Done.' });
      expect(receivedBy(folder).at(-1)).toEqual({
        jsonrpc: '2.0',
        id: 5,
        method: 'session/prompt',
        params: {
          sessionId: 's-1',
          prompt: [
            {
              type: 'text',
              text: `dualgate denied what you asked for:\n- ${FROZEN}\n\nContinue without it. The task and the status block of the first message still apply.`,
            },
          ],
        },
      });
    },
  );

  test('that is refused is not told to an agent that works on, and says so', async () => {
    const acts: readonly Act[] = [{ askFor: edit('test/one.test.js') }, ...saying('Done.')];
    expect(await turnOf({ prompts: [acts] }, { judgeWrite })).toEqual(OK);
    expect(receivedBy(folder).filter(({ method }) => method === 'session/prompt').length).toBe(1);
  });

  test('is not told for ever to an agent that asks again', async () => {
    const acts: readonly Act[] = [{ askFor: edit('test/one.test.js') }, { result: { stopReason: 'cancelled' } }];
    const turn = await turnOf({ prompts: [acts] }, { judgeWrite });
    expect(turn).toEqual({ ...OK, outcome: 'empty', printed: true });
    expect(receivedBy(folder).filter(({ method }) => method === 'session/prompt').length).toBe(4);
  });

  test('that the permissions of the config deny is a denial of the turn', async () => {
    const askFor = { toolCallId: 'c', kind: 'execute', title: 'npm test' };
    const turn = await turnOf(promptsOf([{ askFor }, ...saying('Done.')]), { permissions: 'ask' });
    expect(turn).toEqual({ ...OK, denials: ['execute: npm test'] });
  });
});
