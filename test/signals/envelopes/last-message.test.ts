import { describe, expect, test } from 'vitest';
import { createLastMessage } from '../../../src/signals/envelopes/claude-envelope.ts';

describe('the last message of an agent', () => {
  const after = (...steps: readonly ((message: ReturnType<typeof createLastMessage>) => void)[]): string | null => {
    const message = createLastMessage();
    for (const step of steps) step(message);
    return message.text();
  };

  test('is what it said after its last work began', () => {
    expect(
      after(
        ({ say }) => say('I begin.'),
        ({ beginWork }) => beginWork('edit'),
        ({ append }) => append('All '),
        ({ append }) => append('done.'),
      ),
    ).toBe('All done.');
  });

  test('is none where work began after it, with an id or without', () => {
    for (const id of ['edit', null])
      expect(
        after(
          ({ say }) => say('Done.'),
          ({ beginWork }) => beginWork(id),
        ),
      ).toBe(null);
  });

  test('stays while work that began before it continues; work that nobody saw begin takes it', () => {
    const saidDuring = (id: string) =>
      after(
        ({ beginWork }) => beginWork('server'),
        ({ say }) => say('It runs.'),
        ({ goOn }) => goOn(id),
      );
    expect([saidDuring('server'), saidDuring('other')]).toEqual(['It runs.', null]);
  });

  test('is none of an earlier turn, and the work of that turn is forgotten', () => {
    expect(
      after(
        ({ beginWork }) => beginWork('edit'),
        ({ startAnew }) => startAnew(),
        ({ say }) => say('Done.'),
        ({ goOn }) => goOn('edit'),
      ),
    ).toBe(null);
  });

  test('is none that is longer than 8 MB: it has no end that could be read', () => {
    expect(after(({ append }) => append('x'.repeat(8 * 1024 * 1024)))).toHaveLength(8 * 1024 * 1024);
    expect(
      after(
        ({ append }) => append('x'.repeat(8 * 1024 * 1024 + 1)),
        ({ append }) => append('the rest'),
      ),
    ).toBe(null);
  });
});
