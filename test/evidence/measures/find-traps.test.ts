import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findTraps } from '../../../src/evidence/measures/test-metrics.ts';
import { aFolder, aRepository, git, hasGit, write } from '../a-repository.ts';

const look = async (text: string, name = 'a.test.ts') => {
  const folder = await aFolder();
  await writeFile(join(folder, name), text);
  return (await findTraps(folder, [name, name, 'gone.test.ts'])).map(({ where }) => where);
};

describe('an inverted test', () => {
  test.each([
    ["import { test } from 'vitest';\ntest.fails('a', () => {});", 'a.test.ts', 2],
    ["it.each([1]).failing('a', () => {});\nit.failing('a', () => {});", 'a.test.js', 2],
    ["test('a', { fails: true }, () => {});", 'a.test.ts', 1],
    ['import pytest\n@pytest.mark.xfail(strict=True)\ndef test_a(): pass', 'test_a.py', 2],
  ])('is named with its line: %j', async (text, name, line) => {
    expect(await look(text, name)).toEqual([{ path: name, line }]);
  });

  test.each([
    ["const cases = [{ input: 'a', fails: true }];", 'a.test.ts'],
    ["test('it fails', () => expect(() => f()).toThrow());", 'a.test.ts'],
    ['# xfail\ndef test_a(): pass', 'test_a.py'],
  ])('the honest twin is none: %j', async (text, name) => {
    expect(await look(text, name)).toEqual([]);
  });

  test.skipIf(!hasGit)('that was there before the run is none, and a copy of it is one (needs git)', async () => {
    const before = "test.fails('known', () => {});\n";
    const folder = await aRepository({ 'a.test.ts': before });
    const base = await git(folder, 'rev-parse', 'HEAD');
    const linesOf = async (text: string) => {
      await writeFile(join(folder, 'a.test.ts'), text);
      return (await findTraps(folder, ['a.test.ts'], base)).map(({ where }) => where?.line);
    };
    expect(await linesOf(`${before}test.fails('new', () => {});\n`)).toEqual([2]);
    expect(await linesOf(before + before)).toEqual([2]);
  });
});

describe('an inline snapshot without a value', () => {
  test.each([
    ['expect(a)\n  .toMatchInlineSnapshot();', 2],
    ['expect(a).toMatchInlineSnapshot( \n )', 1],
    ['// a\nexpect(f).toThrowErrorMatchingInlineSnapshot()', 2],
  ])('is named with its line: %j', async (text, line) => {
    expect(await look(text)).toEqual([{ path: 'a.test.ts', line }]);
  });

  test.each([
    'expect(a).toMatchInlineSnapshot(`1`)',
    '// expect(a).toMatchInlineSnapshot()',
    '/* expect(a)\n.toMatchInlineSnapshot() */',
    "const words = 'write expect(a).toMatchInlineSnapshot()';",
    'const words = `write\nexpect(a).toMatchInlineSnapshot()`;',
  ])('the honest twin is none: %j', async (text) => {
    expect(await look(text)).toEqual([]);
  });

  test('is looked for in scripts alone', async () => {
    expect(await look('x.toMatchInlineSnapshot()', 'a_test.py')).toEqual([]);
  });
});

describe('a snapshot that nobody recorded', () => {
  const lookBeside = async (files: Readonly<Record<string, string>>) => {
    const folder = await aFolder();
    await write(folder, { 'checks/a.test.ts': '\nexpect(a).toMatchSnapshot();\n', ...files });
    return (await findTraps(folder, ['checks/a.test.ts'])).map(({ code, where }) => [code, where?.line]);
  };

  test('is named with its line', async () => expect(await lookBeside({})).toEqual([['tests.no_snapshot', 2]]));

  test('the honest twin is recorded, and is none', async () =>
    expect(await lookBeside({ 'checks/__snapshots__/a.test.ts.snap': 'exports[`a 1`] = `1`;' })).toEqual([]));
});
