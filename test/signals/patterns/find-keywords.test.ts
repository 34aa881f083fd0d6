import { describe, expect, test } from 'vitest';
import { createKeywordFinder, MAX_SEARCHED_BYTES } from '../../../src/signals/patterns/find-keywords.ts';

const PATTERNS = ['\\bdone\\b', '\\ball\\b.*\\bpass'];
const find = (text: string, chunkBytes = 1_000_000, prompt = '') => {
  const bytes = Buffer.from(text);
  const finder = createKeywordFinder(PATTERNS, prompt);
  for (let at = 0; at < bytes.length; at += chunkBytes) finder.write(bytes.subarray(at, at + chunkBytes));
  return finder.end();
};

describe('a keyword', () => {
  test('is found in prose, whatever the case and the colour, however the text is cut', () => {
    const text = 'It took a while.\nI am \u001B[32mDone\u001B[0m, and ALL 11 tests pass.\n';
    expect(find(text)).toEqual(PATTERNS);
    for (const chunk of [1, 3, 7]) expect(find(text, chunk)).toEqual(PATTERNS);
  });

  test.each([
    ['a code fence', '```js\nconst done = true; // all tests pass\n```\n'],
    ['a fence that is never closed', '~~~\nall of it is done\n'],
    ['an HTML comment', '<!-- done -->\n<!--\nall pass\n-->\n'],
    ['a quote', '> Say when you are done.\n'],
    ['indented code', '    done();\n\treturn done\n'],
    ['a code span', 'I call `done()` at the end of `all.pass`.\n'],
    ['a field of a status block', 'DOYAKEN_STATUS:\n  REMAINING_WORK: done\n  NOTE: all pass\n**STATUS:** done\n'],
    ['a part of another word', 'It is undone, abandoned.\n'],
  ])('is not found in %s', (_what, text) => {
    expect(find(text)).toEqual([]);
  });

  test('is not found where the message only repeats its prompt, quoted or not; own words beside it count', () => {
    const prompt = '- Say in one plain sentence when you are done.\n* All 11 tests have to pass.\n';
    const echo = 'Say in one plain sentence when you are done.\n  - All 11 tests have to pass.\n';
    expect(find(echo, 1_000_000, prompt)).toEqual([]);
    expect(find(`${echo}It is done.\n`, 1_000_000, prompt)).toEqual(['\\bdone\\b']);
    expect(find(echo)).toEqual(PATTERNS);
  });

  test('is found like its opposite: prose decides nothing', () => {
    expect(find('It is not done yet.\n')).toEqual(['\\bdone\\b']);
  });

  test('is looked for in the last megabyte, with the fence that was open before it', () => {
    const filler = 'nothing of note\n'.repeat(Math.ceil((2 * MAX_SEARCHED_BYTES) / 16));
    expect(find(`done\n${filler}`, 65_536)).toEqual([]);
    expect(find(`${filler}done\n`, 65_536)).toEqual(['\\bdone\\b']);
    expect(find(`\`\`\`\n${filler}done\n`, 65_536)).toEqual([]);
  });
});
