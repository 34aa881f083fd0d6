import { describe, expect, test } from 'vitest';
import { parseOrder } from '../../src/orders/order.ts';
import { readAnswer, readRequest, writeRequest } from '../../src/orders/order-line.ts';

const REASONED = { by: 'ann', reason: 'the spec is wrong' };

describe('an operator command', () => {
  test.each([
    { order: 'skip', ...REASONED },
    { order: 'skip', ...REASONED, whole: true },
    { order: 'abort', ...REASONED },
    { order: 'reset', ...REASONED },
    { order: 'accept', ...REASONED, files: { 'test/a.js': 'aa', 'vitest.config.ts': 'absent' }, tests: ['a.js > one'] },
    { order: 'guide', by: 'ann', text: 'Look into lib/.\nThere is a parser.' },
  ] as const)('to $order is what it says', (order) => {
    expect(parseOrder(order)).toEqual(order);
    const id = 'n1';
    expect(readRequest(writeRequest({ id, order }))).toEqual({ id, order });
  });

  test.each([
    ['no order', null, /^Cannot take the command: its name is unknown\. Use one of skip, abort, reset/],
    ['an order of another name', { order: 'leave', ...REASONED }, /^Cannot take the command: its name is unknown/],
    ['a name of every object', { order: 'constructor', ...REASONED }, /^Cannot take the command/],
    ['no reason', { order: 'skip', by: 'ann' }, /^Cannot skip a phase: reason is invalid/],
    ['an empty reason', { order: 'abort', by: 'ann', reason: ' \n' }, /^Cannot abort the work without a reason/],
    ['nobody', { order: 'reset', by: ' ', reason: 'x' }, /^Cannot reset the counts: by is invalid/],
    ['a novel', { order: 'skip', by: 'ann', reason: 'x'.repeat(1_001) }, /^Cannot skip a phase: reason is invalid/],
    ['no words', { order: 'guide', by: 'ann', text: '\n' }, /^Cannot guide the agent: the text is empty/],
    ['a file that is no text', { order: 'accept', ...REASONED, files: { a: 1 }, tests: [] }, /^Cannot accept a change/],
    ['a half', { order: 'skip', ...REASONED, whole: false }, /^Cannot skip a phase: whole is invalid/],
    [
      'more than it may',
      { order: 'skip', ...REASONED, forced_exit: false },
      /^Cannot skip a phase: the command is invalid/,
    ],
  ])('with %s is none', (_what, order, message) => {
    expect(() => parseOrder(order)).toThrow(
      expect.objectContaining({ code: 'E_RUN', message: expect.stringMatching(message) }),
    );
  });
});

describe('a line of the socket', () => {
  test.each(['', 'skip', '{}', '[]', '{"v":2,"ask":"turn"}', '{"v":1,"ask":"turn","order":{}}', '{"v":1,"order":{}}'])(
    'that is %j is no request',
    (line) => {
      expect(() => readRequest(line)).toThrow(/^Cannot take the command/);
    },
  );

  test.each([
    '',
    'yes',
    '{"ok":true}',
    '{"ok":true,"recorded":["all.done"],"says":""}',
    '{"ok":false,"code":"later","says":""}',
  ])('that is %j is no answer', (line) => {
    expect(readAnswer(line)).toBe(null);
  });
});
