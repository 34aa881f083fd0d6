import { existsSync, readFileSync } from 'node:fs';
import { chmod, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { markFile } from '../../../src/queue/list/end-task.ts';
import { aFolder, write } from '../../evidence/a-repository.ts';

const read = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8');

describe('marking the file of a task', () => {
  test('moves it to done/ beside it, with the very bytes, and once more changes nothing', async () => {
    const folder = await aFolder();
    await write(folder, { 'specs/a.md': '- [ ] a\r\n' });
    const marked = { how: 'move', path: 'specs/done/a.md' };
    expect(markFile(folder, 'move', 'specs/a.md')).toEqual(marked);
    expect([existsSync(join(folder, 'specs/a.md')), read(folder, 'specs/done/a.md')]).toEqual([false, '- [ ] a\r\n']);
    expect(markFile(folder, 'move', 'specs/a.md')).toEqual(marked);
  });

  test('overwrites nothing that already exists', async () => {
    const folder = await aFolder();
    await write(folder, { 'specs/a.md': 'new', 'specs/done/a.md': 'old' });
    expect(markFile(folder, 'move', 'specs/a.md')).toEqual({
      how: null,
      path: 'specs/a.md',
      why: 'specs/done/a.md already exists',
    });
    expect([read(folder, 'specs/a.md'), read(folder, 'specs/done/a.md')]).toEqual(['new', 'old']);
  });

  test('keeps its mode, writes through no link, and says when it is gone', async () => {
    const folder = await aFolder();
    await write(folder, { 'a.md': '- [ ] a', 'elsewhere.md': '- [ ] b' });
    await chmod(join(folder, 'a.md'), 0o640);
    await symlink('elsewhere.md', join(folder, 'b.md'));
    expect(markFile(folder, 'checkboxes', 'a.md')).toEqual({ how: 'checkboxes', path: 'a.md' });
    expect([read(folder, 'a.md'), (await stat(join(folder, 'a.md'))).mode & 0o777]).toEqual(['- [x] a', 0o640]);
    expect(markFile(folder, 'checkboxes', 'b.md')).toEqual({
      how: null,
      path: 'b.md',
      why: 'b.md is not a regular file',
    });
    expect(read(folder, 'elsewhere.md')).toBe('- [ ] b');
    expect(markFile(folder, 'checkboxes', 'c.md')).toEqual({
      how: null,
      path: 'c.md',
      why: 'c.md is missing',
    });
  });
});
