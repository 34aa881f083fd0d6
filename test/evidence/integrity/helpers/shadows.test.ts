import { describe, expect, test } from 'vitest';
import { findShadows } from '../../../../src/evidence/integrity/helpers/shadows.ts';

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

  test('are the output of TypeScript, and the other way round, where one is imported by its ending', async () => {
    expect(await shadowsOf('spec/same.ts', '../spec/same.js')).toEqual(['spec/same.js', 'spec/same.jsx']);
  });

  const inPython = (helper: string, ...more: readonly string[]) =>
    findShadows([helper], ['test/test_a.py'], new Set([helper, 'test/test_a.py', ...more]), (path) =>
      Promise.resolve(path === 'test/test_a.py' ? 'from same import same\n' : ''),
    );

  test('are a package of its name, compiled code, and what is nearer to the tests, in Python', async () => {
    expect(await inPython('same.py')).toEqual([
      'same/__init__.py',
      'same.so',
      'same.abi3.so',
      'same.pyd',
      'test/same/__init__.py',
      'test/same.py',
      'test/same.so',
      'test/same.abi3.so',
      'test/same.pyd',
    ]);
  });

  test('are no other form of its own where it is a package already', async () => {
    expect(await inPython('same/__init__.py')).not.toContain('same.py');
  });

  test('are a package around it, where it lies beside the test that imports it', async () => {
    expect(await inPython('test/same.py')).toContain('test/__init__.py');
  });

  test('are of the name of a module of Python that tests import at once, and not later', async () => {
    const text = 'import json, os.path\nfrom decimal import Decimal\n\ndef test_a():\n    from shout import shout\n';
    const found = await findShadows([], ['t/test_a.py'], new Set(['t/test_a.py', 'os/a.py']), () =>
      Promise.resolve(text),
    );
    expect(found).toEqual(
      ['json', 't/json', 'decimal', 't/decimal'].flatMap((name) => [`${name}.py`, `${name}/__init__.py`]),
    );
  });

  test('are the map of a package.json that leads to it, and a nearer one', async () => {
    const texts: Readonly<Record<string, string>> = {
      'package.json': '{ "imports": { "#same": "./spec/same.mjs", "#lib/*": "./lib/*" } }',
      'test/a.test.js': "import { same } from '#same';",
    };
    const ask = (helper: string) =>
      findShadows([helper], ['test/a.test.js'], new Set([helper, 'test/a.test.js']), async (path) => texts[path] ?? '');
    expect(await ask('spec/same.mjs')).toEqual(['package.json#imports', 'test/package.json']);
    expect(await ask('spec/other.mjs')).toEqual([]);
  });
});
