import { readFile, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { watchReads, keepsValues } from '../../../src/loop/agreement/counter-check.ts';
import { aFolder, write } from '../../evidence/a-repository.ts';

test('names the files that were read, keeps their times of change, and leaves out links and missing files', async () => {
  const folder = await aFolder();
  await write(folder, { 'a.json': '1', 'b/c.json': '2' });
  await symlink('a.json', join(folder, 'link'));
  const { mtime } = await stat(join(folder, 'a.json'));
  const listRead = await watchReads(folder, ['a.json', 'b/c.json', 'link', 'none']);
  expect((await stat(join(folder, 'a.json'))).mtime).toEqual(mtime);
  expect(await listRead()).toEqual([]);
  await readFile(join(folder, 'b/c.json'));
  expect(await listRead()).toEqual(['b/c.json']);
});

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
