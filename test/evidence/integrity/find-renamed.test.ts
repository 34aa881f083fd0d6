import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findRenamed } from '../../../src/evidence/integrity/find-renamed.ts';
import { findBroken, freezeFiles } from '../../../src/evidence/integrity/freeze.ts';
import { aFolder, write } from '../a-repository.ts';

const renamedBy = async (spoil: (folder: string) => Promise<unknown>, reported: readonly string[]) => {
  const folder = await aFolder();
  await write(folder, { 'a.test.js': 'a', 'b.test.js': 'a', '__snapshots__/a.test.js.snap': 's' });
  const frozen = await freezeFiles(folder, ['a.test.js', 'b.test.js', '__snapshots__/a.test.js.snap']);
  await spoil(folder);
  return [...(await findRenamed(folder, frozen, await findBroken(folder, frozen), reported))];
};
const move = (from: string, to: string) => (folder: string) => rename(join(folder, from), join(folder, to));

describe('a missing frozen file', () => {
  test('was renamed when a test file of its content is reported from elsewhere', async () =>
    expect(await renamedBy(move('a.test.js', 'c.test.js'), ['c.test.js'])).toEqual([['a.test.js', 'c.test.js']]));

  test('takes its snapshot with it', async () => {
    const both = async (folder: string) => {
      await move('a.test.js', 'c.test.js')(folder);
      await move('__snapshots__/a.test.js.snap', '__snapshots__/c.test.js.snap')(folder);
    };
    expect(await renamedBy(both, ['c.test.js'])).toEqual([
      ['a.test.js', 'c.test.js'],
      ['__snapshots__/a.test.js.snap', '__snapshots__/c.test.js.snap'],
    ]);
  });

  test('is lost when no report names its new file', async () =>
    expect(await renamedBy(move('a.test.js', 'c.test.js'), [])).toEqual([]));

  test('is lost when its new file has another content', async () => {
    const weaken = async (folder: string) => {
      await move('a.test.js', 'c.test.js')(folder);
      await write(folder, { 'c.test.js': 'weaker' });
    };
    expect(await renamedBy(weaken, ['c.test.js'])).toEqual([]);
  });

  test('is lost when one file replaces two', async () => {
    const merge = async (folder: string) => {
      await move('a.test.js', 'c.test.js')(folder);
      await move('b.test.js', 'c.test.js')(folder);
    };
    expect(await renamedBy(merge, ['c.test.js'])).toEqual([['a.test.js', 'c.test.js']]);
  });

  test('is lost when its content is that of a test that was there all along', async () =>
    expect(await renamedBy(move('a.test.js', 'off'), ['b.test.js'])).toEqual([]));
});

describe('a frozen test file that moved to another folder', () => {
  const TEST = [
    '// What is shouted.',
    "import { test } from 'node:test';",
    "import { a } from '../lib/a.js';",
    "const { b } = require('./b.js');",
    "test('shouts', () => a(b));",
    '',
  ].join('\n');
  const ADJUSTED = TEST.replace('../lib/a.js', '../../lib/a.js').replace('./b.js', '../b.js');

  const isFound = async (after: string, others: Readonly<Record<string, string>> = {}, before = TEST) => {
    const folder = await aFolder();
    await write(folder, { 'test/a.test.js': before, 'test/__snapshots__/a.test.js.snap': 's' });
    const frozen = await freezeFiles(folder, ['test/a.test.js', 'test/__snapshots__/a.test.js.snap']);
    await rm(join(folder, 'test/a.test.js'));
    await write(folder, { 'test/deep/b.test.js': after, ...others });
    const renamed = await findRenamed(folder, frozen, await findBroken(folder, frozen), ['test/deep/b.test.js']);
    return renamed.get('test/a.test.js') === 'test/deep/b.test.js';
  };

  test('is found when its imports lead to the same files', async () => expect(await isFound(ADJUSTED)).toBe(true));

  test.each([
    ['an import leads elsewhere', ADJUSTED.replace('lib/a.js', 'lib/easy.js')],
    ['an import is as it was', TEST],
    ['one import of two is as it was', ADJUSTED.replace('../b.js', './b.js')],
    ['an expectation changed', ADJUSTED.replace('a(b)', 'a()')],
    ['a comment changed', ADJUSTED.replace('What', 'Whatever')],
    ['a package took the place of a file', ADJUSTED.replace('../../lib/a.js', 'lib/a.js')],
  ])('is lost when %s', async (_what, after) => expect(await isFound(after)).toBe(false));

  test.each([
    ['a text that looks like an import', "test('a', () => same('', `\nimport './b.js';`));\n", './b.js'],
    ['an import below the top', "test('a', () => import('../lib/a.js'));\n", '../lib/a.js'],
    ['a mock', "vi.mock('../lib/a.js');\n", '../lib/a.js'],
  ])('is lost when %s was adjusted', async (_what, line, path) =>
    expect(await isFound(ADJUSTED + line.replace(path, `../${path}`), {}, TEST + line)).toBe(false),
  );

  test.each([
    ['asks for the place of its file', "new URL('a.json', import.meta.url);\n"],
    ['asks for the folder of its file', "join(__dirname, 'a.json');\n"],
    ['names a file beside it', "read('./a.json');\n"],
  ])('is lost when it %s', async (_what, line) => expect(await isFound(ADJUSTED + line, {}, TEST + line)).toBe(false));

  test('is found when it names a place that is the same from everywhere', async () => {
    const line = "read('fixtures/a.json', import.meta.env.MODE);\n";
    expect(await isFound(ADJUSTED + line, {}, TEST + line)).toBe(true);
  });

  test.each(['node_modules/chai/index.js', 'package.json', 'tsconfig.json', 'conftest.py', 'vitest.config.ts'])(
    'is lost when its new folder has %s',
    async (name) => expect(await isFound(ADJUSTED, { [`test/deep/${name}`]: '{}' })).toBe(false),
  );

  test('is lost when another snapshot lies there', async () => {
    expect(await isFound(ADJUSTED, { 'test/deep/__snapshots__/b.test.js.snap': 's' })).toBe(true);
    expect(await isFound(ADJUSTED, { 'test/deep/__snapshots__/b.test.js.snap': 'easy' })).toBe(false);
  });
});
