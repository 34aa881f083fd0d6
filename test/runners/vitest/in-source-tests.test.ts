import { describe, expect, test } from 'vitest';
import {
  findInSourceLeaks,
  linesOfInSourceTests,
  readInSourceTests,
} from '../../../src/runners/vitest/in-source-tests.ts';

const read = (text: string) => readInSourceTests(text, 'src/a.ts');
const BLOCK =
  "if (import.meta.vitest) {\n  const { test, expect } = import.meta.vitest;\n  test('a', () => expect(add(1)).toBe(2));\n}\n";
const CODE = 'export const add = (a: number): number => a + 1;\n';

describe('tests of vitest inside of a source', () => {
  test('are the bodies of their blocks, with the guards', async () => {
    expect(await read(`${CODE}${BLOCK}`)).toBe(
      '"if (import.meta.vitest)";\n\n  const { test, expect } = import.meta.vitest;\n  test(\'a\', () => expect(add(1)).toBe(2));\n\n',
    );
    expect([...(await linesOfInSourceTests(`${CODE}${BLOCK}`, 'src/a.ts'))]).toEqual([2, 3, 4, 5]);
  });

  test('stay what they are, whatever happens to the code', async () => {
    const was = await read(`${CODE}${BLOCK}`);
    expect(
      await read(
        `import { one } from './one.ts';\n${CODE.replace('a + 1', 'a + one')}const here = import.meta.url;\n${BLOCK}`,
      ),
    ).toBe(was);
    expect(await read(`${BLOCK}${CODE}`)).toBe(was);
  });

  test('are no longer the same with another guard, in another block, or with another `import.meta.vitest`', async () => {
    const was = await read(`${CODE}${BLOCK}`);
    for (const text of [
      `${CODE}${BLOCK.replace('.vitest)', '.vitest && slow)')}`,
      `${CODE}if (slow) {\n${BLOCK}}\n`,
      `import.meta.vitest = mine;\n${CODE}${BLOCK}`,
      `const meta = import.meta;\n${CODE}${BLOCK}`,
      `${CODE}${BLOCK.replace('toBe(2)', 'toBeDefined()')}`,
    ])
      expect(await read(text), text).not.toBe(was);
  });

  test('have the values that they alone use, and the functions that judge for them', async () => {
    const values = 'const CASES = [1];\n';
    const judge = 'const check = (a, b) => {\n  if (a !== b) throw new Error(a);\n};\n';
    const block = BLOCK.replace('expect(add(1)).toBe(2)', 'check(add(CASES[0]), 2)');
    expect(await read(`${CODE}${values}${judge}${block}`)).toContain(`${values}${judge.trim()}`);
  });

  test('are all of a file that has tests around them, or that nobody can read, and none of another', async () => {
    const around = `import { test } from 'vitest';\n${CODE}${BLOCK}test('b', () => {});\n`;
    expect(await read(around)).toBe(around);
    expect(await read(`${CODE}${BLOCK}}`)).toBe(`${CODE}${BLOCK}}`);
    expect(await read(CODE)).toBe('');
    expect(await read(`${CODE}const here = import.meta.url;\n`)).toBe('');
  });

  test.each([
    ['a variable', 'let loud = null;', 'loud = (a) => a;', 'loud'],
    ['a member', 'const parts = {};', 'parts.loud = (a) => a;', 'parts'],
    ['members', 'const parts = {};', 'Object.assign(parts, { loud: 1 });', 'parts'],
    ['a `var`', 'export const say = () => loud(1);', 'var loud = (a) => a;', 'loud'],
    ['a global variable', 'export const say = () => globalThis.loudly(1);', 'globalThis.loudly = (a) => a;', 'loudly'],
  ])('may not give their code %s', async (_what, code, gives, name) => {
    const text = `${code}\n${CODE}${BLOCK.replace('  test', `  ${gives}\n  test`)}`;
    expect(await findInSourceLeaks(text, 'src/a.ts')).toMatch(`gives its code "${name}"`);
  });

  test.each([
    ['set a variable back', 'let calls = 0;', 'calls = 0;'],
    ['have variables of their own', 'let calls = 0;', 'let own; own = () => 1;'],
    ['replace a function of Node', 'export const get = () => fetch(1);', 'globalThis.fetch = () => 1;'],
    ['mock with a mock', 'const api = {};', 'api.get = vi.fn();'],
  ])('may %s', async (_what, code, does) => {
    const text = `${code}\n${CODE}${BLOCK.replace('  test', `  ${does}\n  test`)}`;
    expect(await findInSourceLeaks(text, 'src/a.ts')).toBeNull();
  });
});
