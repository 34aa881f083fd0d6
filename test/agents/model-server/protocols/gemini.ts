/** Gemini `generateContent` and `streamGenerateContent`. */
import { listOf, objectOf, textOf } from '../../../../src/signals/envelopes/extractor.ts';
import { MODEL, type Protocol, TOKENS } from './protocol.ts';

export const gemini: Protocol = {
  name: 'gemini',
  accepts: (path) => /:(?:streamG|g)enerateContent$/.test(path),
  parse: (body, path) => ({
    prompt: listOf(body['contents'])
      .map(objectOf)
      .filter(({ role }) => role === 'user')
      .flatMap(({ parts }) => listOf(parts).map((part) => textOf(objectOf(part)['text']) ?? ''))
      .join('\n'),
    tools: listOf(body['tools'])
      .flatMap((tool) => listOf(objectOf(tool)['functionDeclarations']))
      .map(objectOf)
      .map((tool) => ({
        name: textOf(tool['name']) ?? '',
        parameters: objectOf(tool['parametersJsonSchema'] ?? tool['parameters']),
      })),
    stream: path.endsWith(':streamGenerateContent'),
  }),
  print: (reply, replyNumber) => {
    const part =
      'text' in reply
        ? { text: reply.text }
        : { functionCall: { id: `call_${replyNumber}`, name: reply.call, args: reply.arguments } };
    const whole = {
      candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: {
        promptTokenCount: TOKENS.input,
        candidatesTokenCount: TOKENS.output,
        totalTokenCount: TOKENS.input + TOKENS.output,
      },
      modelVersion: MODEL,
      responseId: `resp_${replyNumber}`,
    };
    return { whole, events: [{ data: whole }] };
  },
  refuse: (status, message) => ({ error: { code: status, message, status: STATUS_NAMES[status] ?? 'INTERNAL' } }),
};

const STATUS_NAMES: Readonly<Record<number, string>> = { 401: 'UNAUTHENTICATED', 429: 'RESOURCE_EXHAUSTED' };
