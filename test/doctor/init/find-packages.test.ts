import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, afterEach, beforeEach } from 'vitest';
import { findPackages, detectProject } from '../../../src/doctor/init/find-packages.ts';
import { aFolder, aPackage } from './a-folder.ts';
import { git } from '../../evidence/a-repository.ts';

const find = (files: Readonly<Record<string, string>>) => findPackages(aFolder(files));
const named = (folder: string, name: string) => ({ [`${folder}/package.json`]: JSON.stringify({ name }) });
const NODE = { ...named('packages/b', '@acme/b'), ...named('packages/a', 'a'), 'packages/none/README.md': '' };
const FOUND = [
  { name: 'a', folder: 'packages/a' },
  { name: '@acme/b', folder: 'packages/b' },
];

describe('the packages of a monorepo', () => {
  it.each([
    ['npm and yarn', aPackage({ workspaces: ['packages/*'] })],
    ['yarn, in its long form', aPackage({ workspaces: { packages: ['./packages/*/'] } })],
    [
      'pnpm',
      { 'pnpm-workspace.yaml': "packages:\n  - 'packages/**'\n  - '!**/skipped'\n", ...named('packages/skipped', 's') },
    ],
    ['lerna', { 'lerna.json': '{\n\t"packages": ["packages/*"]\n}' }],
  ])('are the workspaces of %s', async (_name, root) => {
    expect(await find({ ...NODE, ...root })).toEqual(FOUND);
  });

  it('are the members of a cargo workspace and the modules of go.work', async () => {
    expect(
      await find({
        'Cargo.toml': '[workspace]\nmembers = [\n  "crates/*",\n]\n\n[profile.dev]\n',
        'crates/core/Cargo.toml': '[package]\nname = "acme-core"\n',
        'go.work': 'go 1.22\n\nuse (\n\t./api // the server\n)\nuse ./tools/gen\n',
        'api/go.mod': 'module example.org/api\n',
        'tools/gen/go.mod': 'module example.org/gen\n',
        'tools/other/go.mod': 'module example.org/other\n',
      }),
    ).toEqual([
      { name: 'acme-core', folder: 'crates/core' },
      { name: 'example.org/api', folder: 'api' },
      { name: 'example.org/gen', folder: 'tools/gen' },
    ]);
  });

  it('without a name are named by their folders, and are in no node_modules', async () => {
    const files = { ...aPackage({ workspaces: ['**'] }), 'a/package.json': '{', 'node_modules/x/package.json': '{}' };
    expect(await find(files)).toEqual([{ name: 'a', folder: 'a' }]);
  });

  it.each([
    ['a project without workspaces', aPackage({})],
    ['a broken package.json', { 'package.json': '{' }],
    ['workspaces that are no list', aPackage({ workspaces: 5 })],
    ['a crate', { 'Cargo.toml': '[package]\nname = "a"\n', 'src/Cargo.toml': '' }],
  ])('are none: %s', async (_name, files) => {
    expect(await find(files)).toEqual([]);
  });
});

describe('one package of a monorepo', () => {
  const part = { name: 'a', folder: 'packages/a' };
  const SCRIPTS = JSON.stringify({ scripts: { test: 'xo && npm run lint:css && vitest', 'lint:css': 'stylelint .' } });
  const files = { 'packages/a/package.json': SCRIPTS, 'packages/a/SPEC.md': '- [ ] one\n', 'SPEC.md': '- [ ] two\n' };

  it('has its tests in its folder, its checks from the root, and its specs first', async () => {
    const facts = await detectProject(aFolder({ ...aPackage({ workspaces: ['packages/*'] }), ...files }), { part });
    expect(facts).toMatchObject({
      folder: 'packages/a',
      runner: 'vitest',
      command: ['npx', 'vitest', 'run'],
      checks: [
        { name: 'lint', command: ['npm', 'exec', '--workspace=packages/a', '--', 'xo'] },
        { name: 'lint_css', command: ['npm', '--prefix', 'packages/a', 'run', 'lint:css'] },
      ],
      specs: [
        { path: 'packages/a/SPEC.md', criteria: 1 },
        { path: 'SPEC.md', criteria: 1 },
      ],
    });
  });

  it('has its checks from pnpm in a workspace of pnpm', async () => {
    const root = aFolder({ 'pnpm-workspace.yaml': 'packages: [packages/*]\n', ...files });
    expect((await detectProject(root, { part })).checks?.map(({ command }) => command.join(' '))).toEqual([
      'pnpm --dir packages/a exec xo',
      'pnpm --dir packages/a run lint:css',
    ]);
  });

  it('may use a runner that is installed for the root; the root itself only with a config of it', async () => {
    const root = { ...aPackage({ workspaces: ['packages/*'], devDependencies: { vitest: '*' } }), ...NODE };
    const command = ['npx', 'vitest', 'run'];
    expect((await detectProject(aFolder(root), { part })).command).toEqual(command);
    expect((await detectProject(aFolder(root), { isRoot: true })).command).toBeNull();
    const withConfig = aFolder({ ...root, 'vitest.config.ts': '' });
    expect((await detectProject(withConfig, { isRoot: true })).command).toEqual(command);
  });
});

