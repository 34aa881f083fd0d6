/**
 * A model on 127.0.0.1 that does what a list of steps says, in the four protocols that agent programs speak. It says
 * nothing of how real models behave; it drives the real programs without network, key or cost.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { objectOf } from '../../../src/signals/envelopes/extractor.ts';
import { callShell, callWriter } from './choose-tool.ts';
import { anthropic } from './protocols/anthropic.ts';
import { gemini } from './protocols/gemini.ts';
import { openaiChat } from './protocols/openai-chat.ts';
import { openaiResponses } from './protocols/openai-responses.ts';
import type { Protocol, Question, Reply } from './protocols/protocol.ts';
import { fillIn, readReported, type Step } from './step.ts';

const PROTOCOLS = [openaiChat, openaiResponses, anthropic, gemini];

/** One request as it came, for what a test wants to know of it. `protocol` is `null` for what is no question to a model. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly protocol: string | null;
  readonly nonce: string | null;
  readonly tools: readonly string[];
}

export interface ModelServer {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  /** Ends what hangs, too. */
  readonly close: () => Promise<void>;
}

/**
 * Starts a model with one list of steps for each run of the agent. A run is told by the nonce of its prompt (or, without
 * one, by the prompt): each that is new takes the next list, each question the next step of its list, and the last step
 * and the last list are played for ever. A question without tools (a title, a summary) is answered `ok` beside the script,
 * unless the step is a failure: a provider fails for every question.
 *
 * @param workspace - absolute: where the steps write
 */
export const startModelServer = async (
  workspace: string,
  lists: readonly (readonly Step[])[],
): Promise<ModelServer> => {
  const requests: SeenRequest[] = [];
  const script = createScript(lists);

  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname;
    const protocol = PROTOCOLS.find((it) => request.method === 'POST' && it.accepts(path)) ?? null;
    answer(request, response, path, protocol).catch(() => response.destroy());
  });

  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    protocol: Protocol | null,
  ): Promise<void> => {
    const method = request.method ?? '';
    if (protocol === null) {
      requests.push({ method, path, protocol: null, nonce: null, tools: [] });
      sendJson(response, path.endsWith('/models') ? 200 : 404, { object: 'list', data: [] });
      return;
    }
    const question = protocol.parse(objectOf(await json(request)), path);
    const told = readReported(question.prompt);
    const tools = question.tools.map(({ name }) => name);
    requests.push({ method, path, protocol: protocol.name, nonce: told['nonce'] ?? null, tools });

    const step = script.next(told['nonce'] ?? question.prompt, tools.length > 0);
    if ('hang' in step) return;
    if ('fail' in step && step.late === true) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const refused = protocol.refuse(step.fail, step.message ?? `the script fails with ${step.fail}`);
      response.end(`event: error\ndata: ${JSON.stringify(refused)}\n\n`);
      return;
    }
    if ('fail' in step) {
      if (step.retryAfterSeconds !== undefined) response.setHeader('retry-after', `${step.retryAfterSeconds}`);
      sendJson(response, step.fail, protocol.refuse(step.fail, step.message ?? `the script fails with ${step.fail}`));
      return;
    }
    const isCut = 'cut' in step;
    const { whole, events } = protocol.print(isCut ? { text: step.cut } : act(step, question, told), requests.length);
    if (!question.stream) return sendJson(response, 200, whole);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const { event, data } of isCut ? events.slice(0, -2) : events) {
      const name = event === undefined ? '' : `event: ${event}\n`;
      response.write(`${name}data: ${data === '[DONE]' ? data : JSON.stringify(data)}\n\n`);
    }
    if (isCut) response.socket?.destroySoon();
    else response.end();
  };

  const act = (
    step: Exclude<Step, { readonly hang: true } | { readonly fail: number } | { readonly cut: string }>,
    { tools }: Question,
    told: Readonly<Record<string, string>>,
  ): Reply => {
    if ('say' in step) return { text: fillIn(step.say, told) };
    if ('run' in step) return callShell(fillIn(step.run, told), tools);
    return callWriter(step.write, fillIn(step.content, told), tools, workspace);
  };

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** Which step is whose. */
const createScript = (lists: readonly (readonly Step[])[]) => {
  const runs = new Map<string, { readonly steps: readonly Step[]; next: number }>();
  return {
    next: (run: string, hasTools: boolean): Step => {
      const known = runs.get(run);
      const { steps, next } = known ?? { steps: lists[Math.min(runs.size, lists.length - 1)] ?? [], next: 0 };
      const step = steps[Math.min(next, steps.length - 1)] ?? { say: '' };
      const isBeside = !hasTools && !('fail' in step);
      if (isBeside) return { say: 'ok' };
      runs.set(run, { steps, next: next + 1 });
      return step;
    },
  };
};

const sendJson = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};
