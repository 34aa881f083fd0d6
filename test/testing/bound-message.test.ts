import { describe, expect, test } from 'vitest';
import { boundMessage } from '../../src/testing/bound-message.ts';

describe('a failure message', () => {
  test('loses its colours and blank ends', () => {
    expect(boundMessage('\n\u001b[31mexpected 1\u001b[39m\r\nto be 2 \n')).toBe('expected 1\nto be 2');
  });

  test('keeps its first 10 lines', () => {
    const lines = Array.from({ length: 12 }, (_, i) => `line ${i + 1}`);
    expect(boundMessage(lines.join('\n'))).toBe(lines.slice(0, 10).join('\n'));
  });

  test('is never longer than 2,000 characters', () => {
    expect(boundMessage('x'.repeat(5_000))).toBe(`${'x'.repeat(1_999)}…`);
  });
});
