import { expect, test } from 'vitest';
import { pattern } from '../../../../src/project/config/schema/fields.ts';

test('a pattern of a config that RE2 does not take is a problem that says why', () => {
  expect(pattern().safeParse('all (tasks|work) done').success).toBe(true);
  expect(['(?=a)b', ' ', 7].map((value) => pattern().safeParse(value).error?.issues[0]?.message)).toEqual([
    'must be a valid RE2 pattern: it uses look-around, which RE2 does not support. Write the pattern without it',
    'must be a pattern',
    'must be a pattern',
  ]);
});