describe('detect project', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'dualgate-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const write = (files: Readonly<Record<string, string>>): void => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  };
  const aPackage = (contents: object) => ({ 'package.json': JSON.stringify(contents) });

  describe('the tests of a project', () => {
    it.each([
      ['vitest', 'vitest', ['npx', 'vitest', 'run']],
      ['vitest --config x.ts --watch', 'vitest', ['npx', 'vitest', 'run', '--config', 'x.ts']],
      ['npx vitest run --coverage', 'vitest', ['npx', 'vitest', 'run']],
      ['pnpm vitest --ui', 'vitest', ['npx', 'vitest', 'run']],
      ['tsc && vitest run', 'vitest', ['npx', 'vitest', 'run']],
      ['node --test test/', 'node', ['node', '--test', 'test/']],
      ['node --import tsx --test', 'node', ['node', '--import', 'tsx', '--test']],
      ['jest', 'jest', ['npx', 'jest']],
      ['jest --watchAll --coverage', 'jest', ['npx', 'jest']],
      ['mocha "test/**/*.js"', 'mocha', ['npx', 'mocha', 'test/**/*.js']],
      ['mocha -w --bail --forbid-only', 'mocha', ['npx', 'mocha', '--forbid-only']],
      ['jest -w 4', 'jest', ['npx', 'jest', '-w', '4']],
      ['nyc mocha', 'mocha', ['npx', 'mocha']],
      ['playwright test --project=chrome', 'playwright', ['npx', 'playwright', 'test', '--project=chrome']],
      ['eslint . && jest', 'jest', ['npx', 'jest']],
      ['node --test mocha', 'node', ['node', '--test', 'mocha']],
      ['CI=1 node --test', 'node', ['npm', 'test']],
      ['tape test/*.js', 'tap', ['npx', 'tape', 'test/*.js']],
      ['ava --serial', 'ava', ['npx', 'ava', '--serial']],
      ['c8 ava', 'ava', ['npx', 'ava']],
    ])('are run as the script %j runs them, without a shell', async (test, runner, command) => {
      write(aPackage({ scripts: { test } }));
      expect(await detectProject(folder)).toMatchObject({ runner, command });
    });

    it.each([
      ['vitest', 'vitest', ['npx', 'vitest', 'run']],
      ['jest', 'jest', ['npx', 'jest']],
      ['mocha', 'mocha', ['npx', 'mocha']],
      ['ava', 'ava', ['npx', 'ava']],
      ['@playwright/test', 'playwright', ['npx', 'playwright', 'test']],
    ])('are those of an installed %s when no script says so', async (name, runner, command) => {
      const test = 'echo "Error: no test specified" && exit 1';
      write(aPackage({ scripts: { test }, devDependencies: { [name]: '*' } }));
      expect(await detectProject(folder)).toMatchObject({ runner, command });
    });

    it.each([
      ['Cargo.toml', '[workspace]\nmembers = ["a"]\n', 'cargo test --workspace'],
      ['Cargo.toml', '[package]\nname = "a"\n\n[workspace]\nmembers = ["b"]\n', 'cargo test --workspace'],
      ['go.work', 'go 1.18\n\nuse (\n\t./api\n\t./lib // shared\n)\n', 'go test ./api/... ./lib/...'],
      ['go.work', 'go 1.18\nuse .\nuse ./tools/\n', 'go test ./... ./tools/...'],
    ])('of a workspace are all of its tests: %s %j', async (name, text, command) => {
      write({ [name]: text });
      expect((await detectProject(folder, { isRoot: true })).command?.join(' ')).toBe(command);
    });

    it.each([
      ['tsc -p tsconfig.test.json && mocha test/*.mjs', ['npx', 'tsc', '-p', 'tsconfig.test.json']],
      ['npm run compile && mocha test/*.mjs', ['npm', 'run', 'compile']],
      // The script of the tests builds nothing.
      ['mocha test/*.mjs', ['npm', 'run', 'build']],
    ])('have the build in front of them if they import what git ignores: %j', async (test, command) => {
      await git(folder, 'init', '--quiet');
      write({
        ...aPackage({ scripts: { test, build: 'tsc', compile: 'tsc -p .' } }),
        '.gitignore': 'build/\n*.tsbuildinfo\n',
        'tsconfig.tsbuildinfo': '{}',
        'test/one.mjs': "import { one } from '../build/lib/one.js';\n",
      });
      const { before, checks, notes = [] } = await detectProject(folder);
      expect(before).toEqual({ command, makes: ['build/**', 'tsconfig.tsbuildinfo'] });
      expect(checks).toEqual([]);
      expect(notes.join('\n')).not.toContain('Without');
    });

    it('are those of node:test when a test file imports it', async () => {
      write({ ...aPackage({ type: 'module' }), 'test/a.test.js': "import test from 'node:test';\n" });
      expect(await detectProject(folder)).toMatchObject({ runner: 'node', command: ['node', '--test'] });
    });

    it.each([
      ['Cargo.toml', 'cargo', 'cargo test'],
      ['go.mod', 'go', 'go test ./...'],
      ['pytest.ini', 'pytest', 'python3 -m pytest'],
      ['tests/test_sum.py', 'pytest', 'python3 -m pytest'],
      ['conftest.py', 'pytest', 'python3 -m pytest'],
      ['.rspec', 'rspec', 'rspec'],
    ])('are those of another language: %s', async (file, runner, command) => {
      write({ [file]: '' });
      expect(await detectProject(folder)).toMatchObject({ runner, command: command.split(' ') });
    });

    it('are those of the RSpec that a Gemfile names, behind Bundler where that has locked it', async () => {
      write({ Gemfile: "gem 'rspec'\n" });
      expect(await detectProject(folder)).toMatchObject({ runner: null });
      write({ 'spec/models/sum_spec.rb': '', 'Gemfile.lock': '' });
      expect(await detectProject(folder)).toMatchObject({ runner: 'rspec', command: ['bundle', 'exec', 'rspec'] });
    });

    it('are run by the tool that keeps the packages of a Python project, where it is installed', async () => {
      write({ 'pyproject.toml': '[dependency-groups]\ndev = ["pytest>=8"]\n', 'uv.lock': '', 'bin/uv': '#!/bin/sh\n' });
      const found = async (path: string) => (await detectProject(folder, { path })).command;
      expect(await found('/nowhere')).toEqual(['python3', '-m', 'pytest']);
      chmodSync(join(folder, 'bin/uv'), 0o755);
      expect(await found(join(folder, 'bin'))).toEqual(['uv', 'run', 'pytest']);
    });

    it('are run by the environment of a Python project, before any tool', async () => {
      write({ 'pytest.ini': '', 'uv.lock': '', '.venv/bin/python': '' });
      expect(await detectProject(folder)).toMatchObject({ command: ['.venv/bin/python', '-m', 'pytest'] });
    });

    it.each([
      ['an empty folder', {}],
      ['a broken package.json', { 'package.json': '{' }],
      ['scripts that are no map', { 'package.json': '{"scripts": 5}' }],
      ['a runner that is not known', { 'package.json': '{"scripts": {"test": "lab"}}' }],
      ['a file that only talks of node:test', { 'test/a.test.js': '// unlike node:test\n' }],
    ])('are not made up: %s', async (_what, files) => {
      write(files);
      expect(await detectProject(folder)).toMatchObject({ runner: null, command: null });
    });
  });

  describe('the criteria of a project', () => {
    it('are looked for where they usually lie, files with checkboxes first', async () => {
      write({
        'specs/a.md': '# Later\n',
        'specs/b.md': '- [ ] one\n* [x] two\n  1. [ ] three\n',
        'SPEC.md': '- [ ] one\n',
        'docs/spec-two.md': 'prose\n',
        'docs/guide.md': '- [ ] one\n',
        'README.md': '```\n- [ ] an example\n```\n- [ ] one\n- [ ] two\n- [link](x)\n',
      });
      expect((await detectProject(folder)).specs).toEqual([
        { path: 'specs/b.md', criteria: 3, unnamed: 3 },
        { path: 'SPEC.md', criteria: 1, unnamed: 1 },
        { path: 'README.md', criteria: 2, unnamed: 2 },
        { path: 'specs/a.md', criteria: 0 },
        { path: 'docs/spec-two.md', criteria: 0 },
      ]);
    });

    it('are not in a README without checkboxes', async () => {
      write({ 'README.md': '# Project\n\n```\n- [ ] an example\n```\n' });
      expect((await detectProject(folder)).specs).toEqual([]);
    });
  });

  describe('the surroundings of a project', () => {
    it('are a repository, here or further up, and an installed dualgate', async () => {
      write({
        '.git/HEAD': '',
        'packages/one/node_modules/dualgate/docs/reference/dualgate.schema.json': '{}',
      });
      expect(await detectProject(join(folder, 'packages', 'one'))).toEqual({
        runner: null,
        command: null,
        checks: [],
        language: null,
        specs: [],
        documents: { hasCode: false, hasRecords: false, hasC4: false },
        git: true,
        installed: true,
      });
      expect((await detectProject(folder)).installed).toBe(false);
    });

    it.each([
      [{ 'specs/a.md': '- [ ] a', 'test/a.test.js': '', 'vite.config.ts': '' }, []],
      [{ 'src/a.js': '' }, ['hasCode']],
      [{ 'lib/a.py': '', 'docs/adr/0001-use-git.md': '# Use git' }, ['hasCode', 'hasRecords']],
      [{ 'a.go': '', 'docs/c4.md': '```mermaid\nC4Context\n```' }, ['hasCode', 'hasC4']],
    ])('are the code and the kinds of documents: %o', async (files, found) => {
      write(files);
      const { documents } = await detectProject(folder);
      expect(Object.entries(documents).flatMap(([name, is]) => (is ? [name] : []))).toEqual(found);
    });
  });
});
