/** The facts of a turn in the messages of an agent. */
import { isAbsolute, relative, resolve } from 'node:path';
import {
  type Fields,
  listOf,
  objectOf,
  textOf,
  type AgentError,
  type Usage,
  numberOf,
  usageOf,
} from '../../../signals/envelopes/extractor.ts';
import { isWithin } from '../../../base/files/folders.ts';
import { plainLine } from '../../../base/text/plain-line.ts';
import type { Permissions } from '../preset.ts';
import { noSuchModel } from './wire.ts';
import { createLastMessage } from '../../../signals/envelopes/claude-envelope.ts';

// A command can write around the answer to a permission request, so the freeze stays the gate (rule 2.7): this only saves a turn.

export interface PermissionRules {
  readonly permissions: Permissions;
  /** Absolute: the workspace, and its path without links. */
  readonly places: readonly string[];
  /** The reason why this file may not be written in the current phase; `null`: it may. @param path - in the workspace */
  readonly judgeWrite: (path: string) => string | null;
}

/** `phase`: a rule of the current phase, which no setting of the operator changes. */
type Judgement =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly by: 'permissions' | 'phase'; readonly reason: string };

interface ToolCall {
  readonly kind: string | null;
  readonly title: string | null;
  readonly paths: readonly string[];
}

/** Kinds that write no file, as far as one can tell; a command cannot be judged by a path. */
const HARMLESS = new Set(['read', 'search', 'think']);
const WRITES = new Set(['edit', 'delete', 'move']);
/** They need `permissions: all`. */
const BEYOND = new Set(['fetch', 'switch_mode']);
const MAX_PATHS = 1_000;

/** @param known - from earlier messages about the same call */
export const readToolCall = (fields: Fields, known: ToolCall | null): ToolCall => {
  const paths = [
    ...listOf(fields['locations']).map((it) => textOf(objectOf(it)['path'])),
    ...listOf(fields['content']).map((it) => {
      const content = objectOf(it);
      return content['type'] === 'diff' ? textOf(content['path']) : null;
    }),
  ].filter((path) => path !== null);
  return {
    kind: textOf(fields['kind']) ?? known?.kind ?? null,
    title: textOf(fields['title']) ?? known?.title ?? null,
    paths: [...new Set([...(known?.paths ?? []), ...paths])].slice(0, MAX_PATHS),
  };
};

/** Such as `edit test/one.test.js`. */
export const describeToolCall = ({ kind, title, paths: [path] }: ToolCall): string =>
  plainLine(`${kind ?? 'use a tool'}: ${path ?? title ?? 'it does not say what'}`, 200);

export const judgeToolCall = (call: ToolCall, { permissions, places, judgeWrite }: PermissionRules): Judgement => {
  const { kind, paths } = call;
  if (permissions === 'ask') return deny(`agent.permissions: ask denies it: ${describeToolCall(call)}.`);
  if (kind === 'execute' || (kind !== null && HARMLESS.has(kind))) return ALLOWED;
  for (const path of paths) {
    const place = places.find((it) => isWithin(it, resolve(it, path)));
    if (place === undefined) {
      if (permissions === 'all') continue;
      return deny(`${plainLine(path)} is outside the workspace. Work in the workspace only.`);
    }
    const reason = judgeWrite(isAbsolute(path) ? relative(place, path) : path);
    if (reason !== null) return { allowed: false, by: 'phase', reason };
  }
  if (permissions === 'all') return ALLOWED;
  if (kind !== null && BEYOND.has(kind)) return deny(`agent.permissions: edit denies ${kind}.`);
  // A write that names no file cannot be judged.
  if (kind !== null && WRITES.has(kind) && paths.length === 0)
    return deny(`The request to ${kind} names no file. Name the file.`);
  return ALLOWED;
};

const ALLOWED: Judgement = { allowed: true };

const deny = (reason: string): Judgement => ({ allowed: false, by: 'permissions', reason });

/** Once, where the agent offers it: a later request for another file is judged anew. */
export const answerPermission = (options: unknown, allowed: boolean): Fields => {
  const offered = listOf(options).map(objectOf);
  const kinds = allowed ? ['allow_once', 'allow_always'] : ['reject_once', 'reject_always'];
  const chosen = kinds.map((kind) => offered.find((it) => it['kind'] === kind)).find((it) => it !== undefined);
  const optionId = textOf(chosen?.['optionId']);
  return { outcome: optionId === null ? { outcome: 'cancelled' } : { outcome: 'selected', optionId } };
};

