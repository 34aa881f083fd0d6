/**
 * A small program that speaks the Agent Client Protocol: it does on each request what its plan says, also what no agent
 * should do. It is a program on the wire, so everything of dualgate's own side runs as with a real agent.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A list of these is played in order. */
export type Act =
  /** Answers the request. */
  | { readonly result: object }
  | { readonly error: object }
  /** An update of the session. */
  | { readonly update: object; readonly session?: string }
  /** A piece of its message; `{{claim}}` is the status block of the prompt, filled in. */
  | { readonly say: string; readonly message?: string }
  /** Asks for permission, and waits for the answer. */
  | { readonly askFor: object; readonly options?: readonly object[] }
  /** Writes a file of its working directory, if the last request was granted. */
  | { readonly write: string; readonly content: string }
  /** Any other request of its own; it waits for the answer. */
  | { readonly request: string; readonly params: object }
  /** Calls a tool of the first MCP server that it was offered. */
  | { readonly tool: string; readonly arguments: object }
  | { readonly raw: string }
  | { readonly exit: number }
  /** Ends itself by a signal. */
  | { readonly kill: 'SIGKILL' }
  /** Starts a program that outlives it. */
  | { readonly leave: readonly string[] }
  /** Does nothing until the session is cancelled. */
  | { readonly wait: true };

export interface Plan {
  readonly initialize?: readonly Act[];
  readonly 'session/new'?: readonly Act[];
  readonly 'session/set_model'?: readonly Act[];
  readonly 'session/set_config_option'?: readonly Act[];
  /** One list for each prompt; the last one counts for all others. */
  readonly prompts?: readonly (readonly Act[])[];
  readonly 'session/cancel'?: readonly Act[];
  /** Ignores signals, and the end of its stdin. */
  readonly stays?: boolean;
  /** For the prompt of a phase, before those of `prompts`. */
  readonly phases?: Readonly<Record<string, readonly Act[]>>;
}

export const OPTIONS = [
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];

const END_TURN: Act = { result: { stopReason: 'end_turn' } };

/** A turn that says something. */
export const saying = (...texts: readonly string[]): readonly Act[] => [...texts.map((say) => ({ say })), END_TURN];

/** The command; it keeps what it received in `received.jsonl` of `folder`. */
export const anAcpAgent = (plan: Plan, folder: string): readonly string[] => [
  process.execPath,
  '-e',
  PROGRAM,
  join(folder, 'received.jsonl'),
  JSON.stringify({
    initialize: [{ result: { protocolVersion: 1, agentInfo: { name: 'an-agent', version: '1.0.0' } } }],
    'session/new': [{ result: { sessionId: 's-1' } }],
    'session/cancel': [{ result: { stopReason: 'cancelled' } }],
    ...plan,
  }),
];

/** The messages that it received, in order. */
export const receivedBy = (folder: string): readonly Readonly<Record<string, unknown>>[] =>
  readFileSync(join(folder, 'received.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);

const PROGRAM = `
const { appendFileSync, writeFileSync } = require('node:fs');
const { spawn } = require('node:child_process');
const [, file, text] = process.argv;
const plan = JSON.parse(text);
const options = ${JSON.stringify(OPTIONS)};
let prompts = 0, asked = 0, open = null, servers = [], granted = true, claim = '';
const waiting = new Map();
const put = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const ask = (method, params) => new Promise((resolve) => {
  const id = 'a-' + ++asked;
  waiting.set(id, resolve);
  put({ id, method, params });
});
const useTool = async ({ tool, arguments: given }) => {
  const [{ command, args, env }] = servers;
  const more = Object.fromEntries(env.map(({ name, value }) => [name, value]));
  const child = spawn(command, args, { env: { PATH: process.env.PATH, ...more }, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = [{ id: 1, method: 'initialize', params: {} }, { id: 2, method: 'tools/call', params: { name: tool, arguments: given } }];
  child.stdin.end(lines.map((line) => JSON.stringify({ jsonrpc: '2.0', ...line })).join('\\n') + '\\n');
  let out = '';
  for await (const chunk of child.stdout) out += chunk;
  appendFileSync(file, JSON.stringify({ tool, said: out.trim().split('\\n').map((line) => JSON.parse(line)).find(({ id }) => id === 2).result }) + '\\n');
};
const act = async (acts, request) => {
  for (const each of acts) {
    if ('result' in each) put({ id: request, result: each.result });
    else if ('error' in each) put({ id: request, error: each.error });
    else if ('update' in each) put({ method: 'session/update', params: { sessionId: each.session ?? 's-1', update: each.update } });
    else if ('say' in each) put({ method: 'session/update', params: { sessionId: 's-1', update: { sessionUpdate: 'agent_message_chunk', ...(each.message && { messageId: each.message }), content: { type: 'text', text: each.say.replace('{{claim}}', claim) } } } });
    else if ('askFor' in each) {
      const { result } = await ask('session/request_permission', { sessionId: 's-1', toolCall: each.askFor, options: each.options ?? options });
      granted = result.outcome.optionId === 'yes';
    }
    else if ('write' in each) { if (granted) writeFileSync(each.write, each.content); }
    else if ('request' in each) await ask(each.request, each.params);
    else if ('tool' in each) await useTool(each);
    else if ('raw' in each) process.stdout.write(each.raw + '\\n');
    else if ('exit' in each) process.exit(each.exit);
    else if ('kill' in each) process.kill(process.pid, each.kill);
    else if ('leave' in each) spawn(each.leave[0], each.leave.slice(1), { detached: true, stdio: 'ignore' }).unref();
    else if ('wait' in each) await new Promise(() => {});
  }
};
const receive = (line) => {
  appendFileSync(file, line + '\\n');
  const { id, method, params, result, error } = JSON.parse(line);
  if (method === undefined) return waiting.get(id)?.({ result, error });
  if (method === 'session/new') servers = params.mcpServers;
  if (method === 'session/cancel') return void act(plan[method], open);
  if (method !== 'session/prompt') return void act(plan[method] ?? [], id);
  open = id;
  const lists = plan.prompts ?? [];
  prompts += 1;
  const block = (params.prompt[0].text.match(/^---PRP_PHASE_STATUS---$[^]*?^---END_PRP_PHASE_STATUS---$/gm) ?? []).at(-1) ?? '';
  claim = block.replace(/^(STATUS|EXIT_SIGNAL|RECOMMENDATION): .*$/gm, (_, key) => key + ': ' + { STATUS: 'COMPLETE', EXIT_SIGNAL: 'true', RECOMMENDATION: 'as asked' }[key]);
  const ofPhase = (plan.phases ?? {})[process.env.DUALGATE_PHASE] ?? [];
  return void act([...ofPhase, ...(lists[Math.min(prompts, lists.length) - 1] ?? [])], id);
};
let rest = '';
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n');
  rest = lines.pop();
  lines.forEach(receive);
});
if (plan.stays) {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
  setInterval(() => {}, 60000);
} else process.stdin.on('end', () => process.exit(0));
`;
