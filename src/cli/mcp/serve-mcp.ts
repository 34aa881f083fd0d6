/** MCP over stdio by hand, a JSON-RPC 2.0 message a line: a library takes seven times as long (docs/decisions/0049). */
import { read, writeSync } from 'node:fs';
import { hasCode } from '../../base/text/describe-cause.ts';
import { createLineCutter } from '../../base/cut-lines.ts';
import { parseJson, isMap } from '../../base/text/parse-json.ts';
import { DUALGATE_VERSION } from '../../base/version.ts';
import type { CommandIo } from '../terminal/io.ts';
import {
  findBadArgument,
  type Surroundings,
  measureShared,
  ask,
  runDualgate,
  type Arguments,
  type Tool,
  type ToolResult,
} from './shared-check.ts';

const PHASE = { type: 'string', description: 'the phase; default: the current one' } as const;

/** The exit signal has the channel and the binding of the signal command; others are commands of dualgate, each in its process. */
const TOOLS: readonly Tool[] = [
  {
    name: 'signal_exit',
    description:
      'Tell dualgate whether the current phase is finished. Call it once in your turn, at its end. The phase is exited only if the tests after the turn confirm it.',
    properties: {
      signal: {
        type: 'string',
        enum: ['exit', 'hold', 'blocked'],
        description: 'exit: the phase is finished; hold: there is more to do; blocked: human input is needed',
      },
      reason: { type: 'string', description: 'why, in at most 1,000 characters' },
      refactoring_complete: { type: 'boolean', description: 'with exit: no more improvements are needed' },
      error: { type: 'boolean', description: 'with blocked: an error ended the work' },
      pr_url: { type: 'string', description: 'with exit or blocked: the pull request, an https URL' },
      evidence_bundle_ref: {
        type: 'string',
        description: 'with exit or blocked: the evidence bundle, a path relative to the workspace',
      },
    },
    required: ['signal', 'reason'],
    // The status block is the only way in a session, and there is none outside of a turn.
    isUsable: ({ DUALGATE_SOCKET: socket = '' }) => socket !== '',
    call: async (given, { env }) => {
      const { answerSignal } = await import('../../signals/command/send-signal.ts');
      const { text, answer } = await answerSignal(wordsOf(given), env);
      return { text, isError: answer?.recorded !== true, ...(answer === null ? {} : { data: { ...answer } }) };
    },
  },
  {
    name: 'phase_status',
    description: 'The current phase of the run, why it is held, and what to do next. Costs nothing.',
    properties: {},
    required: [],
    call: (_given, io) => askForStatus(io),
  },
  {
    name: 'check_gate',
    description:
      'Run the tests now and name the clauses of the phase that are not met. Takes as long as the test suite. It records nothing and exits no phase.',
    properties: { phase: PHASE },
    required: [],
    call: ({ phase }, io) => measureShared(positional(phase), io),
  },
  {
    name: 'explain',
    description: 'Explain the last decision: each clause with its measured value, and the findings.',
    properties: { phase: PHASE, iteration: { type: 'integer', description: 'with phase: its iteration, from 1' } },
    required: [],
    call: ({ phase, iteration }, io) => ask(['explain', ...positional(phase), ...positional(iteration)], io),
  },
];

const positional = (value: Arguments[string]): readonly string[] => (value === undefined ? [] : [String(value)]);

/** As the signal command takes them. */
const wordsOf = ({ signal, reason, refactoring_complete, error, pr_url, evidence_bundle_ref }: Arguments) => [
  String(signal),
  `--reason=${String(reason)}`,
  ...(refactoring_complete === true ? ['--refactoring-complete'] : []),
  ...(error === true ? ['--error'] : []),
  ...(pr_url === undefined ? [] : [`--pr-url=${String(pr_url)}`]),
  ...(evidence_bundle_ref === undefined ? [] : [`--evidence-bundle-ref=${String(evidence_bundle_ref)}`]),
];

/** Text and data. */
const askForStatus = async (io: Surroundings): Promise<ToolResult> => {
  const [said, { stdout }] = await Promise.all([ask(['status'], io), runDualgate(['status', '--json'], io)]);
  const data: unknown = parseJson(stdout);
  return typeof data === 'object' && data !== null ? { ...said, data: { ...data } } : said;
};

const SIZE = 65_536;

/** Hands on the bytes of stdin until it ends. The bytes are valid during the call. */
const readInput = async (receive: (bytes: Buffer) => void): Promise<void> => {
  const buffer = Buffer.alloc(SIZE);
  for (;;) {
    const count = await readSome(buffer);
    if (count === null) break;
    if (count === 0) return;
    receive(Buffer.from(buffer.subarray(0, count)));
  }
  // A descriptor that must not be waited for: only the stream of Node can.
  for await (const bytes of process.stdin) receive(Buffer.from(bytes));
};

/** `null`: nothing is there yet, and the descriptor does not wait. */
const readSome = (buffer: Buffer): Promise<number | null> =>
  new Promise((resolve, reject) => {
    read(0, buffer, 0, SIZE, null, (error, count) => {
      if (error === null) resolve(count);
      else if (error.code === 'EAGAIN') resolve(null);
      else if (error.code === 'EOF') resolve(0);
      else reject(error);
    });
  });

