import { describe, expect, test } from 'vitest';
import {
  findHeldFromStartOf,
  findTestFilesOf,
  findTestSupportOf,
} from '../../../src/evidence/integrity/suite-files.ts';
import { aRepository, hasGit } from '../a-repository.ts';

const WEB = { folder: 'packages/web', command: ['npm', 'test'], files: [] };
const API = { folder: 'packages/api', command: ['node', '--test', 'checks/a.mjs'], files: ['packages/api/data/**'] };

const CONFIG = { tests: { suites: [WEB, API], hidden: null }, checks: [], measures: [] };

describe('the files frozen for the suites of a list', () => {
  test('are the test files of all: what a command names is named from its own folder', () => {
    const sources = [
      'checks/a.mjs',
      'packages/api/checks/a.mjs',
      'packages/api/data/b.json',
      'packages/web/data/c.json',
    ];
    expect(findTestFilesOf([WEB, API], sources, ['packages/web/a.mjs'])).toEqual([
      'packages/api/checks/a.mjs',
      'packages/api/data/b.json',
      'packages/web/a.mjs',
    ]);
  });

  test.skipIf(!hasGit)(
    'are the scripts of the package that a suite runs in, and what they name (needs git)',
    async () => {
      const files = {
        'package.json': '{ "scripts": { "test": "sh root.sh" } }',
        'root.sh': 'true\n',
        'packages/web/package.json': '{ "scripts": { "pretest": "sh tools/prepare.sh", "test": "node --test" } }',
        'packages/web/tools/prepare.sh': '. tools/more.sh\n',
        'packages/web/tools/more.sh': 'true\n',
      };
      const folder = await aRepository(files);
      const support = await findTestSupportOf(CONFIG, folder, Object.keys(files), ['packages/web/test/a.test.mjs']);
      expect(support.filter((path) => !path.includes('/.bin/'))).toEqual([
        'packages/web/tools/prepare.sh',
        'packages/web/tools/more.sh',
        'packages/web/test/node_modules',
        'packages/web/node_modules',
        'packages/node_modules',
      ]);
    },
  );

  test.skipIf(!hasGit)('are the places of runner files in every folder where a suite runs (needs git)', async () => {
    const scripts = '{ "scripts": { "test": "vitest run" } }';
    const files = { 'packages/web/package.json': scripts, 'packages/api/package.json': scripts };
    const folder = await aRepository(files);
    const held = await findHeldFromStartOf(CONFIG, folder, Object.keys(files), []);
    expect(held).toEqual(
      expect.arrayContaining([
        'packages/web/package.json#scripts.test',
        'packages/web/package.json#scripts.pretest',
        'packages/web/vitest.config.ts',
        'packages/api/.env.test',
        'packages/api/node_modules/.bin/node',
        'vitest.config.ts',
        '.gitignore',
      ]),
    );
    expect(held).toEqual([...new Set(held)]);
  });
});
