import { readFile, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { watchReads } from '../../../../src/loop/tests/reads/watch-reads.ts';
import { aFolder, write } from '../../../evidence/a-repository.ts';

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
