import { describe, expect, test } from 'vitest';
import { createHandover } from '../../src/loop/handover.ts';

const GONE = 'Cannot go on: what the step before found out is not there.';

describe('a token of the loop', () => {
  test('shows nothing of the answer that it stands for', () => {
    const work = createHandover<{ readonly nonce: string }>().give({ nonce: 'a-nonce' });
    expect([work, Reflect.ownKeys(work)]).toEqual([{}, []]);
  });

  test('is exchanged for the answer once', () => {
    const handover = createHandover<{ readonly nonce: string }>();
    const work = handover.give({ nonce: 'a-nonce' });
    expect(handover.take(work)).toEqual({ nonce: 'a-nonce' });
    expect(() => handover.take(work)).toThrow(GONE);
  });

  test('is worth nothing at another step', () => {
    const work = createHandover<{ readonly nonce: string }>().give({ nonce: 'a-nonce' });
    expect(() => createHandover<{ readonly nonce: string }>().take(work)).toThrow(GONE);
  });
});
