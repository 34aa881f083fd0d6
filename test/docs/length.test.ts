/**
 * Holds the hand-written docs to a length that people read. Regions between `<!-- name -->` and `<!-- /name -->` are
 * made from sources, and do not count.
 */
import { describe, expect, test } from 'vitest';
import { readPage, readPages } from './pages.ts';

const MOST_WORDS = 35_000;
const MOST_CHARACTERS = 100;
const MOST_LINES_OF_README = 150;

/** The page without what is made from sources. */
const handWritten = (text: string): string => text.replaceAll(/<!-- ([a-z][^\n>]*?) -->[\s\S]*?<!-- \/\1 -->/g, '');

/** A word is a run of non-blanks with a letter or a digit. */
const countWords = (text: string): number => text.split(/\s+/).filter((each) => /[\p{L}\p{N}]/u.test(each)).length;

describe('the hand-written docs', () => {
  const pages = readPages().filter(({ path }) => path === 'README.md' || path.startsWith('docs/'));

  test(`have at most ${MOST_WORDS} words`, () => {
    expect(pages.length).toBeGreaterThan(100);
    // The specs of this repository are what its own runs read.
    const read = pages.filter(({ path }) => !path.startsWith('docs/specs/'));
    const counts = read.map(({ path, text }) => [path, countWords(handWritten(text))] as const);
    const total = counts.reduce((sum, [, words]) => sum + words, 0);
    const longest = counts.toSorted(([, a], [, b]) => b - a).slice(0, 5);
    expect(total, `The longest: ${longest.map(([path, words]) => `${path} ${words}`).join(', ')}`).toBeLessThanOrEqual(
      MOST_WORDS,
    );
  });

  test(`have lines of at most ${MOST_CHARACTERS} characters, but for tables, headings, code and single words`, () => {
    const long = pages.flatMap(({ path, text }) =>
      handWritten(text)
        .replaceAll(/^ *```[\s\S]*?^ *```$/gm, '')
        .split('\n')
        .filter((line) => line.length > MOST_CHARACTERS && !/^\s*(?:[|#<>]|\S+$)/.test(line))
        .map((line) => `${path}: ${line.slice(0, 60)}`),
    );
    expect(long).toEqual([]);
  });

  test(`begin with a README of at most ${MOST_LINES_OF_README} lines`, () => {
    expect(readPage('README.md').text.trimEnd().split('\n').length).toBeLessThanOrEqual(MOST_LINES_OF_README);
  });
});

describe('the count of words', () => {
  test.each([
    ['one  two\nthree', 3],
    ['- [ ] `a == 0`: yes — no', 4],
    ['a <!-- floor -->\nb c\n<!-- /floor --> d', 2],
    ['<!-- own model -->b<!-- /own model --> <!-- held --> a', 2],
    ['', 0],
  ])('of %j is %i', (text, words) => {
    expect(countWords(handWritten(text))).toBe(words);
  });
});
