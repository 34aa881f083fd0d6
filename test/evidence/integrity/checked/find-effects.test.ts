import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findEffects } from '../../../../src/evidence/integrity/checked/find-effects.ts';
import { aFolder, write } from '../../a-repository.ts';

const FILES = ['.nvmrc', '.env#tests', '.env.test', 'vite.config.ts', '**/__mocks__'];
const PROGRAMS = ['node', 'tsx', 'vitest'];

beforeEach(() => void vi.stubEnv('PATH', '/usr/bin:/home/a/.pyenv/shims'));
afterEach(() => void vi.unstubAllEnvs());

/** Files of these names that are read and started. */
const effectsOf = async (
  command: readonly string[],
  files: Readonly<Record<string, string>> = {},
  path?: (folder: string) => string,
): Promise<readonly string[]> => {
  const folder = await aFolder();
  await write(folder, files);
  if (path !== undefined) vi.stubEnv('PATH', path(folder));
  const { isRead, isStarted } = await findEffects(folder, Object.keys(files), [{ folder: '', command }]);
  return [...FILES.filter(isRead), ...PROGRAMS.filter(isStarted)];
};

const ENV = ['.env#tests', '.env.test'];
const NODE = ['node', '--test'];
const VITEST = [...ENV, 'vite.config.ts', 'vitest'];
const ALL = [...FILES, ...PROGRAMS];
const scripts = (all: Readonly<Record<string, string>>) => ({ 'package.json': JSON.stringify({ scripts: all }) });

describe('what the tests read, by the command', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ['a runner alone reads nothing', NODE, []],
    ['a package manager starts programs without their names', ['npx', 'mocha'], ['node']],
    [
      'a runner of Vite reads its config and variables',
      ['node', 'node_modules/.bin/vitest', 'run'],
      [...VITEST.slice(0, 3), 'node', 'vitest'],
    ],
    ['a runner that mocks packages unasked', ['node', 'node_modules/jest/bin/jest.js'], ['**/__mocks__']],
    ['a file of variables', ['node', '--env-file=a.env', '--test'], ENV],
    ['a version manager', ['nvm', 'exec', 'node', '--test'], ALL],
    ['an unknown program', ['sh', 'test.sh'], ALL],
    ['a recipe', ['make', 'test'], ALL],
    ['nothing that is known', [], ALL],
  ])('%s', async (_what, command, expected) => expect(await effectsOf(command)).toEqual(expected));
});

describe('what the tests read, by the scripts', () => {
  test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ['one command', { test: 'node --test', dev: 'vite', start: 'tsx a.ts' }, ['node']],
    ['a loader', { test: 'tsx --test', 'test:2': '' }, ALL],
    ['a program before the tests', { pretest: 'npm run gen', gen: 'tsx gen.ts', test: 'node --test' }, ['node', 'tsx']],
    ['a version manager before the tests', { pretest: 'fnm use', test: 'node --test' }, ['.nvmrc', 'node']],
    ['variables, by a preloaded module', { test: 'mocha -r dotenv/config' }, [...ENV, 'node']],
    ['several commands', { test: 'tsc && node --test' }, ALL],
  ])('%s', async (_what, all, expected) => expect(await effectsOf(['npm', 'test'], scripts(all))).toEqual(expected));
});

describe('what the tests read, by the code', () => {
  test.each<[string, string, string, readonly string[]]>([
    ['a test that loads variables', 'a.test.mjs', "import 'dotenv/config';", ENV],
    ['a source that loads variables', 'lib/a.mjs', 'process.loadEnvFile();', ENV],
    ['a source that names the file', 'lib/a.py', "open('.env')", ENV],
    ['a source that uses variables', 'lib/a.mjs', 'process.env.PORT; import.meta.env.MODE;', []],
    ['a test that starts Vite', 'a.test.mjs', "import { createServer } from 'vite';", [...ENV, 'vite.config.ts']],
    [
      'a test that starts another runner',
      'a.test.mjs',
      "spawn('npx', ['vitest'])",
      [...VITEST.slice(0, 3), 'node', 'vitest'],
    ],
    ['a config is not its own reader', 'vite.config.ts', "import { defineConfig } from 'vite';", []],
    ['types of Vite', 'src/vite-env.d.ts', '/// <reference types="vite/client" />', []],
    ['a test that starts a version manager', 'a.test.mjs', "exec('nvm use')", ['.nvmrc']],
    ['a test that reads the version', 'a.test.mjs', "readFile('.nvmrc')", ['.nvmrc']],
    ['an ending', 'lib/a.mjs', "import './App.tsx';", []],
    ['prose', 'README.md', 'Copy .env, run npx vitest', []],
  ])('%s', async (_what, path, text, expected) => expect(await effectsOf(NODE, { [path]: text })).toEqual(expected));

  test('a runner of Vite takes mocks only where something mocks', async () => {
    const command = ['node', 'node_modules/vitest/vitest.mjs', 'run'];
    expect(await effectsOf(command, { 'a.test.ts': "import { test } from 'vitest';" })).not.toContain('**/__mocks__');
    expect(await effectsOf(command, { 'a.test.ts': "vi.doMock('./a.ts');" })).toContain('**/__mocks__');
    expect(await effectsOf(NODE, { 'a.test.ts': 'mock()' })).toEqual([]);
  });
});

test('a check reads what its command and its scripts name', async () => {
  const folder = await aFolder();
  await write(folder, scripts({ build: 'vite build', lint: 'eslint' }));
  const readBy = async (check: readonly string[]) =>
    (await findEffects(folder, [], [{ folder: '', command: NODE }], [check])).isRead('vite.config.ts');
  expect([
    await readBy(['npx', 'vite', 'build']),
    await readBy(['npm', 'run', 'build']),
    await readBy(['make']),
  ]).toEqual([true, true, true]);
  expect([await readBy(['npx', 'eslint']), await readBy(['npm', 'run', 'lint'])]).toEqual([false, false]);
});

describe('what the tests read, by the PATH', () => {
  test.each<[string, (folder: string) => string, readonly string[]]>([
    ['a version manager stands for programs', () => '/usr/bin:/home/a/.local/share/mise/shims', ['.nvmrc']],
    ['the programs of the workspace', (folder) => `/usr/bin:${join(folder, 'node_modules/.bin')}`, ['node']],
    ['the programs of another workspace', () => '/usr/bin:/elsewhere/node_modules/.bin', []],
    ['the current folder', () => 'node_modules/.bin:/usr/bin', ['node']],
  ])('%s', async (_what, path, expected) => expect(await effectsOf(NODE, {}, path)).toEqual(expected));
});
