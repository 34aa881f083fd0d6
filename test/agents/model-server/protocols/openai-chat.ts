/** OpenAI chat completions, streamed or not. */
import { listOf, objectOf, textOf } from '../../../../src/signals/envelopes/extractor.ts';
import { MODEL, type Protocol, TOKENS } from './protocol.ts';

const usage = {
  prompt_tokens: TOKENS.input,
  completion_tokens: TOKENS.output,
  total_tokens: TOKENS.input + TOKENS.output,
};

export const openaiChat: Protocol = {
  name: 'openai-chat',
  accepts: (path) => path.endsWith('/chat/completions'),
  parse: (body) => ({
    prompt: listOf(body['messages'])
      .map(objectOf)
      .filter(({ role }) => role === 'user')
      .map(({ content }) => textsOf(content))
      .join('\n'),
    tools: listOf(body['tools'])
      .map((tool) => objectOf(objectOf(tool)['function']))
      .map((tool) => ({ name: textOf(tool['name']) ?? '', parameters: objectOf(tool['parameters']) })),
    stream: body['stream'] === true,
  }),
  print: (reply, replyNumber) => {
    const message =
      'text' in reply
        ? { role: 'assistant', content: reply.text }
        : { role: 'assistant', content: null, tool_calls: [callOf(reply, replyNumber)] };
    const finish_reason = 'text' in reply ? 'stop' : 'tool_calls';
    const head = { id: `chatcmpl-${replyNumber}`, created: 0, model: MODEL };
    const chunk = (choices: readonly object[], more: object = {}) => ({
      data: { ...head, object: 'chat.completion.chunk', choices, ...more },
    });
    return {
      whole: { ...head, object: 'chat.completion', choices: [{ index: 0, message, finish_reason }], usage },
      events: [
        chunk([{ index: 0, delta: message, finish_reason: null }]),
        chunk([{ index: 0, delta: {}, finish_reason }]),
        chunk([], { usage }),
        { data: '[DONE]' },
      ],
    };
  },
  refuse: (status, message) => ({ error: { message, type: 'scripted_failure', code: String(status) } }),
};

const callOf = (reply: { readonly call: string; readonly arguments: object }, replyNumber: number) => ({
  index: 0,
  id: `call_${replyNumber}`,
  type: 'function',
  function: { name: reply.call, arguments: JSON.stringify(reply.arguments) },
});

const textsOf = (content: unknown): string =>
  textOf(content) ??
  listOf(content)
    .map((part) => textOf(objectOf(part)['text']) ?? '')
    .join('\n');
