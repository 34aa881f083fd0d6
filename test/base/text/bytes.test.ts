import { assert, constantFrom, nat, pre, property, string, uint8Array } from 'fast-check';
import { expect, test } from 'vitest';
import { concatBytes, decodeBytes, encodeText, findWord, standsAt } from '../../../src/base/text/bytes.ts';

/** Few letters: words occur, and nearly occur, everywhere. */
const text = string({ unit: constantFrom('a', '_', 'B', '\n', 'é', '\uFEFF', '😀') });

test('a word is found where Node finds it, from any place on', () => {
  assert(
    property(text, text, nat(12), (whole, word, from) => {
      pre(word !== '');
      expect(findWord(word)(encodeText(whole), from)).toBe(Buffer.from(whole).indexOf(Buffer.from(word), from));
    }),
  );
});

test('bytes are encoded, decoded and joined as Node does, whole or broken', () => {
  assert(
    property(uint8Array(), text, (bytes, said) => {
      expect(decodeBytes(bytes)).toBe(Buffer.from(bytes).toString('utf8'));
      expect(Buffer.from(concatBytes([bytes, encodeText(said)]))).toEqual(Buffer.concat([bytes, Buffer.from(said)]));
    }),
  );
});

test('a word stands at a place only if it is whole there', () => {
  const word = encodeText('ab');
  expect([-1, 0, 1, 2].map((at) => standsAt(encodeText('xab'), at, word))).toEqual([false, false, true, false]);
});
