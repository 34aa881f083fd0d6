import { describe, expect, test } from 'vitest';
import { createHandover } from '../../src/loop/handover.ts';

const GONE = 'Cannot continue: the result of the previous step is missing. This is a bug in dualgate.';

describe('a token of the loop', () => {
  test('shows nothing of its answer', () => {
    const work = createHandover<{ readonly nonce: string }>().give({ nonce: 'a-nonce' });
    expect([work, Reflect.ownKeys(work)]).toEqual([{}, []]);
  });

  test('is exchanged for the answer once', () => {
    const handover = createHandover<{ readonly nonce: string }>();
    const work = handover.give({ nonce: 'a-nonce' });
    expect(handover.take(work)).toEqual({ nonce: 'a-nonce' });
    expect(() => handover.take(work)).toThrow(GONE);
  });

  test('is worthless at another step', () => {
    const work = createHandover<{ readonly nonce: string }>().give({ nonce: 'a-nonce' });
    expect(() => createHandover<{ readonly nonce: string }>().take(work)).toThrow(GONE);
  });
});
