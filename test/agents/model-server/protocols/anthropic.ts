/** Anthropic messages, streamed or not. */
import { type Fields, listOf, objectOf, textOf } from '../../../../src/signals/envelopes/extractor.ts';
import { MODEL, type Protocol, type Reply, TOKENS } from './protocol.ts';

export const anthropic: Protocol = {
  name: 'anthropic',
  accepts: (path) => path.endsWith('/messages'),
  parse: (body) => ({
    // The context that a hook adds is a message of the system since Claude Code 2.1.332.
    prompt: listOf(body['messages'])
      .map(objectOf)
      .filter(({ role }) => role === 'user' || role === 'system')
      .flatMap(({ content }) => textOf(content) ?? listOf(content).map((part) => textOf(objectOf(part)['text']) ?? ''))
      .join('\n'),
    tools: listOf(body['tools'])
      .map(objectOf)
      .map((tool) => ({ name: textOf(tool['name']) ?? '', parameters: objectOf(tool['input_schema']) })),
    stream: body['stream'] === true,
  }),
  print: (reply, replyNumber) => {
    const content = contentOf(reply, replyNumber);
    const stop_reason = 'text' in reply ? 'end_turn' : 'tool_use';
    const usage = { input_tokens: TOKENS.input, output_tokens: TOKENS.output };
    const head = { id: `msg_${replyNumber}`, type: 'message', role: 'assistant', model: MODEL, stop_sequence: null };
    return {
      whole: { ...head, content: [content], stop_reason, usage },
      events: [
        named('message_start', {
          message: { ...head, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } },
        }),
        named('content_block_start', { index: 0, content_block: { ...content, ...emptied(reply) } }),
        named('content_block_delta', { index: 0, delta: deltaOf(reply) }),
        named('content_block_stop', { index: 0 }),
        named('message_delta', {
          delta: { stop_reason, stop_sequence: null },
          usage: { output_tokens: TOKENS.output },
        }),
        named('message_stop', {}),
      ],
    };
  },
  refuse: (status, message) => ({ type: 'error', error: { type: ERROR_TYPES[status] ?? 'api_error', message } }),
};

const ERROR_TYPES: Readonly<Record<number, string>> = { 401: 'authentication_error', 429: 'rate_limit_error' };

const named = (event: string, data: Fields) => ({ event, data: { type: event, ...data } });

const contentOf = (reply: Reply, replyNumber: number): Fields =>
  'text' in reply
    ? { type: 'text', text: reply.text }
    : { type: 'tool_use', id: `toolu_${replyNumber}`, name: reply.call, input: reply.arguments };

/** A streamed block begins without its content. */
const emptied = (reply: Reply): Fields => ('text' in reply ? { text: '' } : { input: {} });

const deltaOf = (reply: Reply): Fields =>
  'text' in reply
    ? { type: 'text_delta', text: reply.text }
    : { type: 'input_json_delta', partial_json: JSON.stringify(reply.arguments) };
