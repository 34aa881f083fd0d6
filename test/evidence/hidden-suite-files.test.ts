import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findHiddenSuiteFiles } from '../../src/evidence/hidden-suite-files.ts';
import { aFolder, write } from './a-repository.ts';

test.each([
  ['a file', (outside: string) => `${outside}/a [1].test.mjs`, (outside: string) => `${outside}/a [1].test.mjs`],
  ['a folder', (outside: string) => outside, (outside: string) => `${outside}/**`],
  ['a glob', (outside: string) => `${outside}/**/*.test.mjs`, (outside: string) => `${outside}/**`],
  ['an option', (outside: string) => `--root=${outside}`, (outside: string) => `${outside}/**`],
])('%s outside of the workspace is frozen, a folder with everything in it', async (_what, word, frozen) => {
  const outside = await aFolder();
  await write(outside, { 'a [1].test.mjs': '' });
  const found = await findHiddenSuiteFiles('/nowhere/at/all', ['node', '--test', word(outside)]);
  expect([found.inside, found.frozen]).toEqual([[], [frozen(outside)]]);
});

test.each(['**/*.test.mjs', '/nowhere/at/all/**', 'a.mjs'])('%s names nothing outside', async (word) => {
  const workspace = await aFolder();
  await write(workspace, { 'a.mjs': '' });
  const { outside, frozen } = await findHiddenSuiteFiles(workspace, [
    'node',
    '--test',
    word.replace('/nowhere/at/all', workspace),
  ]);
  expect([outside, frozen]).toEqual([[], []]);
});

test('a glob of a folder that is not there names nothing', async () => {
  const workspace = await aFolder();
  expect(await findHiddenSuiteFiles(workspace, ['node', '--test', join(workspace, '../nowhere/**')])).toEqual({
    inside: [],
    outside: [],
    frozen: [],
  });
});
