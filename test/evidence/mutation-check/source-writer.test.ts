import { lstat, mkdir, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createSourceWriter } from '../../../src/evidence/mutation-check/trials.ts';
import { aFolder, write } from '../a-repository.ts';

describe('a fault', () => {
  test('is written in place of the file, and never through a link that the tests left', async () => {
    const copy = await realpath(await aFolder());
    const aside = await realpath(await aFolder());
    await write(aside, { victim: 'mine\n' });
    await mkdir(join(copy, 'src'));
    await symlink(join(aside, 'victim'), join(copy, 'src/a.js'));
    const put = createSourceWriter(copy);

    await put('src/a.js', 'fault\n');
    expect(await readFile(join(copy, 'src/a.js'), 'utf8')).toBe('fault\n');
    expect(await readFile(join(aside, 'victim'), 'utf8')).toBe('mine\n');

    await rm(join(copy, 'src'), { recursive: true });
    await symlink(aside, join(copy, 'src'));
    await expect(put('src/victim', 'fault\n')).rejects.toThrow('its folder in the copy is not the one that was copied');
    expect(await readFile(join(aside, 'victim'), 'utf8')).toBe('mine\n');
  });

  test('has a later time than the file before, by whole seconds: caches compare it', async () => {
    const copy = await realpath(await aFolder());
    const put = createSourceWriter(copy);
    const times: number[] = [];
    for (const text of ['one', 'two', 'one']) {
      await put('a.py', text);
      times.push(Math.floor((await lstat(join(copy, 'a.py'))).mtimeMs / 1_000));
    }
    const [first = 0, second = 0, third = 0] = times;
    expect(second - first).toBeGreaterThanOrEqual(1);
    expect(third - second).toBeGreaterThanOrEqual(1);
  });
});
