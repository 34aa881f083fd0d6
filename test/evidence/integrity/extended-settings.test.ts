import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compareSettings, findChangedSettings } from '../../../src/evidence/integrity/set-up-files.ts';
import { freezeFiles } from '../../../src/evidence/integrity/freeze.ts';
import { aFolder, write } from '../a-repository.ts';
import { pickSome, SEED } from '../../pick-some.ts';

/** Additions of a change to frozen settings. */
const compare = async (name: string, before: string, after: string) => {
  const folder = await aFolder();
  const [old, now] = [join(folder, 'old'), join(folder, 'now')];
  const file = name.replace(/#.*$/, '');
  await write(old, { [file]: before });
  await write(now, { [file]: after });
  const frozen = await freezeFiles(old, [name]);
  const changed = await findChangedSettings(now, frozen);
  expect(changed).toEqual([name]);
  return (await compareSettings(changed, { before: old, now, frozen })).get(name);
};

test('settings are not compared when another text than the frozen one was kept', async () => {
  const folder = await aFolder();
  await write(folder, { 'pytest.ini': '[pytest]\ntestpaths = a\n' });
  const names = ['pytest.ini'];
  expect([
    ...(await compareSettings(names, { before: folder, now: folder, frozen: { 'pytest.ini': 'other' } })),
  ]).toEqual([['pytest.ini', { why: 'cannot be compared: the frozen form was not kept' }]]);
});

const TOML = '[project]\nname = "a"\n\n[tool.pytest.ini_options]\ntestpaths = ["a"]\nxfail_strict = true\n';
const INI = '[pytest]\ntestpaths = a\nfilterwarnings =\n    error\n';
const MOCHA = '{ "spec": "a/*.test.js", "timeout": 500 }';

describe(`an extension of settings (${SEED})`, () => {
  const free: readonly [string, string, string, string, readonly string[]][] = [
    ['a folder of tests', 'pyproject.toml#tests', TOML, TOML.replace('["a"]', '["a", "b/c"]'), ['testpaths']],
    [
      'marks, on several lines',
      'pyproject.toml#tests',
      TOML,
      `${TOML}markers = [\n  "slow: not quick", # "new"\n  'net(host)',\n]\n`,
      ['markers'],
    ],
    [
      'marks, and the version of the project',
      'pyproject.toml#tests',
      TOML,
      `${TOML.replace('"a"', '"a"\nversion = "2"')}markers = ["slow"]\n`,
      ['markers'],
    ],
    ['lines of marks', 'pytest.ini', INI, `${INI}markers =\n    slow: not quick\n    net\n`, ['markers']],
    [
      'a pattern of files',
      'setup.cfg#tests',
      '[tool:pytest]\npython_files = a_*.py\n',
      '[tool:pytest]\npython_files = a_*.py b_*.py\n',
      ['python_files'],
    ],
    ['a glob', '.mocharc.json', MOCHA, '{ "timeout": 500, "spec": ["a/*.test.js", "./b/**/*.test.js"] }', ['spec']],
    ['a glob in YAML', '.mocharc.yml', 'spec: [a]\n', 'spec:\n  - a\n  - b\n', ['spec']],
    [
      'a glob beside other keys',
      'package.json#jest',
      '{ "jest": { "testMatch": ["**/a/*.js"] } }',
      '{ "name": "a", "jest": { "testMatch": ["**/a/*.js", "<rootDir>/b/*.js"] } }',
      ['testMatch'],
    ],
    ['files', 'package.json#ava', '{ "ava": { "files": ["a"] } }', '{ "ava": { "files": ["a", "b"] } }', ['files']],
  ];
  test.each(pickSome(free, ([name]) => name, 3))('may add %s', async (_what, name, before, after, keys) =>
    expect(await compare(name, before, after)).toEqual({ keys }),
  );

  const held: readonly [string, string, string, string, RegExp][] = [
    ['adds options', 'pyproject.toml#tests', TOML, `${TOML}addopts = "--reruns 3"\n`, /^adds addopts/],
    ['adds retries', '.mocharc.json', MOCHA, MOCHA.replace('}', ', "retries": 3 }'), /^adds retries/],
    ['adds a module', '.mocharc.yml', 'spec: [a]\n', 'spec: [a]\nrequire: [./b.js]\n', /^adds require/],
    [
      'adds aliases',
      'package.json#jest',
      '{ "jest": {} }',
      '{ "jest": { "moduleNameMapper": { "a": "b" } } }',
      /^adds moduleNameMapper/,
    ],
    ['changes a value', 'pytest.ini', INI, INI.replace('error', 'ignore'), /^changes filterwarnings/],
    [
      'removes a key',
      'pyproject.toml#tests',
      TOML,
      TOML.replace('xfail_strict = true\n', 'markers = ["a"]\n'),
      /^removes xfail_strict/,
    ],
    [
      'changes another table',
      'pyproject.toml#tests',
      `${TOML}[tool.x]\na = 1\n`,
      `${TOML}markers = ["a"]\n[tool.x]\na = 2\n`,
      /^is not in the table/,
    ],
    [
      'removes an element',
      '.mocharc.json',
      MOCHA,
      '{ "spec": ["b/*.test.js"], "timeout": 500 }',
      /^does more than add/,
    ],
    ['puts an element first', 'pyproject.toml#tests', TOML, TOML.replace('["a"]', '["b", "a"]'), /^does more than add/],
    [
      'excludes by an element',
      'package.json#jest',
      '{ "jest": { "testMatch": ["a"] } }',
      '{ "jest": { "testMatch": ["a", "!**/b.js"] } }',
      /^does more than add/,
    ],
    ['leads out of the workspace', 'pytest.ini', INI, INI.replace('= a', '= a ../b'), /^does more than add/],
    [
      'leads to a package',
      'package.json#ava',
      '{ "ava": {} }',
      '{ "ava": { "files": ["node_modules/a/a.js"] } }',
      /^does more than add/,
    ],
    ['has a key twice', 'pytest.ini', INI, `${INI}markers = a\nmarkers = b\n`, /cannot be compared/],
    ['has a key twice in JSON', '.mocharc.json', MOCHA, MOCHA.replace('}', ', "timeout": 9000 }'), /^changes timeout/],
    [
      'has a prototype',
      '.mocharc.json',
      MOCHA,
      MOCHA.replace('}', ', "__proto__": { "retries": 3 } }'),
      /^adds __proto__/,
    ],
    ['merges keys', '.mocharc.yml', 'spec: [a]\n', 'spec: &a [a, b]\n<<: { retries: 3 }\n', /cannot be compared/],
    ['has a dotted key', 'pyproject.toml#tests', TOML, `${TOML}markers.a = "b"\n`, /cannot be compared/],
    [
      'has a table twice',
      'pyproject.toml#tests',
      TOML,
      `${TOML}[tool.pytest.ini_options]\nmarkers = ["a"]\n`,
      /cannot be compared/,
    ],
    [
      'has a quoted table',
      'pyproject.toml#tests',
      TOML,
      `${TOML}[tool."pytest".ini_options]\nmarkers = ["a"]\n`,
      /^is not in the table/,
    ],
    [
      'hides lines in a string',
      'pyproject.toml#tests',
      TOML,
      `${TOML}markers = ["""\n[tool.ruff]\n"""]\naddopts = "-x"\n`,
      /cannot be compared/,
    ],
    [
      'ends a comment as Python does',
      'pyproject.toml#tests',
      TOML,
      `${TOML}markers = ["a"] #\raddopts = "-x"\n`,
      /cannot be compared/,
    ],
    ['ends a line as Python does', 'pytest.ini', INI, `${INI}markers = a\u2028addopts = -x\n`, /cannot be compared/],
    ['hides a key by an escape', 'pyproject.toml#tests', TOML, `${TOML}"add\\u006fpts" = "-x"\n`, /cannot be compared/],
    ['changes nothing that is known', 'pytest.ini', INI, `${INI}# more\n`, /^adds nothing/],
  ];
  test.each(pickSome(held, ([name]) => name, 3))('may be none that %s', async (_what, name, before, after, why) =>
    expect(await compare(name, before, after)).toEqual({ why: expect.stringMatching(why) }),
  );
});
