import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findBroken, freezeFiles } from '../../../src/evidence/integrity/freeze.ts';
import { findRunnerPackages } from '../../../src/evidence/integrity/runner-files.ts';
import { aFolder, write } from '../a-repository.ts';

const breachesBy = async (
  files: Readonly<Record<string, string>>,
  spoil: (folder: string) => Promise<unknown>,
  place = '.',
) => {
  const folder = await aFolder();
  await write(folder, files);
  const workspace = join(folder, place);
  const frozen = await freezeFiles(workspace, await findRunnerPackages(workspace));
  expect(await findBroken(workspace, frozen)).toEqual([]);
  await spoil(folder);
  return (await findBroken(workspace, frozen)).map(({ path, what }) => `${path.replace(folder, '…')} ${what}`);
};
const INSTALLED = { 'node_modules/chai/index.js': 'a', 'node_modules/@vitest/runner/dist/a.js': 'a' };

describe('the packages that tests depend on', () => {
  test.each([
    ['a file that changed', { 'node_modules/chai/index.js': 'b' }, 'node_modules/chai/** changed'],
    ['a file that was added', { 'node_modules/chai/more.js': 'b' }, 'node_modules/chai/** changed'],
    ['a file of a scope', { 'node_modules/@vitest/runner/dist/a.js': 'b' }, 'node_modules/@vitest/runner/** changed'],
    ['a program of the package manager', { 'node_modules/.bin/vitest': '' }, 'node_modules/.bin/vitest appeared'],
  ])('are broken by %s', async (_what, change, breach) => {
    expect(await breachesBy(INSTALLED, (folder) => write(folder, change))).toEqual([breach]);
  });

  test('are broken by being removed', async () =>
    expect(await breachesBy(INSTALLED, (folder) => rm(join(folder, 'node_modules/chai'), { recursive: true }))).toEqual(
      ['node_modules/chai/** removed'],
    ));

  test('are not broken by being installed anew, nor by other packages', async () =>
    expect(
      await breachesBy(INSTALLED, async (folder) => {
        await rm(join(folder, 'node_modules/chai'), { recursive: true });
        await write(folder, { 'node_modules/chai/index.js': 'a', 'node_modules/left-pad/index.js': 'a' });
      }),
    ).toEqual([]));

  test('are found above the workspace, and may not appear nearer to it', async () => {
    const files = { ...INSTALLED, 'packages/one/a.js': '' };
    expect(
      await breachesBy(
        files,
        (folder) => write(folder, { 'packages/one/node_modules/chai/index.js': 'b' }),
        'packages/one',
      ),
    ).toEqual(['node_modules/chai appeared']);
    expect(
      await breachesBy(files, (folder) => write(folder, { 'node_modules/chai/index.js': 'b' }), 'packages/one'),
    ).toEqual(['…/node_modules/chai/** changed']);
  });

  test('are followed into a store to which node_modules only links', async () => {
    const store = 'node_modules/.pnpm/vitest@4/node_modules';
    const files = {
      [`${store}/vitest/package.json`]: '{"dependencies":{"@vitest/runner":"4"}}',
      [`${store}/@vitest/runner/index.js`]: 'a',
    };
    const folder = await aFolder();
    await write(folder, files);
    await symlink(join(folder, store, 'vitest'), join(folder, 'node_modules/vitest'));
    const frozen = await freezeFiles(folder, await findRunnerPackages(folder));
    await write(folder, { [`${store}/@vitest/runner/index.js`]: 'b' });
    expect(await findBroken(folder, frozen)).toEqual([{ path: `${store}/@vitest/runner/**`, what: 'changed' }]);
  });

  test('stay editable where they are the sources of the workspace', async () => {
    const folder = await aFolder();
    await write(folder, { 'packages/vitest/index.js': 'a', 'node_modules/x/index.js': '' });
    await symlink('../packages/vitest', join(folder, 'node_modules/vitest'));
    const frozen = await freezeFiles(folder, await findRunnerPackages(folder));
    await write(folder, { 'packages/vitest/index.js': 'b' });
    expect(await findBroken(folder, frozen)).toEqual([]);
  });

  test('of Python are those of an environment in the workspace', async () => {
    const place = '.venv/lib/python3.12/site-packages/_pytest';
    const files = { [`${place}/runner.py`]: 'a' };
    expect(await breachesBy(files, (folder) => write(folder, { [`${place}/runner.py`]: 'b' }))).toEqual([
      `${place}/** changed`,
    ]);
  });
});
