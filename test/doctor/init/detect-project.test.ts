import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { detectProject } from '../../../src/doctor/init/find-packages.ts';
import { git } from '../../evidence/a-repository.ts';

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
