import { rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findBroken, freezeFiles } from '../../../../src/evidence/integrity/freeze.ts';
import { findReformatted } from '../../../../src/evidence/integrity/edited-test.ts';
import { hashContent } from '../../../../src/base/files/hash-content.ts';
import { aFolder, write } from '../../a-repository.ts';

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

test('a file has the tests that its frozen text names, when the runner names no files', async () => {
  const workspace = await aFolder();
  const frozen = "test('adds', (t) => t.end());\n";
  const files = ['test/a.js', 'test/helper.js', 'test/fixtures/a.js', 'lib/a.js'];
  await write(workspace, Object.fromEntries(files.map((path) => [path, path.endsWith('helper.js') ? BEFORE : frozen])));
  const freeze = await freezeFiles(workspace, files);
  const find = async (change: (text: string) => string) => {
    const readFrozen = async (path: string): Promise<string> => (path.endsWith('helper.js') ? BEFORE : frozen);
    for (const path of files) await write(workspace, { [path]: change(await readFrozen(path)) });
    const breaches = await findBroken(workspace, freeze);
    const { added, refused, reformatted } = await findReformatted({
      workspace,
      frozen: freeze,
      breaches,
      tests: [''],
      unplaced: [' > adds', ' > more'],
      readFrozen,
    });
    return { added: [...added.keys()], refused: [...refused], reformatted: [...reformatted] };
  };
  const nothing = { added: [], refused: [], reformatted: [] };
  expect(await find((text) => `${text}test('more', (t) => t.end());\n`)).toEqual({ ...nothing, added: ['test/a.js'] });
  expect(await find((text) => text.replaceAll("'", '"'))).toEqual({ ...nothing, reformatted: ['test/a.js'] });
  // A hook comes with it, or the expectation goes.
  expect(await find((text) => `${text}test('more', (t) => t.end());\ntest.onFailure(() => {});\n`)).toMatchObject({
    added: [],
    refused: [['test/a.js', 'it adds something else than a test with a name']],
  });
  expect(await find((text) => text.replace("'adds', (t) =>", "'adds', { skip: true }, (t) =>"))).toEqual(nothing);
});
