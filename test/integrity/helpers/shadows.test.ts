import { describe, expect, test } from 'vitest';
import { findShadows } from '../../../src/integrity/helpers/shadows.ts';

const TEST = 'test/a.test.js';

const shadowsOf = (helper: string, specifier: string, ...more: readonly string[]) =>
  findShadows([helper], [TEST], new Set([helper, TEST, ...more]), (path) =>
    Promise.resolve(path === TEST ? `import { same } from '${specifier}';\n` : ''),
  );

describe('files in the place of a helper', () => {
  test('have another ending, where the import names none', async () => {
    const shadows = await shadowsOf('lib/same.js', '../lib/same');
    expect(shadows).toContain('lib/same.mjs');
    expect(shadows).not.toContain('lib/same.js');
  });

  test('are none where the import names the ending', async () =>
    expect(await shadowsOf('lib/same.js', '../lib/same.js')).toEqual([]));

  test('have the name of its folder, or lead to another file of it', async () =>
    expect(await shadowsOf('lib/same/index.js', '../lib/same')).toEqual(
      expect.arrayContaining(['lib/same.js', 'lib/same/package.json', 'lib/same/index.mjs']),
    ));

  test('are no sources that are there', async () =>
    expect(await shadowsOf('lib/same.js', '../lib/same', 'lib/same.ts')).not.toContain('lib/same.ts'));

  test('are a package of its name, and what is nearer to the tests, in Python', async () =>
    expect(await shadowsOf('same.py', 'same')).toEqual(['same/__init__.py', 'test/same/__init__.py', 'test/same.py']));

  test('are only nearer to the tests where it is a package already', async () =>
    expect(await shadowsOf('same/__init__.py', 'same')).toEqual(['test/same/__init__.py', 'test/same.py']));
});
