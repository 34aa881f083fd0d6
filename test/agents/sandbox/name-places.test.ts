import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { followLinks } from '../../../src/agents/sandbox/name-places.ts';
import { aFolder, write } from '../../evidence/a-repository.ts';

describe('a path that is followed', () => {
  test('without links is itself', async () => {
    const folder = await aFolder();
    await write(folder, { 'a/b': '' });

    expect(followLinks(folder)).toEqual({ real: folder, isFolder: true, links: [] });
    expect(followLinks(join(folder, 'a/./b'))).toEqual({ real: join(folder, 'a/b'), isFolder: false, links: [] });
  });

  test('tells every link on its way, relative ones and links to links, each where it really lies', async () => {
    const folder = await aFolder();
    await write(folder, { 'real/inner/file': '' });
    symlinkSync('real', join(folder, 'first'));
    symlinkSync(join(folder, 'first/inner'), join(folder, 'real/second'));

    expect(followLinks(join(folder, 'first/second/file'))).toEqual({
      real: join(folder, 'real/inner/file'),
      isFolder: false,
      links: [
        { at: join(folder, 'first'), to: 'real' },
        { at: join(folder, 'real/second'), to: join(folder, 'first/inner') },
        { at: join(folder, 'first'), to: 'real' },
      ],
    });
  });

  test('is nothing where nothing is, behind a dangling link, and in a circle', async () => {
    const folder = await aFolder();
    symlinkSync('nowhere', join(folder, 'dangling'));
    symlinkSync('circle', join(folder, 'circle'));

    expect(['absent', 'dangling', 'circle'].map((name) => followLinks(join(folder, name)))).toEqual([null, null, null]);
  });
});
