import { describe, expect, test } from 'vitest';
import { readPrintedAnswer } from '../../src/loop/approval.ts';

describe('what approval.command prints', () => {
  test('is an answer as one line alone', () => {
    expect(
      ['approve 4KQ7', 'approve 4KQ7-M2XA\n', '  approve  x\r\n', 'reject: too slow', 'reject:too slow\n'].map(
        readPrintedAnswer,
      ),
    ).toEqual([
      { command: 'approve', code: '4KQ7' },
      { command: 'approve', code: '4KQ7-M2XA' },
      { command: 'approve', code: 'x' },
      { command: 'reject', reason: 'too slow' },
      { command: 'reject', reason: 'too slow' },
    ]);
  });

  test('is no answer in any other form', () => {
    const others = [
      '',
      'yes',
      'approve',
      'approve 4KQ7 M2XA',
      'approved',
      'Approve',
      'approve: all',
      'approve\napprove',
      'do you approve',
      'reject',
      'reject:',
      'reject: \n',
      'reject: a\napprove',
      'approve\nreject: a',
    ];
    expect(others.filter((each) => readPrintedAnswer(each) !== null)).toEqual([]);
  });

  test('has a reason of bounded length', () => {
    expect(readPrintedAnswer(`reject: ${'a'.repeat(5_000)}`)).toEqual({ command: 'reject', reason: 'a'.repeat(1_000) });
  });
});
