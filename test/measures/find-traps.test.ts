import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findTraps } from '../../src/measures/find-traps.ts';
import { aFolder } from '../evidence/a-repository.ts';

const look = async (text: string, name = 'a.test.ts') => {
  const folder = await aFolder();
  await writeFile(join(folder, name), text);
  return (await findTraps(folder, [name, name, 'gone.test.ts'])).map(({ where }) => where);
};

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
    'expect(a).toMatchSnapshot()',
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
