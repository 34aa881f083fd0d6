/**
 * The facts of a turn in the messages of an agent: the text after its last tool call, the calls of tools, the usage.
 *
 * @module
 */
import type { Usage } from '../../signals/envelopes/extractor.ts';
import { type Fields, numberOf, objectOf, textOf } from '../../signals/envelopes/json-event.ts';
import { createLastMessage } from '../../signals/envelopes/last-message.ts';
import { usageOf } from '../../signals/envelopes/sum-usage.ts';
import { readToolCall, type ToolCall } from './permission.ts';

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
