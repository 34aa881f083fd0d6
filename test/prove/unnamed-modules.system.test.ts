import { describe, expect, test } from 'vitest';
import { findUnnamedModules } from '../../src/prove/judge-imports.ts';
import { canRun, whySkipped } from '../runners/find-tool.ts';

const sources = (files: Readonly<Record<string, string>>) =>
  new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]));
const find = (
  now: Readonly<Record<string, string>>,
  start: Readonly<Record<string, string>> = {},
  python = 'python3',
) =>
  findUnnamedModules({ start: sources(start), now: sources(now) }, (path) => path.startsWith('tests/'), {
    root: '/project',
    python,
  });

const hasPython = canRun('python3', '--version');

describe.skipIf(!hasPython)(`modules of Python that a run imports${whySkipped(hasPython, 'python3')}`, () => {
  test.each(['import helper', 'import os, helper', 'from helper.deep import a', '    import helper as h'])(
    'are noted where no manifest names them: %s',
    async (line) => {
      expect(await find({ 'app/a.py': line })).toEqual([
        'app/a.py imports helper, which no manifest of the commit names: read where it comes from.',
      ]);
    },
  );

  test.each([
    ['a module of Python', { 'a.py': 'import os.path\nfrom json import loads\nfrom __future__ import annotations' }],
    ['a module of the commit', { 'a.py': 'import helper', 'src/helper/__init__.py': '' }],
    ['a file of the commit', { 'a.py': 'from helper import b', 'src/helper.py': '' }],
    ['a relative import', { 'a.py': 'from . import helper\nfrom .helper import b' }],
    ['a package of a manifest', { 'a.py': 'import yaml', 'requirements-dev.txt': 'PyYAML==6.0\n' }],
    [
      'a package with another separator',
      { 'a.py': 'import typing_extensions', 'pyproject.toml': '"typing-extensions"' },
    ],
    ['the library of a test', { 'tests/test_a.py': 'import pytest' }],
    ['a comment', { 'a.py': '# import helper' }],
  ])('the honest twin is not: %s', async (_, files) => {
    expect(await find(files)).toEqual([]);
  });

  test('are those of before where the file had them', async () => {
    expect(await find({ 'a.py': 'import helper\nmore()' }, { 'a.py': 'import helper' })).toEqual([]);
  });
});

test('a missing Python is said, and asked only where a module is unknown', async () => {
  expect(await find({ 'a.py': 'import helper' }, {}, 'no-such-python')).toEqual([
    'Imports of Python were not compared with its own modules: no-such-python did not name them.',
  ]);
  expect(await find({ 'a.py': '' }, {}, 'no-such-python')).toEqual([]);
});
