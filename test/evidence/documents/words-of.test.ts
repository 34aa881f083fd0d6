import { describe, expect, test } from 'vitest';
import { createFreshWords } from '../../../src/evidence/documents/gather-documents.ts';
import { wordsOf } from '../../../src/evidence/documents/words-of.ts';

describe('the words of a line', () => {
  test.each([
    ["It's the loop's own word, 3 times.", ["it's", 'the', "loop's", 'own', 'word', '3', 'times']],
    ['Größe und Maß', ['größe', 'und', 'maß']],
    ['{title} of <name>', ['of']],
    ['A todo list has items', ['a', 'todo', 'list', 'has', 'items']],
    ['- [ ] TODO write the guide', []],
    ['**Todo**', []],
    ['To be decided.', []],
    ['To be decided by whoever is asked', ['to', 'be', 'decided', 'by', 'whoever', 'is', 'asked']],
    ['Lorem ipsum dolor sit amet', []],
    ['What becomes easier or more difficult to do because of this change?', []],
    ['--- ===', []],
  ])('%j are %j', (text, words) => expect(wordsOf(text)).toEqual(words));
});

describe('what a document says anew', () => {
  const words = (text: string) => text.split(' ');

  test('is all of it the first time, and nothing the second', () => {
    const freshOf = createFreshWords();
    const said = words('one two three four five six');
    expect([freshOf(said), freshOf(said)]).toEqual([said, []]);
  });

  test('is what stands in a row of five with a word that was changed', () => {
    const freshOf = createFreshWords();
    freshOf(words('a b c d e f g h i j k l'));
    expect(freshOf(words('a b c d e f X h i j k l'))).toEqual(words('c d e f X'));
  });
});
