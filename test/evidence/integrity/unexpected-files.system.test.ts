import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { takeFingerprint } from '../../../src/project/sources/fingerprint.ts';
import { freezeFiles } from '../../../src/evidence/integrity/freeze.ts';
import { findHeldFromStart } from '../../../src/evidence/integrity/suite-files.ts';
import { findUnexpectedFiles, findTestSupport } from '../../../src/evidence/integrity/unexpected-files.ts';
import { aRepository, hasGit, write } from '../a-repository.ts';

/** Each as `path: why`, after a run began and something was done. */
const unexpectedFilesBy = async (spoil: (folder: string) => Promise<unknown>, tests: readonly string[] = []) => {
  const folder = await aRepository({ 'lib/a.js': 'a\n', '.gitignore': 'dist/\n' });
  const look = async () => (await takeFingerprint(folder, { writes: [] })).files;
  const held = await findHeldFromStart(folder, (await look()).keys(), ['node', '--test']);
  const frozen = await freezeFiles(folder, [...held, ...tests]);
  await spoil(folder);
  return (await findUnexpectedFiles(folder, await look(), frozen)).map(({ path, why }) => `${path} ${why}`);
};

describe.skipIf(!hasGit)('an unexpected file (needs git)', () => {
  test.each([
    ['a config of a runner in a folder below', 'lib/vitest.config.ts', 'configures a test runner'],
    ['settings of pytest beside the tests', 'tests/pytest.ini', 'configures a test runner'],
    ['code in the folder of the state', '.dualgate/lib/a.js', 'does not belong to dualgate'],
    ['code that is called like a lock', '.dualgate/lock.mjs', 'does not belong to dualgate'],
    ['code beside the ledger', '.dualgate/runs/1/a.js', 'does not belong to dualgate'],
  ])('is %s', async (_what, path, why) => {
    const found = await unexpectedFilesBy((folder) => write(folder, { [path]: '*\n' }));
    expect(found).toEqual([expect.stringContaining(`${path} `)]);
    expect(found.join('')).toContain(why);
  });

  test.each([
    ['out of the workspace', '../../elsewhere.js'],
    ['to an absolute path', '/dev/null'],
    ['to what git ignores', '../dist/a.js'],
    ['to nothing', 'nothing.js'],
  ])('is a link %s', async (_where, target) => {
    expect(await unexpectedFilesBy((folder) => symlink(target, join(folder, 'lib/link.js')))).toEqual([
      expect.stringMatching(/^lib\/link\.js is a link to a file that is not a source/),
    ]);
  });

  test('is a file that jest treats as an installed package, when the tests are frozen, and not before', async () => {
    const mock = (folder: string) => write(folder, { 'deep/__mocks__/words.js': '\n' });
    expect(await unexpectedFilesBy(mock)).toEqual([]);
    expect(await unexpectedFilesBy(mock, await findTestSupport('', [], ['a.test.js'], []))).toEqual([
      'deep/__mocks__/words.js was added after the tests were frozen and would be loaded in place of a file that they load: remove it',
    ]);
  });

  test('is not a file that dualgate writes for itself, a link to a source, or any other new source', async () =>
    expect(
      await unexpectedFilesBy(async (folder) => {
        await write(folder, {
          '.dualgate/.gitignore': '*\n',
          '.dualgate/current': '1\n',
          '.dualgate/lock': '{}',
          '.dualgate/runs/1/ledger.jsonl': '',
          '.dualgate/runs/1/ledger.torn-1': '',
          '.dualgate/runs/1/transcripts/red-1-1.stdout': '',
          '.dualgate/runs/1/reports/test-report-1.ndjson': '',
          'lib/b.js': '',
          'dist/.gitignore': '*\n',
        });
        await symlink('a.js', join(folder, 'lib/c.js'));
        await symlink('../lib', join(folder, 'lib/all'));
      }),
    ).toEqual([]));
});
