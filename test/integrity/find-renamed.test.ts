import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findRenamed } from '../../src/integrity/find-renamed.ts';
import { findBroken, freezeFiles } from '../../src/integrity/freeze.ts';
import { aFolder, write } from '../evidence/a-repository.ts';

const renamedBy = async (spoil: (folder: string) => Promise<unknown>, reported: readonly string[]) => {
  const folder = await aFolder();
  await write(folder, { 'a.test.js': 'a', 'b.test.js': 'a', '__snapshots__/a.test.js.snap': 's' });
  const frozen = await freezeFiles(folder, ['a.test.js', 'b.test.js', '__snapshots__/a.test.js.snap']);
  await spoil(folder);
  return [...(await findRenamed(folder, frozen, await findBroken(folder, frozen), reported))];
};
const move = (from: string, to: string) => (folder: string) => rename(join(folder, from), join(folder, to));

describe('a missing frozen file', () => {
  test('was renamed when a test file of its content is reported from elsewhere', async () =>
    expect(await renamedBy(move('a.test.js', 'c.test.js'), ['c.test.js'])).toEqual([['a.test.js', 'c.test.js']]));

  test('takes its snapshot with it', async () => {
    const both = async (folder: string) => {
      await move('a.test.js', 'c.test.js')(folder);
      await move('__snapshots__/a.test.js.snap', '__snapshots__/c.test.js.snap')(folder);
    };
    expect(await renamedBy(both, ['c.test.js'])).toEqual([
      ['a.test.js', 'c.test.js'],
      ['__snapshots__/a.test.js.snap', '__snapshots__/c.test.js.snap'],
    ]);
  });

  test('is lost when no report names its new file', async () =>
    expect(await renamedBy(move('a.test.js', 'c.test.js'), [])).toEqual([]));

  test('is lost when its new file has another content', async () => {
    const weaken = async (folder: string) => {
      await move('a.test.js', 'c.test.js')(folder);
      await write(folder, { 'c.test.js': 'weaker' });
    };
    expect(await renamedBy(weaken, ['c.test.js'])).toEqual([]);
  });

  test('is lost when one file replaces two', async () => {
    const merge = async (folder: string) => {
      await move('a.test.js', 'c.test.js')(folder);
      await move('b.test.js', 'c.test.js')(folder);
    };
    expect(await renamedBy(merge, ['c.test.js'])).toEqual([['a.test.js', 'c.test.js']]);
  });

  test('is lost when its content is that of a test that was there all along', async () =>
    expect(await renamedBy(move('a.test.js', 'off'), ['b.test.js'])).toEqual([]));
});