type Choice = { readonly method: string; readonly params: Fields } | { readonly problem: AgentError };

/** @param session - the answer to `session/new` */
export const chooseModel = (model: string, session: Fields): Choice => {
  const sessionId = session['sessionId'];
  const option = listOf(session['configOptions'])
    .map(objectOf)
    .find(({ id, category }) => category === 'model' || id === 'model');
  if (option !== undefined) {
    const values = listOf(option['options'])
      .map(objectOf)
      // They may be in groups.
      .flatMap((it) => (it['value'] === undefined ? listOf(it['options']).map(objectOf) : [it]))
      .map(({ value }) => textOf(value))
      .filter((value) => value !== null);
    if (!values.includes(model)) return { problem: noSuchModel(model, values) };
    return { method: 'session/set_config_option', params: { sessionId, configId: option['id'], value: model } };
  }
  const listed = listOf(objectOf(session['models'])['availableModels'])
    .map((it) => textOf(objectOf(it)['modelId']))
    .filter((id) => id !== null);
  // A list need not be complete: the agent decides.
  if (listed.length > 0) return { method: 'session/set_model', params: { sessionId, modelId: model } };
  return { problem: noSuchModel(model, []) };
};

const MAX_CALLS = 1_000;

export const createTurnFacts = () => {
  const calls = new Map<string, ToolCall>();
  const words = createLastMessage();
  let message: string | null = null;
  let tokens: Fields | null = null;
  let cost: number | null = null;
  let status: string | null = null;

  /** @param begins - it is reported for the first time */
  const seeCall = (fields: Fields, begins = false): ToolCall => {
    const id = textOf(fields['toolCallId']) ?? '';
    words[begins ? 'beginWork' : 'goOn'](id);
    const known = calls.get(id) ?? null;
    const call = readToolCall(fields, known);
    if (known !== null || calls.size < MAX_CALLS) calls.set(id, call);
    return call;
  };
  const seeText = (update: Fields): void => {
    const id = textOf(update['messageId']);
    // Where its messages have ids, a text without one is a notice of the program.
    if (id === null && message !== null) return;
    if (id !== null && id !== message) {
      words.say(null);
      message = id;
    }
    const { type, text: piece } = objectOf(update['content']);
    if (type === 'text') words.append(textOf(piece) ?? '');
  };
  const see = (update: Fields): void => {
    switch (update['sessionUpdate']) {
      case 'agent_message_chunk':
        return seeText(update);
      case 'tool_call':
      case 'tool_call_update':
        return void seeCall(update, update['sessionUpdate'] === 'tool_call');
      case 'session_info_update': {
        const { threadStatus } = objectOf(objectOf(update['_meta'])['codex']);
        status = textOf(objectOf(threadStatus)['type']) ?? status;
        return undefined;
      }
      case 'usage_update': {
        const { amount, currency } = objectOf(update['cost']);
        if (currency === 'USD') cost = numberOf(amount) ?? cost;
        return undefined;
      }
      default:
        return undefined;
    }
  };
  /** Totals of the session, which is as long as the turn. */
  const seeUsage = (result: Fields): void => {
    const counted = objectOf(objectOf(objectOf(result['_meta'])['quota'])['token_count']);
    const reported = objectOf(result['usage']);
    if (numberOf(reported['inputTokens']) !== null) tokens = reported;
    else if (numberOf(counted['input_tokens']) !== null)
      tokens = { inputTokens: counted['input_tokens'], outputTokens: counted['output_tokens'] };
  };
  /** codex-acp ends the turn of a provider that failed as any other: its status says so, and its last text why. */
  const providerError = (): string | null => (status === 'systemError' ? (words.text() ?? 'a system error') : null);
  return {
    see,
    seeCall,
    seeUsage,
    providerError,
    startAnew: words.startAnew,
    text: words.text,
    usage: () => usage(tokens, cost),
  };
};

/** Some count what came from a cache among the input, and some beside it: the total tells. */
const usage = (tokens: Fields | null, cost: number | null): Usage | null => {
  if (tokens === null)
    return cost === null || cost === 0 ? null : { input_tokens: 0, output_tokens: 0, cost_usd: cost };
  const [input = 0, output = 0, read = 0, written = 0] = [
    'inputTokens',
    'outputTokens',
    'cachedReadTokens',
    'cachedWriteTokens',
  ].map((name) => numberOf(tokens[name]) ?? 0);
  const total = numberOf(tokens['totalTokens']);
  const isBeside = total !== null && input + read + written + output <= total;
  return usageOf(isBeside ? input + read + written : input, output, cost);
};
