import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findBroken, freezeFiles } from '../../src/evidence/freeze.ts';
import { findHeldFromStart } from '../../src/evidence/held-from-start.ts';
import { aRepository, hasGit } from './a-repository.ts';

const breachesAfter = async (change: (folder: string) => Promise<unknown>) => {
  const folder = await aRepository({ 'a.js': 'a\n', 'sub/.gitignore': 'x\n' });
  const frozen = await freezeFiles(folder, await findHeldFromStart(folder, ['a.js', 'sub/.gitignore']));
  await change(folder);
  return (await findBroken(folder, frozen)).map(({ path, what }) => `${path} ${what}`);
};

describe.skipIf(!hasGit)('what is held from the start (needs git)', () => {
  test.each([
    ['an ignore file that appears', '.gitignore', '.gitignore appeared'],
    ['an ignore file below that changes', 'sub/.gitignore', 'sub/.gitignore changed'],
    ["the repository's own list of what to ignore", '.git/info/exclude', '.git/info/exclude changed'],
    ['a config of the runner that appears', 'vitest.config.ts', 'vitest.config.ts appeared'],
  ])('includes %s', async (_what, path, breach) => {
    expect(await breachesAfter((folder) => writeFile(join(folder, path), 'src/\n'))).toEqual([breach]);
  });

  test('leaves everything else to the agent', async () => {
    const change = async (folder: string) => {
      await mkdir(join(folder, 'src'));
      await writeFile(join(folder, 'src/b.js'), 'b\n');
    };
    expect(await breachesAfter(change)).toEqual([]);
  });
});
