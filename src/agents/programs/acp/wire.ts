/**
 * The messages of the Agent Client Protocol, version 1, that dualgate sends and reads: JSON-RPC 2.0, one message a line.
 */
import { DUALGATE_VERSION } from '../../../base/version.ts';
import { type Fields, objectOf, textOf } from '../../../signals/envelopes/extractor.ts';

export const PROTOCOL_VERSION = 1;

/** The ids of the requests, so that an answer shows what it answers. A later prompt counts on. */
export const ID = { mode: 0, initialize: 1, session: 2, model: 3, prompt: 4 } as const;

/** Its code for a missing login. */
export const AUTH_REQUIRED = -32_000;
const METHOD_NOT_FOUND = -32_601;

export type Message =
  | { readonly is: 'request'; readonly id: unknown; readonly method: string; readonly params: Fields }
  | { readonly is: 'notification'; readonly method: string; readonly params: Fields }
  | { readonly is: 'answer'; readonly id: unknown; readonly result: Fields }
  | { readonly is: 'refusal'; readonly id: unknown; readonly error: Fields }
  /** A line of a log between the messages. */
  | { readonly is: 'noise' }
  | { readonly is: 'malformed' };

/** A line that begins like a message and is none is malformed: it may have been the answer that is waited for. */
export const readMessage = (line: string): Message => {
  if (!line.startsWith('{')) return { is: 'noise' };
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { is: 'malformed' };
  }
  const fields = objectOf(value);
  const { id, method } = fields;
  if (typeof method === 'string') {
    const params = objectOf(fields['params']);
    return id === undefined ? { is: 'notification', method, params } : { is: 'request', id, method, params };
  }
  if (id === undefined) return { is: 'malformed' };
  if (fields['error'] !== undefined) return { is: 'refusal', id, error: objectOf(fields['error']) };
  return fields['result'] === undefined
    ? { is: 'malformed' }
    : { is: 'answer', id, result: objectOf(fields['result']) };
};

const write = (message: Fields): string => JSON.stringify({ jsonrpc: '2.0', ...message });

export const request = (id: number, method: string, params: Fields): string => write({ id, method, params });

export const notify = (method: string, params: Fields): string => write({ method, params });

export const answer = (id: unknown, result: Fields): string => write({ id, result });

/** dualgate has no files, no terminals and no forms for an agent. */
export const refuseMethod = (id: unknown, method: string): string =>
  write({ id, error: { code: METHOD_NOT_FOUND, message: `dualgate does not offer ${method}` } });

/** The agent reads and writes files and runs commands itself. */
export const INITIALIZE: Fields = {
  protocolVersion: PROTOCOL_VERSION,
  clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
  clientInfo: { name: 'dualgate', title: 'dualgate', version: DUALGATE_VERSION },
};

/** A server that the agent starts, and whose tools it offers to its model. */
export interface McpServer {
  readonly name: string;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export const newSession = (cwd: string, servers: readonly McpServer[]): Fields => ({
  cwd,
  mcpServers: servers.map(({ name, command: [command, ...args], env }) => ({
    name,
    command,
    args,
    env: Object.entries(env).map(([variable, value]) => ({ name: variable, value })),
  })),
});

export const prompt = (sessionId: string, text: string): Fields => ({ sessionId, prompt: [{ type: 'text', text }] });

/** The words of an error, with the details that JSON-RPC keeps apart. */
export const describeRefusal = ({ message, data }: Fields): string => {
  const { details, message: inner } = objectOf(data);
  const words = [message, textOf(data) ?? textOf(details) ?? textOf(inner)].map(textOf).filter((it) => it !== null);
  return words.length === 0 ? 'without a reason' : [...new Set(words)].join(': ');
};
