import { describe, expect, test } from 'vitest';
import { blankCode } from '../../src/evidence/markdown.ts';

describe('inline code', () => {
  test.each([
    ['a `b` c', 'a     c'],
    ['`` a ` b `` c', '            c'],
    ['a ` b', 'a ` b'],
    ['`a`` b `c`', '        c`'],
    ['``a` [x](y)', '``a` [x](y)'],
    ['', ''],
  ])('of %j is put out: %j', (text, blank) => expect(blankCode(text)).toBe(blank));

  test('is read in one go, whatever opens and never closes', () => {
    const runs = Array.from({ length: 1500 }, (_, at) => '`'.repeat(at + 1)).join(' ');
    expect(blankCode(runs)).toBe(runs);
  });
});
