/** Messages of the Agent Client Protocol, version 1, that dualgate sends and reads: JSON-RPC 2.0, one a line. */
import { DUALGATE_VERSION } from '../../../base/version.ts';
import {
  type Fields,
  objectOf,
  textOf,
  errorOfProvider,
  errorOfStatus,
  statusIn,
  type AgentError,
  numberOf,
} from '../../../signals/envelopes/extractor.ts';
import { plainLine } from '../../../base/text/plain-line.ts';
import type { McpServer, Permissions } from '../preset.ts';

export const PROTOCOL_VERSION = 1;

/** The ids of the requests, so that an answer shows what it answers. A later prompt counts on. */
export const ID = { mode: 0, initialize: 1, session: 2, model: 3, prompt: 4 } as const;

/** Its code for a missing login. */
const AUTH_REQUIRED = -32_000;
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

const describeRefusal = ({ message, data }: Fields): string => {
  const { details, message: inner } = objectOf(data);
  const words = [message, textOf(data) ?? textOf(details) ?? textOf(inner)].map(textOf).filter((it) => it !== null);
  return words.length === 0 ? 'without a reason' : [...new Set(words)].join(': ');
};

export type Stage = 'initialize' | 'session/new' | 'mode' | 'model' | 'session/prompt';

const CHECK_COMMAND = 'check that agent.command starts it as an agent of the Agent Client Protocol over stdio';

const other = (message: string): AgentError => errorOfStatus(null, message);

/** It answered a request with an error. @param logins - the ways to log in that it named */
export const refusedRequest = (stage: Stage, error: Fields, logins: readonly string[]): AgentError => {
  const words = plainLine(describeRefusal(error));
  const code = error['code'];
  if (code === AUTH_REQUIRED) {
    const ways = logins.length === 0 ? '' : ` It offers: ${logins.join(', ')}.`;
    return { kind: 'unauthorised', message: `it wants a login (${words}).${ways}`, resets_at: null };
  }
  if (stage === 'initialize') return other(`it refused initialize (${words}): ${CHECK_COMMAND}`);
  if (stage === 'model') return other(`it refused the model (${words}): correct agent.model, or remove it`);
  if (stage === 'mode')
    return other(`it refused to ask before it acts (${words}): set its mode where it is configured`);
  if (stage === 'session/new' && statusOfRefusal(error, words) === null)
    return other(`it refused session/new (${words}): read its stderr`);
  return providerError(words, statusOfRefusal(error, words));
};

export const providerError = (words: string, status = statusIn(words, STATUS)): AgentError =>
  errorOfProvider(status, words);

const STATUS = /\b(?:status|code|HTTP)\W{1,3}([45]\d\d)\b/i;

/** claude-agent-acp names a kind, and the status in brackets. */
const KINDS: Readonly<Record<string, number>> = { rate_limit: 429, overloaded: 529, authentication: 401, billing: 402 };

const statusOfRefusal = (error: Fields, words: string): number | null =>
  statusOf(numberOf(error['code'])) ??
  KINDS[textOf(objectOf(error['data'])['errorKind']) ?? ''] ??
  statusIn(words, STATUS) ??
  statusIn(words, /^Internal error: API Error\b.*\(([45]\d\d)\)/);

const statusOf = (code: number | null): number | null => (code !== null && code >= 400 && code < 600 ? code : null);

export const otherVersion = (version: unknown): AgentError =>
  other(
    `it speaks version ${plainLine(String(version), 20)} of the Agent Client Protocol, and dualgate version ${PROTOCOL_VERSION}: install a release of it that speaks version ${PROTOCOL_VERSION}`,
  );

/** @param mode - of a session that asks for nothing, and that has no other one to choose */
export const neverAsks = (permissions: Permissions, mode: string): AgentError =>
  other(
    `its session is in the mode ${mode}, which asks for nothing, so agent.permissions: ${permissions} cannot be kept: set another mode where it is configured, or agent.permissions: all`,
  );

export const malformedLine = (line: string): AgentError =>
  other(`it wrote a line that is no message of the protocol (${plainLine(line, 120)}): ${CHECK_COMMAND}`);

export const malformedAnswer = (stage: Stage, missing: string): AgentError =>
  other(`its answer to ${stage} has no ${missing}: install another release of it, or report this to its makers`);

export const noAnswer = (stage: Stage, seconds: number): AgentError =>
  other(`it did not answer ${stage} within ${seconds} s: ${CHECK_COMMAND}, and that it is logged in`);

export const noSuchModel = (model: string, offered: readonly string[]): AgentError =>
  other(
    offered.length === 0
      ? `it lets nobody choose a model: remove agent.model, and choose ${model} in agent.command or its own configuration`
      : `it does not offer the model ${model}, but ${offered.slice(0, 8).join(', ')}: correct agent.model`,
  );

export const refusedPrompt = errorOfProvider(null, 'its model refused to continue');

export const stoppedItself = (reason: string): AgentError => other(`it stopped its turn: ${plainLine(reason, 40)}`);

/** It ended before the answer; the same objects each time, so that they can be told from other errors. */
export const UNANSWERED: Readonly<Record<Stage, AgentError>> = {
  initialize: other(`it ended before it answered initialize: ${CHECK_COMMAND}`),
  'session/new': other('it ended before it answered session/new: read its stderr'),
  mode: other('it ended before it answered session/set_mode: read its stderr'),
  model: other('it ended before it answered the choice of agent.model: read its stderr'),
  'session/prompt': other('it ended before it answered session/prompt: read its stderr'),
};
