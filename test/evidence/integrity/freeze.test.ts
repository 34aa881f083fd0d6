import { mkdir, rename, rm, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { execa } from 'execa';
import { findTestFiles, findBroken, freezeFiles, placesOfIds } from '../../../src/evidence/integrity/freeze.ts';
import { aFolder, write } from '../a-repository.ts';

/** Freezes `test/a.test.js` (and what else is asked), spoils, and says what is broken. */
const breachesBy = async (
  spoil: (folder: string) => Promise<unknown>,
  paths: readonly string[] = ['test/a.test.js'],
) => {
  const folder = await aFolder();
  await write(folder, { 'test/a.test.js': 'a', 'src/a.js': 'a' });
  const freeze = await freezeFiles(folder, paths);
  await spoil(folder);
  return findBroken(folder, JSON.parse(JSON.stringify(freeze)));
};
const CHANGED = [{ path: 'test/a.test.js', what: 'changed' }];

describe('frozen files', () => {
  test('are not broken by time, nor by files that are not frozen', async () =>
    expect(
      await breachesBy(async (folder) => {
        await utimes(join(folder, 'test/a.test.js'), 1, 1);
        await write(folder, { 'src/a.js': 'b', 'test/b.test.js': 'more tests' });
      }),
    ).toEqual([]));

  test('are broken by another content, even of the same length under the same time', async () =>
    expect(
      await breachesBy(async (folder) => {
        await write(folder, { 'test/a.test.js': 'b' });
        await utimes(join(folder, 'test/a.test.js'), 1, 1);
      }),
    ).toEqual(CHANGED));

  test('can be one member of package.json: the others are free, the member is not', async () => {
    const breachesOf = async (before: string, after: string) => {
      const folder = await aFolder();
      await write(folder, { 'package.json': before });
      const freeze = await freezeFiles(folder, ['package.json#scripts']);
      await write(folder, { 'package.json': after });
      return findBroken(folder, freeze);
    };
    const scripts = '{"scripts":{"test":"node --test"}}';
    expect(await breachesOf(scripts, '{ "scripts": { "test": "node --test" }, "dependencies": {} }')).toEqual([]);
    const path = 'package.json#scripts';
    expect(await breachesOf(scripts, '{"scripts":{"test":"true"}}')).toEqual([{ path, what: 'changed' }]);
    expect(await breachesOf(scripts, '{"scripts":{"pretest":"x","test":"node --test"}}')).toEqual([
      { path, what: 'changed' },
    ]);
    expect(await breachesOf(scripts, '{}')).toEqual([{ path, what: 'removed' }]);
    expect(await breachesOf('{}', scripts)).toEqual([{ path, what: 'appeared' }]);
    expect(await breachesOf(scripts, '{')).toEqual([{ path, what: 'changed' }]);
  });

  test.each(['settings.json', 'hooks.json'])('can be the hooks in %s: the rest of it is free', async (name) => {
    const breachesOf = async (after: string) => {
      const folder = await aFolder();
      const path = `.agent/${name}`;
      await write(folder, { [path]: '{"hooks":{"Stop":[{"command":"dualgate-hook"}]},"model":"a"}' });
      const freeze = await freezeFiles(folder, [`${path}#hooks`]);
      await write(folder, { [path]: after });
      return (await findBroken(folder, freeze)).map(({ what }) => what);
    };
    expect(await breachesOf('{"model":"b","hooks":{"Stop":[{"command":"dualgate-hook"}]}}')).toEqual([]);
    expect(await breachesOf('{"hooks":{"Stop":[{"command":"true"}]}}')).toEqual(['changed']);
    expect(await breachesOf('{"model":"a"}')).toEqual(['removed']);
  });

  test('can be the part of a file about tests: a file without such a part may be added', async () => {
    const paths = ['pyproject.toml#tests'];
    const making = (text: string) => breachesBy((folder) => write(folder, { 'pyproject.toml': text }), paths);
    expect(await making('[project]\nname = "a"\n')).toEqual([]);
    expect(await making('[tool.pytest.ini_options]\naddopts = "--co"\n')).toEqual([
      { path: 'pyproject.toml#tests', what: 'appeared' },
    ]);
  });

  test('are broken by being removed, with their folder too', async () =>
    expect(await breachesBy((folder) => rm(join(folder, 'test'), { recursive: true }))).toEqual([
      { path: 'test/a.test.js', what: 'removed' },
    ]));

  test('can be a folder, whose content is free', async () =>
    expect(await breachesBy((folder) => write(folder, { 'src/b.js': 'b' }), ['src'])).toEqual([]));

  test('are broken by a folder in their place', async () =>
    expect(
      await breachesBy(async (folder) => {
        await rm(join(folder, 'test/a.test.js'));
        await mkdir(join(folder, 'test/a.test.js'));
      }),
    ).toEqual(CHANGED));

  test('are broken by a file in place of their folder', async () =>
    expect(
      await breachesBy(async (folder) => {
        await rm(join(folder, 'test'), { recursive: true });
        await write(folder, { test: 'x' });
      }),
    ).toEqual([{ path: 'test/a.test.js', what: 'removed' }]));

  test('are broken by a link in their place, even to the same content', async () =>
    expect(
      await breachesBy(async (folder) => {
        await rename(join(folder, 'test/a.test.js'), join(folder, 'moved'));
        await symlink('../moved', join(folder, 'test/a.test.js'));
      }),
    ).toEqual(CHANGED));

  test('are broken by a link that leads in circles', async () =>
    expect(
      await breachesBy(async (folder) => {
        await rm(join(folder, 'test/a.test.js'));
        await symlink('a.test.js', join(folder, 'test/a.test.js'));
      }),
    ).toEqual(CHANGED));

  test.skipIf(process.platform === 'win32')(
    'are broken by a pipe, which would block its reader (not on Windows)',
    async () =>
      expect(
        await breachesBy(async (folder) => {
          await rm(join(folder, 'test/a.test.js'));
          await execa('mkfifo', [join(folder, 'test/a.test.js')]);
        }),
      ).toEqual(CHANGED),
  );

  test('are broken by a file that was added where none may be, even a dangling link', async () =>
    expect(
      await breachesBy(
        async (folder) => {
          await write(folder, { 'vitest.config.ts': 'x' });
          await symlink('nowhere', join(folder, '.gitignore'));
        },
        ['vitest.config.ts', '.gitignore', 'still/absent', 'test/a.test.js'],
      ),
    ).toEqual([
      { path: '.gitignore', what: 'appeared' },
      { path: 'vitest.config.ts', what: 'appeared' },
    ]));

  test('are broken through a frozen link when what it leads to changes', async () => {
    const folder = await aFolder();
    await write(folder, { 'real.js': 'a' });
    await symlink('real.js', join(folder, 'link.test.js'));
    const freeze = await freezeFiles(folder, ['link.test.js']);
    expect(await findBroken(folder, freeze)).toEqual([]);
    await write(folder, { 'real.js': 'b' });
    expect(await findBroken(folder, freeze)).toEqual([{ path: 'link.test.js', what: 'changed' }]);
  });

  test('are broken by anything at all when the record of a file is gone wrong', async () => {
    const folder = await aFolder();
    await write(folder, { a: 'a' });
    expect(await findBroken(folder, { a: '', b: 'f00' })).toEqual([
      { path: 'a', what: 'changed' },
      { path: 'b', what: 'removed' },
    ]);
  });

  test('have one name, however they were given', async () => {
    const folder = await aFolder();
    const outside = await aFolder();
    await write(folder, { 'test/a.js': 'a' });
    const freeze = await freezeFiles(folder, [
      './test/a.js',
      join(folder, 'test/a.js'),
      'x/../test/a.js',
      join(outside, 'c'),
    ]);
    expect(freeze).toEqual({
      'test/a.js': 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb',
      [join(outside, 'c')]: 'absent',
    });
  });

  test('may be called like parts of an object', async () => {
    const names = ['__proto__', 'constructor', 'toString'];
    const folder = await aFolder();
    await write(folder, Object.fromEntries(names.map((name) => [name, 'a'])));
    await write(folder, { ['__proto__']: 'a' });
    const freeze = await freezeFiles(folder, names);
    expect(Object.keys(freeze)).toEqual(names);
    await Promise.all(names.map((name) => rm(join(folder, name))));
    expect(await findBroken(folder, JSON.parse(JSON.stringify(freeze)))).toEqual(
      names.map((path) => ({ path, what: 'removed' })),
    );
  });

  test.skipIf(process.platform === 'win32')('are not taken from what cannot be read (not on Windows)', async () => {
    const folder = await aFolder();
    await execa('mkfifo', [join(folder, 'p')]);
    await expect(freezeFiles(folder, ['p'])).rejects.toMatchObject({
      code: 'E_WORKSPACE',
      path: join(folder, 'p'),
      message: 'Cannot freeze p: it is not a readable file. Make it readable, or move it out of the workspace.',
    });
  });
});

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

describe('the places of tests, by their ids', () => {
  const run = (...tests: readonly (readonly [file: string, inside: boolean])[]) => ({
    tests: tests.map(([file, inside]) => ({
      file,
      name: 'adds',
      state: 'passed' as const,
      ...(inside && { inside: true as const }),
    })),
  });

  test('are the parts of sources in which they stand, and other files whole', () => {
    const known = run(['cart.py', true], ['test_cart.py', false]);
    expect(placesOfIds(['cart.py > adds', 'test_cart.py > adds', 'other.py > adds'], known)).toEqual([
      'cart.py#tests',
      'test_cart.py',
      'other.py',
    ]);
  });

  test('are the file itself where tests of both kinds stand in it', () =>
    expect(placesOfIds(['cart.py > adds'], run(['cart.py', true], ['cart.py', false]))).toEqual(['cart.py']));
});
