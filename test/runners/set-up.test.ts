import { describe, expect, test } from 'vitest';
import { isPlainResolution } from '../../src/runners/literal-config.ts';
import { RUNNERS } from '../../src/runners/runners.ts';

const isPlainVitest = RUNNERS.vitest.frozen?.setUp?.['vitest.config.ts'];
const isPlainJest = RUNNERS.jest.frozen?.setUp?.['jest.config.js'];
const isPlainJestJson = RUNNERS.jest.frozen?.setUp?.['package.json#jest'];

const removing = (key: string, why: string): string => `sets ${key}, which ${why}: remove this key`;
const NO_DATA = 'does more than to export values: export one object of plain values, or remove it';

const VITEST = {
  'with defineConfig':
    "/// <reference types=\"vitest/config\" />\nimport { defineConfig } from 'vitest/config';\n\nexport default defineConfig({\n  test: { include: ['checks/**/*.test.{js,ts}'], environment: 'node', globals: true },\n});\n",
  'as an object': "export default { test: { exclude: ['node_modules', '**/dist/**'], testTimeout: 10_000 } };",
  'in CommonJS':
    "'use strict';\nmodule.exports = { test: { coverage: { provider: 'v8', reporter: ['text', 'lcov'] } } };",
  'with types':
    "import type { UserConfig } from 'vitest/config';\nconst config: UserConfig = { test: { watch: false } };\nexport default config satisfies UserConfig;",
  'without anything': 'export default {};',
};

test.each(Object.entries(VITEST))('a new config of vitest may have plain values, %s', async (_how, text) => {
  expect(await isPlainVitest?.(text)).toBe(true);
});

const ofVitest = (text: string): string => `export default { test: { ${text} } };`;

test.each([
  ["setupFiles: ['./tools/setup.mjs']", removing('test.setupFiles', 'loads code beside the tests')],
  ["globalSetup: './tools/setup.mjs'", removing('test.globalSetup', 'loads code beside the tests')],
  ["environment: './tools/environment.mjs'", removing('test.environment', 'loads code beside the tests')],
  ['retry: 3', removing('test.retry', 'hides a test that fails')],
  ['passWithNoTests: true', removing('test.passWithNoTests', 'lets a suite without tests pass')],
  ["exclude: ['checks/old.test.mjs']", removing('test.exclude', 'may leave tests out')],
  ["include: ['!checks/old.test.mjs']", removing('test.include', 'is not known to change no result')],
  ["alias: { vitest: './fake.mjs' }", removing('test.alias', 'may resolve a name to another file')],
  ["coverage: { exclude: ['lib/**'] }", removing('test.coverage.exclude', 'may leave tests out')],
  ['include: [process.env.PLACE]', removing('test.include', 'is not known to change no result')],
  ['...globalThis.more', removing('test.(spread)', 'is not known to change no result')],
  ['__proto__: { retry: 3 }', removing('test.__proto__', 'is not known to change no result')],
])('a new config of vitest names the key that gives it more: %s', async (text, why) => {
  expect(await isPlainVitest?.(ofVitest(text))).toBe(why);
});

test.each([
  "import './tools/setup.mjs';\nexport default {};",
  "import { defineConfig } from './tools/define.mjs';\nexport default defineConfig({});",
  "import { loadEnv } from 'vite';\nexport default {};",
  'export default () => ({});',
  'console.log(1);\nexport default {};',
  'export default {};\nmodule.exports = {};',
  "const more = require('./tools/setup.cjs');\nmodule.exports = {};",
  'export default (await import("./a.mjs")).default;',
  'export default {',
])('a new config of vitest runs no code: %s', async (text) => {
  expect(await isPlainVitest?.(text)).toBe(NO_DATA);
});

describe('a new config of jest', () => {
  const plain = {
    preset: 'ts-jest',
    testEnvironment: 'node',
    testMatch: ['<rootDir>/checks/**/*.test.js'],
    roots: ['<rootDir>/checks'],
    transform: { '^.+\\.ts$': ['ts-jest', { useESM: true }] },
    moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1', '^@/(.*)$': '<rootDir>/src/$1' },
    testPathIgnorePatterns: ['/node_modules/', '<rootDir>/dist/'],
  };

  test('may have plain values, as data and as code', async () => {
    expect(isPlainJestJson?.(JSON.stringify(plain))).toBe(true);
    expect(
      await isPlainJest?.(`/** @type {import('jest').Config} */\nmodule.exports = ${JSON.stringify(plain)};`),
    ).toBe(true);
  });

  test.each([
    [{ setupFilesAfterEnv: ['./tools/setup.js'] }, removing('setupFilesAfterEnv', 'loads code beside the tests')],
    [{ testPathIgnorePatterns: ['old'] }, removing('testPathIgnorePatterns', 'may leave tests out')],
    [{ transform: { js: './tools/transform.js' } }, removing('transform.js', 'loads code beside the tests')],
    [
      { moduleNameMapper: { '^expect$': '<rootDir>/fake' } },
      removing('moduleNameMapper', 'may resolve a name to another file'),
    ],
    [{ bail: 1 }, removing('bail', 'ends the suite before its last test')],
    [{ passWithNoTests: true }, removing('passWithNoTests', 'lets a suite without tests pass')],
  ])('names the key that gives it more: %j', (config, why) => {
    expect(isPlainJestJson?.(JSON.stringify(config))).toBe(why);
  });

  test('loads no module by a comment', async () => {
    expect(await isPlainJest?.('/** @jest-config-loader ./early.js */\nmodule.exports = {};')).toBe(NO_DATA);
  });
});

describe('new settings of TypeScript', () => {
  test('may have aliases of the project, and options of ts-node that load nothing', () => {
    expect(isPlainResolution('{"paths":{"@/*":["./src/*"]},"ts-node":{"esm":true}}')).toBe(true);
  });

  test.each([
    ['{"base":["./base.json"]}', removing('extends', 'takes settings from another file of the project')],
    ['{"baseUrl":"."}', removing('compilerOptions.baseUrl', 'may give the name of a package to a file of the project')],
    ['{"rootDirs":["a","b"]}', removing('compilerOptions.rootDirs', 'lays folders over each other')],
    [
      '{"paths":{"vitest":["./fake"]}}',
      removing(
        'compilerOptions.paths.vitest',
        'may be the name of a package, or lead out of the project (names like @/*, ~/* and #name/* for ./files may stay)',
      ),
    ],
    ['{"ts-node":{"require":["./early.js"]}}', removing('ts-node.require', 'may load code before the tests')],
  ])('name the key that gives them more: %s', (text, why) => {
    expect(isPlainResolution(text)).toBe(why);
  });
});
