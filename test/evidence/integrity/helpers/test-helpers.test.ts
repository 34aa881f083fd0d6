import { describe, expect, test } from 'vitest';
import { findTestHelpers } from '../../../../src/evidence/integrity/helpers/test-helpers.ts';

describe('test helpers', () => {
  const helpersOf = (files: Readonly<Record<string, string>>, ...tests: readonly string[]) =>
    findTestHelpers(tests, new Set(Object.keys(files)), (path) => Promise.resolve(files[path] ?? ''));

  const TEST = "import { same } from '../lib/same.js';\n";

  describe('a helper of tests outside of the test files', () => {
    test.each([
      ['imports a library of tests', "import { expect } from 'vitest';"],
      ['requires one', "const { expect } = require('chai');"],
      ['hands on assertions of Node', "export { equal as same } from 'node:assert/strict';"],
      ['hands all of them on', "export * from 'assert';"],
      ['hands them on as CommonJS has it', "module.exports = require('node:assert').strict;"],
      [
        'is reached by way of another',
        "export * from './more.js';",
        "import { test } from 'node:test';",
        'lib/more.js',
      ],
    ])('is a module that %s', async (_what, text, more = '', found = 'lib/same.js') => {
      const files = { 'test/a.test.js': TEST, 'lib/same.js': text, 'lib/more.js': more };
      expect(await helpersOf(files, 'test/a.test.js')).toEqual([found]);
    });

    test.each([
      ['asserts for itself', "import assert from 'node:assert';\nexport const same = (a) => assert(a);"],
      ['knows a type of a library', "import type { Mock } from 'vitest';"],
      ['extends a runner', "import { startVitest } from 'vitest/node';"],
      ['speaks of one', "// from vitest\nexport const same = 'vitest';"],
    ])('is none that %s: it may be the code under test', async (_what, text) => {
      expect(await helpersOf({ 'test/a.test.js': TEST, 'lib/same.js': text }, 'test/a.test.js')).toEqual([]);
    });

    test('is none that no test imports', async () =>
      expect(await helpersOf({ 'a.test.js': '', 'lib/same.js': "import 'vitest';" }, 'a.test.js')).toEqual([]));

    test.each([
      ['from the workspace', 'from lib.same import same', 'lib/same.py'],
      ['a module of a package', 'from lib import same, other', 'lib/same.py'],
      ['by its name alone', 'import lib.same as s', 'lib/same.py'],
      ['from beside the test', 'from . import same', 'test/same.py'],
      ['from above', 'from ..lib.same import same', 'lib/same.py'],
    ])('is found in Python %s', async (_how, line, path) => {
      const files = { 'test/test_a.py': `${line}\n`, [path]: 'import pytest\n', 'lib/other.py': 'import os\n' };
      expect(await helpersOf(files, 'test/test_a.py')).toEqual([path]);
    });

    test.each([
      ['from its own package', '', 'a.go'],
      ['from a package of the sources', 'import "example.com/shout/same"', 'same/same.go'],
    ])('is found in Go %s', async (_how, line, path) => {
      const files = { 'a_test.go': `${line}\n`, [path]: 'import "testing"\n', 'b.go': 'import "strings"\n' };
      expect(await helpersOf(files, 'a_test.go')).toEqual([path]);
    });
  });
});

describe('asserting helpers', () => {
  const helpersOf = (files: Readonly<Record<string, string>>, tests: readonly string[]) =>
    findTestHelpers(tests, new Set(Object.keys(files)), async (path) => files[path] ?? '');

  const THROWS = "export const same = (a, b) => {\n  if (a !== b) throw new Error('no');\n};\n";
  const IMPORTS =
    "import { test } from 'node:test';\nimport { same } from '../lib/same.mjs';\nimport { shout } from '../lib/shout.mjs';\n";
  const PY = 'from same import same\nfrom shout import shout\n\ndef test_a():\n';

  describe('a helper that asserts by an error of its own', () => {
    test.each([
      [
        'a judge of what the code returns',
        { 'lib/same.mjs': THROWS, 't/a.test.mjs': `${IMPORTS}test('a', () => same(shout('no'), 'NO'));\n` },
        ['lib/same.mjs'],
      ],
      [
        'one that waits',
        {
          'lib/same.mjs': THROWS,
          't/a.test.mjs': `${IMPORTS}test('a', async () => {\n  same(await shout('no'), 'NO');\n});\n`,
        },
        ['lib/same.mjs'],
      ],
      [
        'one of Python',
        {
          'same.py': 'def same(a, b):\n    if a != b:\n        raise ValueError(a)\n',
          'test_a.py': `${PY}    same(shout('no'), 'NO')\n`,
        },
        ['same.py'],
      ],
    ])('is found: %s', async (_what, files, found) => {
      expect(await helpersOf({ 'lib/shout.mjs': '', 'shout.py': '', ...files }, Object.keys(files).slice(1))).toEqual(
        found,
      );
    });

    test.each([
      [
        'code that throws, in a test with assertions',
        {
          'lib/same.mjs': THROWS,
          't/a.test.mjs': `${IMPORTS}import assert from 'node:assert';\ntest('a', () => { same(shout('no'), 'NO'); assert.equal(1, 1); });\n`,
        },
      ],
      [
        'code that throws and whose result counts',
        {
          'lib/same.mjs': THROWS,
          't/a.test.mjs': `${IMPORTS}test('a', () => { const a = same(shout('no'), 'NO'); });\n`,
        },
      ],
      [
        'code that never throws',
        {
          'lib/same.mjs': 'export const same = () => 1;\n',
          't/a.test.mjs': `${IMPORTS}test('a', () => same(shout('no'), 'NO'));\n`,
        },
      ],
      [
        'code that gets a value',
        { 'lib/same.mjs': THROWS, 't/a.test.mjs': `${IMPORTS}test('a', () => same('no', 'NO'));\n` },
      ],
      [
        'code of Python beside assertions',
        {
          'same.py': 'def same(a, b):\n    raise ValueError(a)\n',
          'test_a.py': `${PY}    same(shout('no'), 'NO')\n    assert shout('a')\n`,
        },
      ],
    ])('is not: %s', async (_what, files) => {
      expect(await helpersOf({ 'lib/shout.mjs': '', 'shout.py': '', ...files }, Object.keys(files).slice(1))).toEqual(
        [],
      );
    });
  });
});
