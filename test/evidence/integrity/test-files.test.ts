import { describe, expect, test } from 'vitest';
import { findTestFiles } from '../../../src/evidence/integrity/freeze.ts';

describe('the files of the tests', () => {
  test.each([
    'a.test.ts',
    'src/deep/a.spec.js',
    'pkg/a_test.go',
    'tests.d/test_a.py',
    'test/a.js',
    'pkg/tests/readme.md',
    'src/__tests__/a.js',
    'spec/a_helper.rb',
    't/basic.sh',
    'checks/a.bats',
    'src/__snapshots__/a.snap',
    'src/__fixtures__/a.json',
    'src/__mocks__/fs.js',
    'conftest.py',
    '.config/a.test.ts',
    'test/.hidden/.a',
    'test/new\nline',
  ])('hold %j', (path) => expect(findTestFiles([path], [], [])).toEqual([path]));

  test.each([
    'src/a.js',
    'specs/slugify.md',
    'src/testing/a.js',
    'latest/a.js',
    'src/contest.js',
    'fixtures/a.json',
    'test',
  ])('do not hold %j', (path) => expect(findTestFiles([path], [], [])).toEqual([]));

  test('hold the files that the runner named, whatever they are called and whether git knows them or not', () =>
    expect(findTestFiles(['checks/one.js', 'src/a.js'], ['checks/one.js', './ignored/two.js', ''], [])).toEqual([
      'checks/one.js',
      'ignored/two.js',
    ]));

  test('hold fixtures beside and above tests, and no others', () =>
    expect(
      findTestFiles(
        [
          'src/a/b.test.ts',
          'src/a/fixtures/x.json',
          'src/fixtures/y.json',
          'lib/fixtures/z.json',
          'lib/a.ts',
          'testdata/w',
        ],
        [],
        [],
      ),
    ).toEqual(['src/a/b.test.ts', 'src/a/fixtures/x.json', 'src/fixtures/y.json', 'testdata/w']));

  test('hold what the test command itself names, and nothing for a word that is no source', () =>
    expect(
      findTestFiles(['run.sh', 'conf/t.ts', 'src/a.js'], [], ['sh', './run.sh', '--config=conf/t.ts', 'src']),
    ).toEqual(['conf/t.ts', 'run.sh']));

  test('are sorted, each once', () =>
    expect(findTestFiles(['b.test.js', 'a.test.js'], ['b.test.js'], [])).toEqual(['a.test.js', 'b.test.js']));

  test('hold what tests.files lists', () =>
    expect(findTestFiles(['checks/one.sh', 'lib/one.sh'], [], ['sh', 'run.sh'], ['checks/**'])).toEqual([
      'checks/one.sh',
    ]));
});
