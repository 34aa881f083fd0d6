import { describe, expect, test } from 'vitest';
import { findTestSupport } from '../../../src/evidence/integrity/unexpected-files.ts';
import { aFolder, write } from '../a-repository.ts';

const supportOf = async (
  files: Readonly<Record<string, string>>,
  command: readonly string[],
  tests: readonly string[] = [],
) => {
  const folder = await aFolder();
  await write(folder, files);
  return findTestSupport(folder, Object.keys(files), tests, command);
};
const scripts = (all: Readonly<Record<string, string>>): string => JSON.stringify({ scripts: all });

describe('the files that tests depend on', () => {
  test('is what their scripts run by a shell or preload, and what those shell scripts name', async () =>
    expect(
      await supportOf(
        {
          'package.json': scripts({
            test: 'npm run prepare:db && node --import ./tools/hooks.mjs --test',
            'prepare:db': 'sh tools/db.sh',
            start: 'sh tools/start.sh',
          }),
          'tools/hooks.mjs': '',
          'tools/db.sh': '. tools/lib.sh\n./tools/more.sh\nnode src/server.js &\n',
          'tools/lib.sh': '',
          'tools/more.sh': '',
          'tools/start.sh': '',
          'src/server.js': '',
        },
        ['npm', 'test'],
      ),
    ).toEqual(['tools/hooks.mjs', 'tools/db.sh', 'tools/lib.sh', 'tools/more.sh']));

  test('is what the test command itself preloads', async () =>
    expect(
      await supportOf({ 'a/setup.ts': '', 'b.env': '' }, [
        'node',
        '--env-file=b.env',
        '--import',
        './a/setup.ts',
        '--test',
      ]),
    ).toEqual(['b.env', 'a/setup.ts']));

  test('is what the recipe of make calls', async () =>
    expect(
      await supportOf({ Makefile: 'test:\n\tsh tools/run.sh\n\tcc src/a.c\n', 'tools/run.sh': '', 'src/a.c': '' }, [
        'make',
        'test',
      ]),
    ).toEqual(['tools/run.sh']));

  test('include that no other installation is added nearer to them, and no mock that jest would load by default', async () =>
    expect(await supportOf({}, ['npx', 'jest'], ['test/deep/a.test.js', '../outside.test.js'])).toEqual([
      'test/deep/node_modules',
      'test/node_modules',
      '**/__mocks__',
    ]));

  test('is a helper that they import, when it imports a library of tests', async () =>
    expect(
      await supportOf(
        {
          'lib/same.mjs': "export { equal } from 'node:assert';",
          'a.test.mjs': "import { equal } from './lib/same.mjs';",
        },
        ['node', '--test'],
        ['a.test.mjs'],
      ),
    ).toEqual(['lib/same.mjs']));

  test('is that no conftest.py appears above tests in Python', async () =>
    expect(await supportOf({}, ['pytest'], ['tests/test_a.py'])).toEqual([
      'tests/node_modules',
      'tests/conftest.py',
      'conftest.py',
    ]));
});
