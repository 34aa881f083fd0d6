import { rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findBroken, freezeFiles } from '../../../src/integrity/freeze.ts';
import { findReformatted } from '../../../src/integrity/same-syntax/find-reformatted.ts';
import { hashContent } from '../../../src/files/hash-content.ts';
import { aFolder, write } from '../../evidence/a-repository.ts';

const [BEFORE, AFTER] = ["a('b')\n", 'a("b");\n'];
const FILES = ['a.test.js', 'b.js', 'fixtures/a.test.js'];

const aReformattedWorkspace = async () => {
  const workspace = await aFolder();
  await write(workspace, Object.fromEntries(FILES.map((path) => [path, BEFORE])));
  const frozen = await freezeFiles(workspace, FILES);
  await write(workspace, Object.fromEntries(FILES.map((path) => [path, AFTER])));
  const find = async (tests: readonly string[], known: string | null = BEFORE) => {
    const found = await findReformatted({
      workspace,
      frozen,
      breaches: await findBroken(workspace, frozen),
      tests,
      readFrozen: async (_, state) => (known !== null && hashContent(known) === state ? known : null),
    });
    return [...found.reformatted];
  };
  return { workspace, find };
};

test('a reformatted file is one with tests, and not in a folder of data', async () => {
  const { find } = await aReformattedWorkspace();
  expect(await find(FILES)).toEqual(['a.test.js', 'b.js']);
  expect(await find(['a.test.js'])).toEqual(['a.test.js']);
  expect(await find([])).toEqual([]);
});

test('nothing is taken for reformatted when the frozen text is not known any more', async () => {
  const { find } = await aReformattedWorkspace();
  expect(await find(FILES, null)).toEqual([]);
  expect(await find(FILES, AFTER)).toEqual([]);
});

test('a link is not a reformatted file, nor is one of another meaning', async () => {
  const { workspace, find } = await aReformattedWorkspace();
  await rename(join(workspace, 'a.test.js'), join(workspace, 'c.js'));
  await symlink('c.js', join(workspace, 'a.test.js'));
  await writeFile(join(workspace, 'b.js'), 'a("c");\n');
  expect(await find(FILES)).toEqual([]);
});
