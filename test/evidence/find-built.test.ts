import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findBuilt, findInstalledCopy, findStale } from '../../src/evidence/find-built.ts';
import { aFolder, git, write } from './a-repository.ts';

const aProject = async (files: Readonly<Record<string, string>>) => {
  const folder = await aFolder();
  await git(folder, 'init', '--quiet');
  await write(folder, {
    '.gitignore': '/build/\nlib/made.js\nnode_modules/\n',
    'package.json': '{ "name": "own", "main": "./build/index.js" }',
    ...files,
  });
  return folder;
};

test.each([
  ["import { one } from '../build/lib/one.js';", 'build/lib/one.js', 'build/**'],
  ["const one = require('../build/one');", 'build/one', 'build/**'],
  ["const { made } = await import('../lib/made.js');", 'lib/made.js', 'lib/made.js'],
  ["import own from 'own';", 'build/index.js', 'build/**'],
  ["const own = require('..');", 'build/index.js', 'build/**'],
])('%s imports compiled code', async (line, path, makes) => {
  const folder = await aProject({ 'test/a.js': line });
  expect(await findBuilt(folder, ['test/a.js'])).toEqual([{ test: 'test/a.js', path, makes }]);
});

test.each([
  "import { one } from '../lib/one.js';",
  "import other from 'other';",
  "import other from '../node_modules/other/index.js';",
  "import up from '../../build/index.js';",
])('%s imports a source, a package, or a file elsewhere', async (line) => {
  expect(await findBuilt(await aProject({ 'test/a.js': line }), ['test/a.js'])).toEqual([]);
});

test('without git, nothing is ignored', async () => {
  const folder = await aFolder();
  await write(folder, { '.gitignore': 'build/\n', 'test/a.js': "import '../build/one.js';" });
  expect(await findBuilt(folder, ['test/a.js'])).toEqual([]);
});

test('a build is old if it does not exist, or if a source is newer', async () => {
  const folder = await aProject({ 'test/a.js': "import '../build/one.js';", 'src/one.ts': '' });
  const built = await findBuilt(folder, ['test/a.js']);
  const stale = () => findStale(folder, built, ['src/one.ts', 'readme.md']);
  expect(await stale()).toMatchObject({ path: 'build/one.js', newer: null });
  await write(folder, { 'build/one.js': '' });
  await utimes(join(folder, 'src/one.ts'), 2_000, 2_000);
  await utimes(join(folder, 'build/one.js'), 1_000, 1_000);
  expect(await stale()).toMatchObject({ path: 'build/one.js', newer: 'src/one.ts' });
  await utimes(join(folder, 'build/one.js'), 3_000, 3_000);
  expect(await stale()).toBeNull();
});

const builtOf = async (text: string) => {
  const folder = await aFolder();
  await git(folder, 'init', '--quiet');
  await write(folder, { '.gitignore': '/build/\n', 'test/a.test.ts': text });
  return (await findBuilt(folder, ['test/a.test.ts'])).map(({ path }) => path);
};

test.each([
  `const text = "import '../build/one.js';";`,
  "const text = `import { one } from '../build/one.js';`;",
  `const files = { 'a.js': "const one = require('../build/one.js');\\n" };`,
])('an import in a string or a template names no build: %s', async (line) => {
  expect(await builtOf(`${line}\nimport { two } from '../build/two.js';\n`)).toEqual(['build/two.js']);
});

test.each(["// import { one } from '../build/one.js';", "/* const one = require('../build/one.js'); */"])(
  'an import in a comment names no build: %s',
  async (line) => {
    expect(await builtOf(`${line}\nimport { two } from '../build/two.js';\n`)).toEqual(['build/two.js']);
  },
);

test('a test that does not parse names the builds that it imports', async () => {
  expect(await builtOf("import { one } from '../build/one.js';\nconst = ;\n")).toEqual(['build/one.js']);
});

describe('a test file that does not load', () => {
  const SOURCES = ['src/loud/__init__.py', 'src/loud/shout.py', 'tests/test_shout.py'];
  const lacking = (module: string, loaded: string) => [
    { file: 'tests/other.py', message: "ModuleNotFoundError: No module named 'other'" },
    { file: 'tests/test_shout.py', message: `ImportError: cannot import name 'shout' from '${module}' (${loaded})` },
  ];

  test.each([
    ['loud.shout', '/venv/site-packages/loud/shout.py', 'src/loud/shout.py'],
    ['loud', '/another/checkout/src/loud/__init__.py', 'src/loud/__init__.py'],
  ])('loads %s from %s and not from the workspace', (module, loaded, own) => {
    expect(findInstalledCopy('/workspace', SOURCES, lacking(module, loaded))).toEqual({
      path: 'tests/test_shout.py',
      module,
      loaded,
      own,
    });
  });

  test.each([
    ['loud.shout', '/workspace/src/loud/shout.py', 'the source itself'],
    ['os.path', '/usr/lib/python3.14/posixpath.py', 'a module that is none of the workspace'],
    ['loud.shout', 'unknown location', 'no file'],
  ])('lacks a name of %s in %s: %s', (module, loaded) => {
    expect(findInstalledCopy('/workspace', SOURCES, lacking(module, loaded))).toBeNull();
  });
});
