import { expect, test } from 'vitest';
import { keepsValues } from '../../../../src/loop/tests/reads/keeps-values.ts';

test.each([
  ['other formatting', 'a.json', '{"a":1,"b":[1,2]}', '{\n  "b": [1, 2],\n  "a": 1\n}\n'],
  ['another case at the end', 'a.json', '[{"in":1,"out":2}]', '[{"in":1,"out":2},{"in":2,"out":4}]'],
  ['another key', 'a.yaml', 'a: 1\n', 'a: 1\nb: 2\n'],
  ['blanks at the ends of lines', 'a.txt', 'NO!  \nYES!\n', 'NO!\nYES!\n\n'],
])('keeps its values: %s', (_, path, before, now) => {
  expect(keepsValues(path, before, now)).toBe(true);
});

test.each([
  ['another value', 'a.json', '{"out":"NO!"}', '{"out":"no"}'],
  ['a case that went', 'a.json', '[1,2]', '[1]'],
  ['another case in its place', 'a.yaml', '- 1\n- 2\n', '- 2\n- 1\n'],
  ['another text', 'a.txt', 'NO!\n', 'no\n'],
  ['no data any more', 'a.json', '{"out":1}', '{"out":'],
])('does not: %s', (_, path, before, now) => {
  expect(keepsValues(path, before, now)).toBe(false);
});
