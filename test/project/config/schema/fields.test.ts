import { expect, test } from 'vitest';
import { duration } from '../../../../src/project/config/schema/duration.ts';
import { command, pattern, text, wholeNumber } from '../../../../src/project/config/schema/fields.ts';

test('a pattern of a config that RE2 does not take is a problem that says why', () => {
  expect(pattern().safeParse('all (tasks|work) done').success).toBe(true);
  expect(['(?=a)b', ' ', 7].map((value) => pattern().safeParse(value).error?.issues[0]?.message)).toEqual([
    'must be a valid RE2 pattern: it uses look-around, which RE2 does not support. Write the pattern without it',
    'must be a pattern',
    'must be a pattern',
  ]);
});

test('a kind of value is one schema, however many keys have it', () => {
  expect(text('a path')).toBe(text('a path'));
  expect(text('a path')).not.toBe(text('a glob'));
  expect(wholeNumber(1)).not.toBe(wholeNumber(1, 9));
  expect(duration()).toBe(duration());
  const [words, others] = [command('npm test'), command('npm run lint')].map(({ def }) => def.options[0]);
  expect(words).toBe(others);
});
