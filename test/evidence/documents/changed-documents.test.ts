import { describe, expect, test } from 'vitest';
import { judgeChangedDocuments } from '../../../src/evidence/documents/changed-documents.ts';

const OLD = '# Words\n\nThis library changes the case of words and nothing else, quickly and without any dependency.\n';
const NEW =
  '\n## shout\n\n`shout(word)` returns the word in capital letters and ends it with exactly one exclamation mark.\n';
const NAMES = new Set(['shout', 'AC-1']);

/** One changed document, among others. */
const judge = (text: string, { before = OLD, others = [] as readonly string[], names = NAMES } = {}) => {
  const { count, findings } = judgeChangedDocuments({
    changed: [{ path: 'README.md', text, before }],
    others: others.map((each, at) => ({ path: `docs/${at}.md`, text: each })),
    names,
  });
  return { count, lacks: findings.map(({ text: words }) => words) };
};

describe('a document that the run changed', () => {
  test.each([
    ['describes the change in a section of its own', OLD + NEW, {}],
    ['is new', NEW, { before: '' }],
    [
      'names a criterion instead of a function',
      `${OLD}\nAC-1 is done: words can now be loud in all of the languages that we know.\n`,
      {},
    ],
    [
      'needs no name where no code was changed',
      `${OLD}\nInstall it with your package manager, then read the guide about letters.\n`,
      { names: new Set<string>() },
    ],
  ])('counts when it %s', (_, text, options) => {
    expect(judge(text, options)).toEqual({ count: 1, lacks: [] });
  });

  test.each([
    [
      'only blank lines were added',
      `${OLD}\n\n\n`,
      {},
      /0 new words .*; its new lines name nothing of the change, such as shout, AC-1\./,
    ],
    ['the name alone is repeated', `${OLD}\n${'shout '.repeat(40)}\n`, {}, /different ones/],
    ['the new text is that of another document', `${OLD}${NEW}`, { others: [NEW] }, /0 new words/],
    ['the new text was there before, in another order', NEW.slice(1) + OLD, { before: OLD + NEW }, /0 new words/],
    [
      'the new text is about something else',
      `${OLD}\nWe like long walks on the beach, cold drinks and books about old ships.\n`,
      {},
      /name nothing of the change/,
    ],
    [
      'the name is only on a line that was there before',
      `${OLD}${NEW}\nWe like long walks on the beach, cold drinks and books about ships.\n`,
      { before: OLD + NEW },
      /name nothing of the change/,
    ],
    [
      'the new text is in a comment',
      `${OLD}\n<!-- shout returns the word in capital letters and one exclamation mark at its end -->\n`,
      {},
      /0 new words/,
    ],
  ])('does not count when %s', (_, text, options, lack) => {
    const { count, lacks } = judge(text, options);
    expect(count).toBe(0);
    expect(lacks).toEqual([expect.stringMatching(lack)]);
  });

  test('gives its new words only once: a second document with the same text does not count', () => {
    const changed = ['README.md', 'docs/shout.md'].map((path) => ({ path, text: NEW, before: '' }));
    expect(judgeChangedDocuments({ changed, others: [], names: NAMES }).count).toBe(1);
  });
});
