/** OpenAI responses, as server-sent events. */
import { type Fields, listOf, objectOf, textOf } from '../../../../src/signals/envelopes/extractor.ts';
import { MODEL, type Protocol, type Reply, TOKENS } from './protocol.ts';

export const openaiResponses: Protocol = {
  name: 'openai-responses',
  accepts: (path) => path.endsWith('/responses'),
  parse: (body) => ({
    prompt: listOf(body['input'])
      .map(objectOf)
      .filter(({ role }) => role === 'user')
      .flatMap(({ content }) => listOf(content).map((part) => textOf(objectOf(part)['text']) ?? ''))
      .join('\n'),
    tools: listOf(body['tools'])
      .map(objectOf)
      .filter(({ type }) => type === 'function')
      .map((tool) => ({ name: textOf(tool['name']) ?? '', parameters: objectOf(tool['parameters']) })),
    stream: body['stream'] === true,
  }),
  print: (reply, replyNumber) => {
    const item = itemOf(reply, replyNumber);
    const started = {
      id: `resp_${replyNumber}`,
      object: 'response',
      created_at: 0,
      status: 'in_progress',
      model: MODEL,
    };
    const whole = { ...started, status: 'completed', output: [item], usage };
    return {
      whole,
      events: [
        named('response.created', { response: { ...started, output: [] } }),
        named('response.output_item.added', { output_index: 0, item: { ...item, status: 'in_progress' } }),
        ...('text' in reply
          ? [
              named('response.output_text.delta', {
                item_id: item['id'],
                output_index: 0,
                content_index: 0,
                delta: reply.text,
              }),
            ]
          : []),
        named('response.output_item.done', { output_index: 0, item }),
        named('response.completed', { response: whole }),
      ],
    };
  },
  refuse: (status, message) => ({ error: { message, type: 'scripted_failure', code: String(status) } }),
};

const usage = {
  input_tokens: TOKENS.input,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: TOKENS.output,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: TOKENS.input + TOKENS.output,
};

const named = (event: string, data: Fields) => ({ event, data: { type: event, ...data } });

const itemOf = (reply: Reply, replyNumber: number): Fields =>
  'text' in reply
    ? {
        id: `msg_${replyNumber}`,
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: reply.text, annotations: [] }],
      }
    : {
        id: `fc_${replyNumber}`,
        type: 'function_call',
        call_id: `call_${replyNumber}`,
        name: reply.call,
        arguments: JSON.stringify(reply.arguments),
        status: 'completed',
      };