/** Writes a line to stdout; a reader that has gone ends this process. */
const printLine = (line: string): void => {
  let rest: Uint8Array = Buffer.from(`${line}\n`);
  while (rest.length > 0) {
    const count = writeSome(rest);
    if (count === null) return void process.stdout.write(rest);
    rest = rest.subarray(count);
  }
};

const writeSome = (bytes: Uint8Array): number | null => {
  try {
    return writeSync(1, bytes);
  } catch (error) {
    if (hasCode(error, 'EAGAIN')) return null;
    if (hasCode(error, 'EPIPE')) process.exit(0);
    throw error;
  }
};

/** Newest first. Another one asked for is answered with the newest, and the client decides. */
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/** As JSON-RPC 2.0 has them. */
const CODE = { parse: -32_700, request: -32_600, method: -32_601, params: -32_602, internal: -32_603 } as const;

type Fields = Readonly<Record<string, unknown>>;
type Reply = { readonly result: Fields } | { readonly error: { readonly code: number; readonly message: string } };

/** Answers until stdin ends; tools run side by side. */
export const serveMcp = async (io: Pick<CommandIo, 'env' | 'cwd'>): Promise<void> => {
  const active = new Map<unknown, { readonly done: Promise<void>; readonly stop: AbortController }>();
  const write = (id: unknown, reply: Reply): void => printLine(JSON.stringify({ jsonrpc: '2.0', id, ...reply }));
  const receive = (line: Buffer): void => {
    const text = line.toString('utf8').trim();
    if (text === '') return;
    const message = parseJson(text);
    if (message === undefined) return write(null, refuse(CODE.parse, 'The line is not JSON'));
    if (!isMap(message) || typeof message['method'] !== 'string') {
      // An answer to a question that this server never asks.
      if (isMap(message) && ('result' in message || 'error' in message)) return undefined;
      return write(null, refuse(CODE.request, 'The message is not a request'));
    }
    const { id, method } = message;
    const params = isMap(message['params']) ? message['params'] : {};
    // Notifications have no answer.
    if (id === undefined) {
      if (method === 'notifications/cancelled') active.get(params['requestId'])?.stop.abort();
      return undefined;
    }
    const stop = new AbortController();
    const done = answer(method, params, { ...io, signal: stop.signal, report: reporterOf(params) })
      .catch((error: unknown) => refuse(CODE.internal, String(error)))
      // A call that was taken back has no answer.
      .then((reply) => (stop.signal.aborted ? undefined : write(id, reply)))
      .finally(() => active.delete(id));
    active.set(id, { done, stop });
    return undefined;
  };
  const cutter = createLineCutter(receive);
  await readInput(cutter.push);
  receive(cutter.rest());
  await Promise.all([...active.values()].map(({ done }) => done));
};

/** Progress goes to a client that gave the call a token for it. */
const reporterOf = ({ _meta: meta }: Fields): Surroundings['report'] => {
  const token = isMap(meta) ? meta['progressToken'] : undefined;
  if (token === undefined) return () => {};
  return (progress, message) => {
    const params = { progressToken: token, progress, message };
    printLine(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params }));
  };
};

const answer = async (method: string, params: Fields, io: Surroundings): Promise<Reply> => {
  switch (method) {
    case 'initialize': {
      const asked = params['protocolVersion'];
      return {
        result: {
          protocolVersion: VERSIONS.find((each) => each === asked) ?? VERSIONS[0],
          capabilities: { tools: {} },
          serverInfo: { name: 'dualgate', version: DUALGATE_VERSION },
        },
      };
    }
    case 'ping':
      return { result: {} };
    case 'tools/list':
      return { result: { tools: TOOLS.filter(({ isUsable }) => isUsable?.(io.env) ?? true).map(describe) } };
    case 'tools/call':
      return callTool(params, io);
    default:
      return refuse(CODE.method, `Unknown method ${method}`);
  }
};

const describe = ({ name, description, properties, required }: (typeof TOOLS)[number]): Fields => ({
  name,
  description,
  inputSchema: { type: 'object', properties, required, additionalProperties: false },
});

/** The model reads why its arguments are wrong, and can correct them; an unknown tool is an error of the client. */
const callTool = async ({ name, arguments: given = {} }: Fields, io: Surroundings): Promise<Reply> => {
  const tool = TOOLS.find((each) => each.name === name);
  if (tool === undefined) return refuse(CODE.params, `Unknown tool ${String(name)}`);
  const bad = isMap(given) ? findBadArgument(tool, given) : 'The arguments must be an object.';
  if (bad !== null) return { result: { content: [{ type: 'text', text: bad }], isError: true } };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `findBadArgument` checked each of them
  const { text, data, isError } = await tool.call(given as Parameters<typeof tool.call>[0], io);
  return {
    result: { content: [{ type: 'text', text }], ...(data === undefined ? {} : { structuredContent: data }), isError },
  };
};

const refuse = (code: number, message: string): Reply => ({ error: { code, message } });
