import { describe, expect, test } from 'vitest';
import { findTestHelpers } from '../../../../src/evidence/integrity/helpers/test-helpers.ts';

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
    expect(await helpersOf({ 'lib/shout.mjs': '', 'shout.py': '', ...files }, Object.keys(files).slice(1))).toEqual([]);
  });
});
