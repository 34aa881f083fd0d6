import { describe, expect, test } from 'vitest';
import { createWordCollector } from '../../../src/signals/command/collect-words.ts';
import { type SpokenWord, writeWord } from '../../../src/signals/command/spoken-word.ts';
import { aSpokenWord, aWord, BINDING } from './a-word.ts';

const aCollector = (nonce: string | null = BINDING.nonce) => {
  const collector = createWordCollector({ ...BINDING, nonce });
  return {
    ...collector,
    say: (differing: Partial<SpokenWord> = {}) => collector.hear(writeWord(aSpokenWord(differing))),
  };
};

describe('the words of a turn', () => {
  test('are heard when they speak for this run, phase and iteration and carry its nonce', () => {
    const { say, words, refused } = aCollector();
    expect(say()).toEqual({ heard: true, word: aWord(), isNew: true, agrees: true });
    expect([words(), refused()]).toEqual([[aWord()], { count: 0, first: null }]);
  });

  test.each([
    ['another run', { run: 'r-2' }, 'it is for another run'],
    ['another phase', { phase: 'RED' }, 'it is for another phase'],
    ['a phase in other letters', { phase: 'green' }, 'it is for another phase'],
    ['an earlier iteration', { iteration: 6 }, 'it is for another iteration'],
    ['an old nonce', { nonce: 'n-old' }, 'it has the nonce of another iteration'],
    ['no nonce', { nonce: null }, 'it has no nonce'],
    ['an empty nonce', { nonce: '' }, 'it has the nonce of another iteration'],
  ])('are refused with %s, and do not spoil the true one', (_what, differing, because) => {
    const { say, words, refused } = aCollector();
    expect(say({ ...differing, word: 'hold' })).toEqual({ heard: false, because });
    expect(say()).toMatchObject({ heard: true, agrees: true });
    expect([words(), refused()]).toEqual([[aWord()], { count: 1, first: because }]);
  });

  test('need no nonce when none was issued', () => {
    const { say } = aCollector(null);
    expect([say({ nonce: null }).heard, say({ nonce: 'any' }).heard, say({ iteration: 6 }).heard]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('are refused when they are none', () => {
    const because = 'the signal command never sends this';
    expect(aCollector().hear('{"word":"skip"}')).toEqual({ heard: false, because });
  });

  test('are one when they are the same; the last reason stays', () => {
    const { say, words } = aCollector();
    say({ reason: 'nearly' });
    expect(say({ reason: 'now\n\u001B[2J  really ' })).toMatchObject({ isNew: false, agrees: true });
    expect(words()).toEqual([aWord({ reason: 'now really' })]);
  });

  test('disagree from the second that differs on', () => {
    const { say, words } = aCollector();
    expect([say(), say({ word: 'hold' }), say()].map((each) => each.heard && each.agrees)).toEqual([
      true,
      false,
      false,
    ]);
    expect(words().map(({ word }) => word)).toEqual(['exit', 'hold']);
  });

  test('stay few, however many are said', () => {
    const { say, hear, words, refused } = aCollector();
    for (let n = 0; n < 10_000; n += 1) {
      say({ reason: `reason ${n}`, refactoring_complete: n % 2 === 0 });
      say({ nonce: `guess ${n}` });
      hear(`noise ${n}`);
    }
    expect(words().map(({ reason }) => reason)).toEqual(['reason 9998', 'reason 9999']);
    expect(refused()).toEqual({ count: 20_000, first: 'it has the nonce of another iteration' });
  });

  test('are over with the turn', () => {
    const { say, endTurn, words } = aCollector();
    say();
    endTurn();
    expect(say({ word: 'hold' })).toEqual({ heard: false, because: 'the turn has ended' });
    expect(words()).toEqual([aWord()]);
  });
});
