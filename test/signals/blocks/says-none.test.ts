import { describe, expect, test } from 'vitest';
import { saysNone } from '../../../src/signals/blocks/contradiction.ts';

describe('a value', () => {
  test.each([
    '',
    '-',
    'none',
    'None.',
    'n/a',
    'nothing',
    '[]',
    '[none]',
    '(none)',
    '()',
    '0',
    '0 items',
    '0 items left',
    'zero tasks',
    'No remaining work',
    'no work remaining',
    'Nothing left to do.',
    'None, …',
    'None, all acceptance criteria are met',
    'None, all 12 tests pass',
    'None, 12/12 tests pass',
    'None. Everything is done.',
    'None (all criteria met)',
    'None — implementation complete',
    'None - ready for review',
    'None, ready for the next phase',
    'None, nothing is left, the work is finished',
    'None, all tests are written and fail as they should',
    '(none, all criteria are covered)',
    '0 items, all done',
  ])('says that there is nothing as %j', (value) => {
    expect(saysNone(value)).toBe(true);
  });

  test.each([
    'the cache',
    '1 item',
    '10 items',
    '0 of 5',
    '0/5',
    'none of it is done',
    'none of it matters',
    'none except the parser',
    'None, except the parser',
    'None, but the cache',
    'None, all done but the docs',
    'None, everything else is done',
    'None, the parser',
    'None, the parser is not done',
    'None, it isn’t done',
    'None yet',
    'None, once the reviewer agrees and it is complete',
    'None, done; pagination in the next turn',
    'None, some of it is done',
    'None, 9/10 tests pass',
    'None, 2 tests fail',
    'none; TODO: pagination',
    '0 items left, 3 blocked',
    '<none, or what is left, on one line>',
    'none | the cache',
    `None, all done${' and done'.repeat(40)}`,
  ])('says that there is something, or may, as %j', (value) => {
    expect(saysNone(value)).toBe(false);
  });

  test('is answered in no time, however long it is', () => {
    for (const value of [`None, ${'all '.repeat(16_000)}`, '('.repeat(64_000), `None${' '.repeat(64_000)}x`])
      expect(saysNone(value)).toBe(false);
  });
});
