import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findBroken, freezeFiles } from '../../../src/evidence/integrity/freeze.ts';
import { findHeldFromStart } from '../../../src/evidence/integrity/suite-files.ts';
import { findSetUp, freezeSetUp } from '../../../src/evidence/integrity/set-up-files.ts';
import { takeFingerprint } from '../../../src/project/sources/fingerprint.ts';
import { aRepository, hasGit, write } from '../a-repository.ts';
import { pickSome, SEED } from '../../pick-some.ts';

type Files = Readonly<Record<string, string>>;

/** The files of a project from before a run, frozen. */
const started = async (before: Files) => {
  const workspace = await aRepository({ 'lib/a.js': 'a\n', ...before });
  const look = async () => [...(await takeFingerprint(workspace, { writes: [] })).files.keys()];
  const frozen = await freezeFiles(workspace, await findHeldFromStart(workspace, await look(), ['npx', 'mocha']));
  return { workspace, frozen, look };
};

const freeAfter = async (files: Files, before: Files = {}) => {
  const { workspace, frozen, look } = await started(before);
  await write(workspace, files);
  return findSetUp({ workspace, frozen, sources: await look() });
};

describe.skipIf(!hasGit)(`a config of a runner that may appear (needs git; ${SEED})`, () => {
  const free: readonly [string, string, Files, Files?][] = [
    ['of pytest', 'pytest.ini', { 'pytest.ini': '# of ours\n[pytest]\naddopts = -ra --tb=short\ntestpaths =\n  a\n' }],
    ['of pytest in a folder below', 'api/pytest.ini', { 'api/pytest.ini': '[pytest]\n' }],
    [
      'of pytest in a file that exists',
      'pyproject.toml#tests',
      { 'pyproject.toml': '[project]\nname = "a"\n[tool.pytest.ini_options]\naddopts = ["-q", "--strict-markers"]\n' },
      { 'pyproject.toml': '[project]\nname = "a"\n' },
    ],
    [
      'of pytest beside files of other tools',
      'pytest.ini',
      { 'pytest.ini': '[pytest]\n' },
      { 'tox.ini': '[tox]\nenvlist = py3\n', 'setup.cfg': '[metadata]\nname = a\n' },
    ],
    ['of pytest in setup.cfg', 'setup.cfg#tests', { 'setup.cfg': '[metadata]\nname = a\n[tool:pytest]\n' }],
    ['of mocha', '.mocharc.json', { '.mocharc.json': '{ "require": ["ts-node/register"] }' }],
    ['of mocha in YAML', '.mocharc.yml', { '.mocharc.yml': 'spec:\n  - checks\n' }],
    ['of mocha in package.json', 'package.json#mocha', { 'package.json': '{ "mocha": { "ui": "tdd" } }' }],
    ['of RSpec', '.rspec', { '.rspec': '--require spec_helper\n--color\n' }],
    ['of Go', 'go.mod#tests', { 'go.mod': 'module example.com/a\n\ngo 1.22\n' }],
    ['of cargo', 'Cargo.toml#tests', { 'Cargo.toml': '[package]\nname = "a"\nversion = "1.0.0"\n' }],
    [
      'of TypeScript',
      'tsconfig.json#tests',
      { 'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }' },
    ],
  ];
  test.each(pickSome(free, ([name]) => name, 3))('is one %s', async (_of, path, files, before) =>
    expect(await freeAfter(files, before)).toEqual([path]),
  );

  const refused: readonly [string, Files, Files?][] = [
    ['existed', { 'pytest.ini': '[pytest]\n' }, { 'pytest.ini': '[pytest]\naddopts = -q\n' }],
    [
      'replaces the settings of another file',
      { 'pytest.ini': '[pytest]\n' },
      { 'pyproject.toml': '[tool.pytest.ini_options]\nfilterwarnings = ["error"]\n' },
    ],
    [
      'replaces settings for the folder below',
      { 'api/tox.ini': '[pytest]\n', 'api/pyproject.toml': '[tool.pytest.ini_options]\n' },
      { 'setup.cfg': '[tool:pytest]\naddopts = --strict-markers\n' },
    ],
    [
      'comes before another one of mocha',
      { '.mocharc.yml': 'spec: checks\n' },
      { 'package.json': '{ "mocha": { "forbidOnly": true } }' },
    ],
    ['is ignored by git', { 'pytest.ini': '[pytest]\n' }, { '.gitignore': 'pytest.ini\n' }],
    ['loads a plugin before the reporter', { 'pytest.ini': '[pytest]\naddopts = -q -p early\n' }],
    ['loads one in another notation', { 'pytest.ini': "[pytest]\naddopts:'-'p early\n" }],
    ['loads one in a list', { 'pytest.toml': '[pytest]\naddopts = ["-pearly"]\n' }],
    ['loads one behind an escape', { 'pytest.toml': '[pytest]\naddopts = "\\u002dp early"\n' }],
    ['reads options from a file', { 'pytest.ini': '[pytest]\naddopts = @more\n' }],
    ['leaves tests out by an option', { 'pytest.ini': '[pytest]\naddopts = -k new\n' }],
    ['configures a launcher too', { 'tox.ini': '[pytest]\n[testenv]\ncommands = true\n' }],
    [
      'has keys of a launcher before the first table',
      { 'pyproject.toml': 'tool.uv.x = 1\n[tool.pytest.ini_options]\n' },
    ],
    ['is code that Python loads first', { 'sitecustomize.py': '' }],
    ['is code of mocha', { '.mocharc.cjs': 'module.exports = {};\n' }],
    ['has options of Node', { '.mocharc.json': '{ "spec": "a", "node-option": ["require=./early.js"] }' }],
    ['loads a module by Node', { '.mocharc.yml': 'import: ./early.mjs\n' }],
    ['merges keys', { '.mocharc.yml': 'spec: &a\n  node-option: [x]\n<<: *a\n' }],
    ['extends another config', { '.mocharc.json': '{ "extends": "./base.json" }' }],
    ['is none of mocha at all', { '.mocharc.json': 'spec' }],
    ['runs code in .rspec', { '.rspec': '--require <%= system("true") %>\n' }],
    ['writes a report of RSpec', { '.rspec': '--out=report.json\n' }],
    ['replaces a module of Go', { 'go.mod': 'module a\n\nreplace b => ./b\n' }],
    ['has a build script', { 'Cargo.toml': '[package]\nname = "a"\nbuild = "x.rs"\n' }],
    ['has tests without harness', { 'Cargo.toml': '[package]\nname = "a"\n[[test]]\nharness = false\n' }],
    ['redirects packages', { 'tsconfig.json': '{ "compilerOptions": { "paths": { "vitest": ["./fake"] } } }' }],
    ['resolves by a base', { 'tsconfig.json': '{ "compilerOptions": { "baseUrl": "./fake" } }' }],
    ['runs beside the reporter', { 'vitest.config.mjs': '', 'lib/jest.config.js': '', 'ava.config.js': '' }],
    ['has settings of a package manager or variables', { '.npmrc': 'script-shell=./x\n', '.env': 'PATH=.\n' }],
  ];
  test.each(pickSome(refused, ([name]) => name, 3))('is none that %s', async (_what, files, before) =>
    expect(await freeAfter(files, before)).toEqual([]),
  );

  test('is no link', async () => {
    const { workspace, frozen, look } = await started({ 'lib/pytest': '[pytest]\n' });
    await symlink('lib/pytest', join(workspace, 'pytest.ini'));
    expect(await findSetUp({ workspace, frozen, sources: await look() })).toEqual([]);
  });

  test('is frozen as it is then, with the files that it names', async () => {
    const { workspace, frozen, look } = await started({});
    await write(workspace, {
      '.mocharc.json': '{ "require": ["./tools/setup.js", "./lib/none.js"] }',
      'tools/setup.js': '',
      'api/pytest.ini': '[pytest]\n',
    });
    const paths = await freezeSetUp({ workspace, frozen, sources: (await look()).values() });
    expect([...paths].sort()).toEqual(['.mocharc.json', 'api/pytest.ini', 'tools/setup.js']);
    const after = { ...frozen, ...(await freezeFiles(workspace, paths)) };
    expect(await findBroken(workspace, after)).toEqual([]);
    await write(workspace, { '.mocharc.json': '{}', 'api/pytest.ini': '', 'tools/setup.js': '1', 'pytest.ini': '' });
    expect(await findBroken(workspace, after)).toEqual([
      { path: '.mocharc.json', what: 'changed' },
      { path: 'api/pytest.ini', what: 'changed' },
      { path: 'pytest.ini', what: 'appeared' },
      { path: 'tools/setup.js', what: 'changed' },
    ]);
    // In a later phase whose tests must fail, only what is still absent may appear.
    await write(workspace, { 'pytest.ini': '[pytest]\n' });
    expect(await findSetUp({ workspace, frozen: after, sources: await look() })).toEqual(['pytest.ini']);
  });
});
