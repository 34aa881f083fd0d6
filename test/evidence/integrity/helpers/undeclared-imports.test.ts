import { describe, expect, test } from 'vitest';
import { findUndeclaredImports } from '../../../../src/evidence/integrity/helpers/undeclared-imports.ts';
import { findChanges } from '../../../../src/evidence/mutation-check/find-changes.ts';
import { aRepository, git, hasGit, write } from '../../a-repository.ts';

type Files = Readonly<Record<string, string>>;

const look = async (before: Files, now: Files) => {
  const workspace = await aRepository(before);
  const base = await git(workspace, 'rev-parse', 'HEAD');
  await write(workspace, now);
  const files = Object.keys({ ...before, ...now });
  const changes = await findChanges({ workspace, base, files, isTest: () => false });
  const found = await findUndeclaredImports({ workspace, base, files, changes });
  return found.map(({ path, why }) => `${path} ${why.split(':')[0] ?? ''}`);
};
/** In a package below the root of the repository. */
const lookInPackage = async (before: Files, now: Files) => {
  const root = await aRepository(before);
  const workspace = `${root}/packages/web`;
  const base = await git(root, 'rev-parse', 'HEAD');
  await write(workspace, now);
  const files = Object.keys(now);
  const changes = await findChanges({ workspace, base, files, isTest: () => false });
  return (await findUndeclaredImports({ workspace, base, files, changes })).map(({ path }) => path);
};
const named = (path: string, name: string) => [`${path} imports ${name}, which no manifest names`];

describe.skipIf(!hasGit)('an import of this run (needs git)', () => {
  test.each([
    ['a.js', "import got from 'got';", 'got'],
    ['a.js', "const got = require('got/lib/a.js');", 'got'],
    ['a.ts', "export { b } from '@acme/b';", '@acme/b'],
    ['a.js', "import 'left-pad';", 'left-pad'],
    ['a.js', "const a = await import('got');", 'got'],
    ['a.py', 'import requests', 'requests'],
    ['a.py', 'from yaml.nodes import Node', 'yaml'],
  ])('that no manifest names is named: %s with %s', async (path, text, name) => {
    const before = { 'package.json': '{ "dependencies": { "got-more": "1" } }', 'setup.cfg': '[metadata]\n' };
    expect(await look(before, { [path]: text })).toEqual(named(path, name));
  });

  test('that is named is not: builtins, dependencies of all kinds, workspaces, aliases, and what was imported before', async () => {
    const before = {
      'package.json':
        '{ "name": "root", "dependencies": { "a": "1" }, "devDependencies": { "b": "1" }, "peerDependencies": { "@c/c": "1" }, "optionalDependencies": { "@types/estree": "1" } }',
      'packages/d/package.json': '{ "name": "@w/d" }',
      'tsconfig.json': '{ "compilerOptions": { "paths": { "app/*": ["./src/*"], "@ui": ["./ui"] } } }',
      'vite.config.ts': "export default { resolve: { alias: { 'views': '/src/views' } } };\n",
      'src/components/button.ts': 'export const button = 1;\n',
      'old.js': "import vscode from 'vscode';\n",
    };
    const now = {
      'new.js': [
        "import fs from 'fs'; import path from 'node:path'; import { test } from 'bun:test';",
        "import 'a/b.js'; import 'b'; import c from '@c/c'; import type { Node } from 'estree';",
        "import '@w/d'; import 'root'; import 'app/x'; import '@ui'; import 'views/y'; import 'components/button';",
        "import '#x'; import '@/y'; import '~/z'; import '$app/env'; import 'virtual:x'; import './new.js'; import 'vscode';",
        "const name = 'got'; text(`import x from ${name}`); // from 'nothing' we import",
        '',
      ].join('\n'),
    };
    expect(await look(before, now)).toEqual([]);
  });

  test('of a package is named by the manifest of the repository above it, too', async () => {
    const before = { 'package.json': '{ "dependencies": { "got": "1" } }', 'packages/web/package.json': '{}' };
    expect(await lookInPackage(before, { 'a.js': "import 'got';", 'b.js': "import 'left-pad';" })).toEqual(['b.js']);
  });

  test('that is named is not: modules of Python, of the project, of packages with another name, and optional ones', async () => {
    const before = {
      'pyproject.toml': '[project]\ndependencies = ["PyYAML", "python-dateutil>=2", "Pillow", "scikit-learn"]\n',
      'requirements-dev.txt': 'requests[socks]==2\n',
      'src/acme/core/models.py': 'x = 1\n',
      'old.py': 'import bpy\n',
    };
    const now = {
      'new.py': [
        'import os.path, json as j',
        'from __future__ import annotations',
        'import yaml',
        'from dateutil import parser',
        'from PIL import Image',
        'from sklearn.svm import SVC',
        'import requests',
        'from acme.core import models',
        'from core import models',
        'from . import old',
        'import bpy',
        '',
      ].join('\n'),
      'optional.py': 'try:\n    import ujson\nexcept ImportError:\n    ujson = None\n',
    };
    expect(await look(before, now)).toEqual([]);
  });

  test('in a text, a comment, an element or a type is none', async () => {
    const before = {
      'package.json': '{ "dependencies": { "react": "1", "@docusaurus/core": "3" } }',
      'setup.cfg': '[metadata]\n',
    };
    const now = {
      'a.js': [
        '/**',
        ' * import { money } from "my-money-lib"',
        ' */',
        'export const fn = (a) => {',
        '  // the value from "cache" wins',
        '  return `import React from "react-dom-x"`;',
        '};',
        '',
      ].join('\n'),
      'b.tsx':
        'import type { Params } from "express-serve-static-core";\nexport const B = () => <p>Email from "sender"</p>;\n',
      'c.js': "import Tabs from '@theme/Tabs';\nimport x from '@site/src/x';\n",
      'd.py':
        '"""Reads.\n\nimport rows into the table.\n"""\nTEXT = """\nfrom tables import rows\n"""\n# import nothing\n',
    };
    expect(await look(before, now)).toEqual([]);
  });

  test('is named in a file that does not parse, too', async () =>
    expect(await look({ 'package.json': '{}' }, { 'a.js': "import got from 'got';\nconst = ;\n" })).toEqual(
      named('a.js', 'got'),
    ));

  test('is not looked for where there is no manifest', async () =>
    expect(await look({}, { 'a.js': "import 'got';", 'a.py': 'import requests' })).toEqual([]));
});
