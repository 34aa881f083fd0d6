import { afterEach, describe, expect, test } from 'vitest';
import { objectOf } from '../../../src/signals/envelopes/extractor.ts';
import { statusBlockTemplate } from '../../../src/signals/systems/dialects.ts';
import { type ModelServer, startModelServer } from './model-server.ts';
import { aClaim, type Step } from './step.ts';

let server: ModelServer | null = null;
afterEach(() => server?.close());

const start = async (...lists: readonly (readonly Step[])[]): Promise<ModelServer> => {
  server = await startModelServer('/workspace', lists);
  return server;
};

const SHELL = {
  type: 'function',
  function: {
    name: 'bash',
    parameters: {
      type: 'object',
      properties: { command: { type: 'string' }, quiet: { type: 'boolean' } },
      required: ['command', 'quiet'],
    },
  },
};

const promptOf = (nonce: string) => statusBlockTemplate({ phase: 'GREEN', iteration: 3, nonce });

/** The first choice's message of a chat completion, or the status when it failed. */
const ask = async (model: ModelServer, content: string, tools: readonly object[] = [SHELL], stream = false) => {
  const body = JSON.stringify({ messages: [{ role: 'user', content }], tools, stream });
  const response = await fetch(`${model.url}/v1/chat/completions`, { method: 'POST', body });
  if (!response.ok || stream) return { status: response.status, text: await response.text() };
  const answer = objectOf(await response.json());
  return objectOf(Array.isArray(answer['choices']) ? answer['choices'][0] : null)['message'];
};
const says = (content: string) => ({ role: 'assistant', content });

describe('the scripted model', () => {
  test('plays its steps one by one, and the last one for ever', async () => {
    const model = await start([{ say: 'one' }, { say: 'two' }]);
    expect([await ask(model, 'go'), await ask(model, 'go'), await ask(model, 'go')]).toEqual([
      says('one'),
      says('two'),
      says('two'),
    ]);
  });

  test('plays a separate list for each prompt, chosen by its nonce', async () => {
    const model = await start([{ say: 'first {{nonce}}' }, { say: 'more' }], [{ say: 'second {{nonce}}' }]);
    expect([
      await ask(model, promptOf('n-1')),
      await ask(model, promptOf('n-2')),
      await ask(model, promptOf('n-1')),
    ]).toEqual([says('first n-1'), says('second n-2'), says('more')]);
  });

  test('fills its words from the last status block of the prompt', async () => {
    const model = await start([{ say: aClaim() }]);
    const answer = objectOf(await ask(model, `${promptOf('old')}\n\n${promptOf('new')}`));
    expect(String(answer['content']).split('\n').slice(1, 4)).toEqual(['PHASE: GREEN', 'ITERATION: 3', 'NONCE: new']);
  });

  test('uses the tool that is offered, with all that it asks for', async () => {
    const model = await start([{ run: 'ls' }, { write: 'a.txt', content: "it's" }]);
    const calls = [objectOf(await ask(model, 'go')), objectOf(await ask(model, 'go'))].map(
      ({ tool_calls }) => tool_calls,
    );
    const call = (id: number, command: string) => [
      {
        index: 0,
        id: `call_${id}`,
        type: 'function',
        function: { name: 'bash', arguments: JSON.stringify({ command, quiet: false }) },
      },
    ];
    expect(calls).toEqual([call(1, 'ls'), call(2, "printf '%s' 'it'\\''s' > 'a.txt'")]);
  });

  test('answers beside the script what is asked without tools', async () => {
    const model = await start([{ say: 'one' }]);
    expect([await ask(model, 'a title?', []), await ask(model, 'go')]).toEqual([says('ok'), says('one')]);
  });

  test('fails as its script says, then continues', async () => {
    const model = await start([{ fail: 429, message: 'slow down' }, { say: 'one' }]);
    const text = JSON.stringify({ error: { message: 'slow down', type: 'scripted_failure', code: '429' } });
    expect([await ask(model, 'go'), await ask(model, 'go')]).toEqual([{ status: 429, text }, says('one')]);
  });

  test('streams on request', async () => {
    const model = await start([{ say: 'one' }]);
    const answer = objectOf(await ask(model, 'go', [SHELL], true));
    expect(String(answer['text']).split('\n\n').at(-2)).toBe('data: [DONE]');
  });

  test('hangs until it is closed', async () => {
    const model = await start([{ hang: true }]);
    const hanging = ask(model, 'go').then(
      () => 'answered',
      () => 'cut off',
    );
    while (model.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await model.close();
    expect(await hanging).toBe('cut off');
  });

  test('remembers who asked what, and what was no question', async () => {
    const model = await start([{ say: 'one' }]);
    await ask(model, promptOf('n-1'));
    expect((await fetch(`${model.url}/telemetry`)).status).toBe(404);
    expect(model.requests).toEqual([
      { method: 'POST', path: '/v1/chat/completions', protocol: 'openai-chat', nonce: 'n-1', tools: ['bash'] },
      { method: 'GET', path: '/telemetry', protocol: null, nonce: null, tools: [] },
    ]);
  });

  test('listens on loopback alone', async () => {
    expect((await start([])).url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });
});
