import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { findBroken, freezeFiles } from '../../../src/evidence/integrity/freeze.ts';
import { findHeldFromStart } from '../../../src/evidence/integrity/suite-files.ts';
import { aRepository, git, hasGit, write } from '../a-repository.ts';

const SOURCES = {
  'a.js': 'a\n',
  'sub/.gitignore': 'x\n',
  'sub/vitest.config.ts': '\n',
  'package.json': '{"scripts":{"test":"node --test"}}\n',
  'jest.config.mjs': "import './tools/shared.mjs';\nexport default { setupFiles: ['<rootDir>/tools/setup.mjs'] };\n",
  'tools/setup.mjs': '\n',
  'tools/shared.mjs': "export default { globalSetup: './global.mjs' };\n",
  'tools/global.mjs': '\n',
};

const breachesAfter = async (change: (folder: string) => Promise<unknown>, command = ['npm', 'test']) => {
  const folder = await aRepository(SOURCES);
  const frozen = await freezeFiles(folder, await findHeldFromStart(folder, Object.keys(SOURCES), command));
  await change(folder);
  return (await findBroken(folder, frozen)).map(({ path, what }) => `${path} ${what}`);
};

describe.skipIf(!hasGit)('the files frozen from the start (needs git)', () => {
  test('include the part about tests of the settings of a package below', async () => {
    const folder = await aRepository({ ...SOURCES, 'sub/pyproject.toml': '[project]\nname = "a"\n' });
    const paths = await findHeldFromStart(folder, [...Object.keys(SOURCES), 'sub/pyproject.toml'], ['pytest']);
    const frozen = await freezeFiles(folder, paths);
    await write(folder, { 'sub/pyproject.toml': '[tool.pytest.ini_options]\naddopts = "--co"\n' });
    expect(await findBroken(folder, frozen)).toEqual([{ path: 'sub/pyproject.toml#tests', what: 'appeared' }]);
  });

  test.each([
    ['an ignore file that appears', '.gitignore', '.gitignore appeared'],
    ['an ignore file below that changes', 'sub/.gitignore', 'sub/.gitignore changed'],
    ["the repository's own list of what to ignore", '.git/info/exclude', '.git/info/exclude changed'],
    ['a config of the runner that appears', 'vitest.config.ts', 'vitest.config.ts appeared'],
    ['a config of the runner below', 'sub/vitest.config.ts', 'sub/vitest.config.ts changed'],
    ['the config of npm, which may name another shell', '.npmrc', '.npmrc#tests appeared'],
    ['a config of jest that appears', 'jest.config.ts', 'jest.config.ts appeared'],
    ['a config of mocha that appears', '.mocharc.yml', '.mocharc.yml appeared'],
    ['a config of playwright that appears', 'playwright.config.js', 'playwright.config.js appeared'],
    ['a setup file that a config of a runner names', 'tools/setup.mjs', 'tools/setup.mjs changed'],
    ['a module that a config of a runner imports', 'tools/shared.mjs', 'tools/shared.mjs changed'],
    ['what that module names in its turn', 'tools/global.mjs', 'tools/global.mjs changed'],
    ['settings of cargo', '.cargo/config.toml', '.cargo/config.toml appeared'],
    ['settings of pytest', 'pytest.ini', 'pytest.ini appeared'],
    ['what Python would load before the runner', 'sitecustomize.py', 'sitecustomize.py appeared'],
    ['a module that Python would take for the runner', 'pytest.py', 'pytest.py appeared'],
    ['a program that npm would find first', 'node_modules/.bin/node', 'node_modules/.bin/node appeared'],
  ])('includes %s', async (_what, path, breach) => {
    expect(await breachesAfter((folder) => write(folder, { [path]: 'src/\n' }))).toEqual([breach]);
  });

  test.each([
    ['what Python loads at its start', 'lib/python3.11/site-packages/usercustomize.py', 'pass\n', true],
    ['a line that Python runs at its start', 'lib/python3.12/site-packages/a.pth', 'import blind\n', true],
    ['a line that only names a place', 'lib/python3.12/site-packages/a.pth', '/elsewhere\n', false],
    ['a package of the user', 'lib/python3.12/site-packages/a.py', 'pass\n', false],
  ])('of the Python of an environment: %s', async (_what, path, text, isHeld) => {
    expect(await breachesAfter((folder) => write(folder, { [`.venv/${path}`]: text }))).toEqual(
      isHeld ? ['.venv/lib/python*/site-packages#startup appeared'] : [],
    );
  });

  test.each([
    ['a plugin of pytest', '[console_scripts]\na = a\n[pytest11]\na = a\n', true],
    ['a program', '[console_scripts]\na = a\n', false],
  ])('of packages beside the sources, which Python treats as installed: %s', async (_what, text, isHeld) => {
    expect(await breachesAfter((folder) => write(folder, { 'a.egg-info/entry_points.txt': text }))).toEqual(
      isHeld ? ['*-info/entry_points.txt#pytest11 appeared'] : [],
    );
  });

  test.each(['vitest.config.ts', '.mocharc.json', 'pytest.ini', '.cargo/config.toml', 'go.work'])(
    'includes %s of a folder above, where it would be found',
    async (name) => {
      const folder = await aRepository({ 'packages/one/a.js': 'a\n' });
      const workspace = join(folder, 'packages/one');
      const frozen = await freezeFiles(workspace, await findHeldFromStart(workspace, ['a.js'], ['node', '--test']));
      await write(folder, { [name]: 'src/\n' });
      expect(await findBroken(workspace, frozen)).toEqual([{ path: join(folder, name), what: 'appeared' }]);
    },
  );

  test('includes the programs that the home folder configures for cargo and go', async () => {
    const home = await aRepository();
    vi.stubEnv('CARGO_HOME', join(home, 'cargo'));
    vi.stubEnv('GOENV', join(home, 'go.env'));
    try {
      const change = () => write(home, { 'cargo/config.toml': 'a\n', 'go.env': 'GOFLAGS=-run=x\n' });
      expect(await breachesAfter(change)).toEqual([`${home}/cargo/config.toml appeared`, `${home}/go.env appeared`]);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test('includes the recipe, when the test command follows one, and not otherwise', async () => {
    const change = (folder: string) => write(folder, { Makefile: 'test:\n\ttrue\n' });
    expect(await breachesAfter(change, ['make', 'test'])).toEqual(['Makefile appeared']);
    expect(await breachesAfter(change, ['node', '--test'])).toEqual([]);
  });

  test.each([
    ['core.excludesFile', 'list', '.git#core.excludesFile changed'],
    ['core.ignoreCase', 'true', '.git#core.ignoreCase changed'],
  ])('includes git’s answers for %s', async (key, value, breach) => {
    expect(await breachesAfter((folder) => git(folder, 'config', key, value))).toEqual([breach]);
  });

  test('includes a repository that replaces the earlier one', async () => {
    const other = await aRepository();
    const change = async (folder: string) => {
      await git(folder, 'init', '--quiet', '--separate-git-dir', join(other, 'elsewhere'));
    };
    expect(await breachesAfter(change)).toContain('.git#info/exclude changed');
  });

  test('includes the target of an earlier link out of the workspace', async () => {
    const outside = await aRepository({ 'a.js': 'a\n' });
    const folder = await aRepository(SOURCES);
    await symlink(join(outside, 'a.js'), join(folder, 'linked.js'));
    const frozen = await freezeFiles(folder, await findHeldFromStart(folder, ['linked.js'], ['node', '--test']));
    await write(outside, { 'a.js': 'b\n' });
    expect(await findBroken(folder, frozen)).toEqual([{ path: 'linked.js', what: 'changed' }]);
  });

  test('includes the scripts, when the test command runs one, and what jest and mocha read in the same file', async () => {
    const changed = '{"scripts":{"test":"true"},"jest":{},"mocha":{},"dependencies":{}}';
    expect(await breachesAfter((folder) => writeFile(join(folder, 'package.json'), changed))).toEqual([
      'package.json#jest appeared',
      'package.json#mocha appeared',
      'package.json#scripts.test changed',
    ]);
  });

  test('includes the ignore files of the folders above, up to the root of the repository', async () => {
    const root = await aRepository({ 'a/b/c.js': 'c\n' });
    const workspace = join(root, 'a/b');
    const frozen = await freezeFiles(workspace, await findHeldFromStart(workspace, ['c.js'], ['node', '--test']));
    await writeFile(join(root, '.gitignore'), 'a/b/hidden.js\n');
    await writeFile(join(root, 'a/.gitignore'), 'b/hidden.js\n');
    expect(await findBroken(workspace, frozen)).toEqual(
      ['.gitignore', 'a/.gitignore'].map((path) => ({ path: join(root, path), what: 'appeared' })),
    );
  });

  test('leaves the scripts to the agent when the test command runs none', async () => {
    const change = (folder: string) => writeFile(join(folder, 'package.json'), '{"scripts":{"lint":"x"}}\n');
    expect(await breachesAfter(change, ['node', '--test'])).toEqual([]);
  });

  test('leaves everything else to the agent', async () => {
    const change = async (folder: string) => {
      await mkdir(join(folder, 'src'));
      await writeFile(join(folder, 'src/b.js'), 'b\n');
    };
    expect(await breachesAfter(change)).toEqual([]);
  });
});
