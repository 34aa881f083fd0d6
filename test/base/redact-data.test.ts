import { expect, test } from 'vitest';
import { createRedactData } from '../../src/base/redact-text.ts';

const redact = createRedactData({ agent: { env: { LOGIN: 'hunter2hunter2' } } }, { DB_PASSWORD: 'test' });

test('texts lose their secrets wherever they stand, and nothing else is changed', () => {
  const data = {
    type: 'iteration.decided',
    why: ['it says hunter2hunter2', { deep: 'Bearer abcdefghijklmnop' }],
    count: 3,
    none: null,
    is: true,
  };
  expect(redact(data)).toEqual({
    type: 'iteration.decided',
    why: ['it says [redacted]', { deep: 'Bearer [redacted]' }],
    count: 3,
    none: null,
    is: true,
  });
  expect(data.why[0]).toBe('it says hunter2hunter2');
});

test('a long text is not cut, and its last key is found', () => {
  const long = `${'a word '.repeat(5_000)}sk-0123456789abcdefgh`;
  expect(redact(long)).toBe(`${'a word '.repeat(5_000)}[redacted]`);
});

test('words of dualgate, the seed of a mutation check and a short password leave the rest readable', () => {
  const data = { type: 'test.passed', seed: '0123456789abcdef', file: 'test/a.test.ts' };
  expect(redact(data)).toEqual(data);
});
