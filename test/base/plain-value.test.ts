import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../src/base/plain-value.ts';

const redactor = createRedactor(['open sesame']);
const redact = (value: unknown) => {
  redactor.forget();
  return redactor.redact(value);
};

describe('a value of a machine, as it is shown', () => {
  test('is as JSON has it, and functions have their names', () => {
    const at = new Date(0);
    const mayGo = () => true;
    expect(redact({ a: [1, null, true, undefined, 'b'], at, mayGo, big: 12n, nan: Number.NaN, u: undefined })).toEqual({
      a: [1, null, true, null, 'b'],
      at: '1970-01-01T00:00:00.000Z',
      mayGo: { type: 'mayGo' },
      big: '12',
      nan: null,
    });
  });

  test('shows no value whose name says that it is secret, whatever it is', () => {
    expect(
      redact({ nonce: '1', apiKey: 2, access_token: { deep: 'x' }, Authorization: ['y'], password: 'z', cookie: null }),
    ).toEqual({
      nonce: '[redacted]',
      apiKey: '[redacted]',
      access_token: '[redacted]',
      Authorization: '[redacted]',
      password: '[redacted]',
      cookie: null,
    });
  });

  test('shows counts of tokens, and names of variables without their values', () => {
    expect(redact({ usage: { input_tokens: 3 }, env: { HOME: '/home/ann', EFFORT: 'high' } })).toEqual({
      usage: { input_tokens: 3 },
      env: { HOME: '[redacted]', EFFORT: '[redacted]' },
    });
  });

  test('takes a secret out of keys and errors too', () => {
    expect(redact({ 'open sesame': 1, error: new TypeError('no open sesame here') })).toEqual({
      '[redacted]': 1,
      error: { name: 'TypeError', message: 'no [redacted] here' },
    });
  });

  test('shows the beginning of a prompt, and no more', () => {
    expect(redact({ prompt: 'p'.repeat(10_000) })).toEqual({ prompt: `${'p'.repeat(120)}… [cut: 10000 characters]` });
  });

  test('is bounded, however large the value is', () => {
    const large = Array.from({ length: 10_000 }, (_, at) => ({ message: `${at} ${'x'.repeat(100_000)}` }));
    const shown = JSON.stringify(redact({ failing: large, after: 'z' }));
    expect(shown.length).toBeLessThan(300_000);
    expect(shown).toContain('[cut: 10000 items]');
    const deep: Record<string, unknown> = {};
    let at = deep;
    for (let i = 0; i < 10_000; i += 1) at = at['in'] = {};
    expect(JSON.stringify(redact(deep))).toMatch(/^(?:\{"in":){64}"\[cut\]"\}+$/);
  });

  test('breaks on nothing: circles, getters and conversions that throw, names of the prototype', () => {
    const circle: Record<string, unknown> = { a: 1 };
    circle['self'] = circle;
    const hostile = {
      get trap(): never {
        throw new Error('boo');
      },
      late: {
        toJSON: () => {
          throw new Error('boo');
        },
      },
      for_ever: { toJSON: (): unknown => ({ toJSON: () => hostile.for_ever.toJSON() }) },
      proxy: new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error('boo');
          },
        },
      ),
    };
    expect(redact(circle)).toEqual({ a: 1, self: '[circular]' });
    expect(redact({ ...JSON.parse('{"__proto__":{"a":1}}') })).toEqual(JSON.parse('{"__proto__":{"a":1}}'));
    expect(redact(hostile)).toEqual({
      trap: '[unreadable]',
      late: '[unreadable]',
      for_ever: '[cut]',
      proxy: {},
    });
  });

  test('shows a value twice that is there twice', () => {
    const same = { a: 1 };
    expect(redact([same, same])).toEqual([{ a: 1 }, { a: 1 }]);
  });
});
