import { describe, expect, test } from 'vitest';
import { judgeImports } from '../../src/prove/judge-imports.ts';

const sources = (files: Readonly<Record<string, string>>) =>
  new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]));
const judge = (now: Readonly<Record<string, string>>, start: Readonly<Record<string, string>> = {}) =>
  judgeImports({ start: sources(start), now: sources(now) }, (path) => path.startsWith('test/'));

describe('imports that a run added', () => {
  test.each([
    ['a.js', "import { a } from '/tmp/a.js';", '/tmp/a.js'],
    ['a.js', "const a = require('/tmp/a.js');", '/tmp/a.js'],
    ['a.ts', "await import('file:///tmp/a.js');", 'file:///tmp/a.js'],
    ['a.py', "sys.path.insert(0, '/tmp')", '/tmp'],
    ['a.py', "spec_from_file_location('a', '/tmp/a.py')", '/tmp/a.py'],
    ['pyproject.toml', 'dependencies = ["a @ file:///tmp/a"]', '/tmp/a'],
    ['a.rb', "require '/tmp/a'", '/tmp/a'],
    ['a.rb', "$LOAD_PATH.unshift('/tmp')", '/tmp'],
    ['Gemfile', "gem 'a', path: '/tmp/a'", '/tmp/a'],
    ['go.mod', 'replace example.com/a => /tmp/a', '/tmp/a'],
    ['src/lib.rs', '#[path = "/tmp/a.rs"]\nmod a;', '/tmp/a.rs'],
    ['src/lib.rs', 'include!("/tmp/a.rs");', '/tmp/a.rs'],
    ['Cargo.toml', '[dependencies]\na = { path = "/tmp/a" }', '/tmp/a'],
    ['pom.xml', '<systemPath>/tmp/a.jar</systemPath>', '/tmp/a.jar'],
    ['package.json', '{"dependencies":{"a":"file:/tmp/a"}}', '/tmp/a'],
  ])('are refused with an absolute path: %s with %s', (path, text, name) => {
    expect(judge({ [path]: text }).claim).toMatchObject({
      holds: false,
      because: [`${path} loads ${name}, which no commit has`],
    });
  });

  test('are noted where no manifest names the package', () => {
    expect(judge({ 'a.js': "import { a } from '@lent/a/deep.js';" })).toMatchObject({
      claim: { holds: true },
      notes: ['a.js imports @lent/a, which no package.json of the commit names: read where it comes from.'],
    });
  });

  test.each([
    ['a relative path', { 'a.js': "import './b.js';" }],
    ['a part of Node', { 'a.js': "import 'node:fs'; import 'fs/promises';" }],
    ['a package of a manifest', { 'package.json': '{"dependencies":{"a":"1"}}', 'a.js': "import 'a/b';" }],
    ['a name that a config maps', { 'a.js': "import '@/b'; import '~/b'; import '#b';" }],
    ['a type', { 'a.ts': "import type { A } from 'a';" }],
    ['a comment', { 'a.js': "// import '/tmp/a.js'" }],
    ['a route', { 'a.js': "app.get('/tmp', go);" }],
    ['the library of a test', { 'test/a.js': "import 'vitest';" }],
    ['a gem of the project', { 'a.rb': "require 'json'\nrequire_relative 'b'\nFile.read('/tmp/a')" }],
    ['a module beside it', { 'go.mod': 'replace example.com/a => ../a', 'Cargo.toml': 'a = { path = "../a" }' }],
    ['a path in a comment', { 'a.rb': "# require '/tmp/a'", 'Cargo.toml': '# path = "/tmp/a"' }],
    ['a module of Python', { 'a.py': "import os\nopen('/tmp/a')" }],
  ])('the honest twin is not: %s', (_, files) => {
    expect(judge(files)).toMatchObject({ claim: { holds: true }, notes: [] });
  });

  test.each(['public/logo.svg', 'logo.svg'])('are noted where a bundler finds the path in the commit: %s', (file) => {
    expect(judge({ 'a.js': "import logo from '/logo.svg';", [file]: '' })).toMatchObject({
      claim: { holds: true },
      notes: ['a.js imports /logo.svg: a bundler reads it from the commit, and Node from the disk.'],
    });
  });

  test('are those of before where the file had them', () => {
    const files = { 'a.js': "import '/opt/a.js';" };
    expect(judge({ 'a.js': `${files['a.js']}\nmore();` }, files).claim.holds).toBe(true);
  });
});
