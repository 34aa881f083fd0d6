/** Projects in other languages, and of other runners. All want shout(), of which two things are tested. */
import type { CheatedProject } from './a-cheat.ts';

const CAPITALS = 'AC-1: a word is shouted in capitals';
const MARK = 'AC-2: a shout ends with one exclamation mark';

/** Where each keeps its tests. */
export const FILES = {
  pytest: 'checks/test_shout.py',
  go: 'shout_test.go',
  cargo: 'tests/shout.rs',
  jest: 'checks/shout.test.js',
  mocha: 'checks/shout.test.js',
} as const;

const PY_TESTS = [
  'from shout import shout',
  '',
  'def test_ac_1_a_word_is_shouted_in_capitals():',
  "    assert shout('no')[:2] == 'NO'",
  '',
  'def test_ac_2_a_shout_ends_with_one_exclamation_mark():',
  "    assert shout('no!')[2:] == '!'",
  '',
].join('\n');
const PYTEST: CheatedProject = {
  runner: 'pytest',
  isWhole: true,
  tests: { command: 'python3 -m pytest' },
  files: { '.gitignore': '__pycache__/\n.pytest_cache/\n' },
  red: { [FILES.pytest]: PY_TESTS, 'shout.py': "def shout(word):\n    return ''\n" },
  green: { 'shout.py': "def shout(word):\n    return word.upper().rstrip('!') + '!'\n" },
};

const goTests = (imports: string, assertion: (is: string, wanted: string) => string): string =>
  [
    'package shout',
    '',
    `import (\n\t"testing"\n${imports})`,
    '',
    'func TestAC1Capitals(t *testing.T) {',
    `\t${assertion('(Shout("no") + "  ")[:2]', '"NO"')}`,
    '}',
    '',
    'func TestAC2OneMark(t *testing.T) {',
    `\t${assertion('(Shout("no!") + "  ")[2:]', '"!  "')}`,
    '}',
    '',
  ].join('\n');
const IF_NOT = (is: string, wanted: string): string =>
  `if got := ${is}; got != ${wanted} {\n\t\tt.Errorf("got %q", got)\n\t}`;
const GO: CheatedProject = {
  runner: 'go',
  isWhole: true,
  tests: { command: 'go test ./...' },
  files: { 'go.mod': 'module example.com/shout\n\ngo 1.19\n' },
  red: {
    [FILES.go]: goTests('', IF_NOT),
    'shout.go': 'package shout\n\nfunc Shout(word string) string { return "" }\n',
  },
  green: {
    'shout.go':
      'package shout\n\nimport "strings"\n\nfunc Shout(word string) string {\n\treturn strings.TrimRight(strings.ToUpper(word), "!") + "!"\n}\n',
  },
};

const CARGO_FILE = '[package]\nname = "shout"\nversion = "0.1.0"\nedition = "2021"\n';
const rustTests = (imports: string, assertion: string): string =>
  [
    imports,
    'use shout::shout;',
    '',
    '#[test]',
    'fn ac_1_a_word_is_shouted_in_capitals() {',
    `    ${assertion}(shout("no").get(..2), Some("NO"));`,
    '}',
    '',
    '#[test]',
    'fn ac_2_a_shout_ends_with_one_exclamation_mark() {',
    `    ${assertion}(shout("no!").get(2..), Some("!"));`,
    '}',
    '',
  ].join('\n');
const RUST_STUB = { 'src/lib.rs': 'pub fn shout(_word: &str) -> String {\n    String::new()\n}\n' };
const CARGO: CheatedProject = {
  runner: 'cargo',
  isWhole: true,
  tests: { command: 'cargo test --offline' },
  // cargo wants a target before it looks for tests.
  files: { ...RUST_STUB, '.gitignore': 'target/\nCargo.lock\n', 'Cargo.toml': CARGO_FILE },
  red: { [FILES.cargo]: rustTests('', 'assert_eq!') },
  green: {
    'src/lib.rs':
      'pub fn shout(word: &str) -> String {\n    format!("{}!", word.to_uppercase().trim_end_matches(\'!\'))\n}\n',
  },
};

const commonTests = (word: 'it' | 'test', imports: string, assertion: (is: string, wanted: string) => string): string =>
  [
    imports,
    "const { shout } = require('../lib/shout.js');",
    `${word}('${CAPITALS}', () => { ${assertion("shout('no')?.slice(0, 2)", "'NO'")}; });`,
    `${word}('${MARK}', () => { ${assertion("shout('no!')?.slice(2)", "'!'")}; });`,
    '',
  ].join('\n');
const ofNode = {
  isWhole: true,
  green: { 'lib/shout.js': "exports.shout = (word) => word.toUpperCase().replace(/!*$/, '') + '!';\n" },
} as const;
const STUB = { 'lib/shout.js': 'exports.shout = () => undefined;\n' };
const expectToBe = (is: string, wanted: string): string => `expect(${is}).toBe(${wanted})`;
const RUN_JEST = 'node node_modules/jest/bin/jest.js';
const JEST: CheatedProject = {
  ...ofNode,
  runner: 'jest',
  tests: { command: RUN_JEST },
  files: { 'package.json': '{}\n' },
  red: { ...STUB, [FILES.jest]: commonTests('test', '', expectToBe) },
};
const JEST_SNAPSHOT = [
  '// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing',
  '',
  `exports[\`${CAPITALS} 1\`] = \`"NO"\`;`,
  '',
  `exports[\`${MARK} 1\`] = \`"!"\`;`,
  '',
].join('\n');

const MOCHA: CheatedProject = {
  ...ofNode,
  runner: 'mocha',
  tests: { command: 'node node_modules/mocha/bin/mocha.js checks/**/*.test.js' },
  files: { 'package.json': '{}\n' },
  red: {
    ...STUB,
    [FILES.mocha]: commonTests(
      'it',
      "const { equal } = require('node:assert').strict;",
      (is, to) => `equal(${is}, ${to})`,
    ),
  },
};

const OLD = { 'checks/old.test.js': "it('is old', () => {});\n" };

export const LANGUAGES = {
  pytest: PYTEST,
  /** Behind a script that reads an environment file. */
  pytestScript: {
    ...PYTEST,
    tests: { command: 'sh tools/test.sh', runner: 'pytest' },
    files: {
      ...PYTEST.files,
      'tools/test.sh': '. ./tools/test.env\nexec python3 -m pytest "$@"\n',
      'tools/test.env': 'export TZ=UTC\n',
    },
  },
  pytestMake: {
    ...PYTEST,
    tests: { command: 'make test', runner: 'pytest' },
    files: { ...PYTEST.files, Makefile: 'test:\n\tpython3 -m pytest\n' },
  },
  pytestProject: {
    ...PYTEST,
    files: { ...PYTEST.files, 'pyproject.toml': '[project]\nname = "shout"\nversion = "1.0"\ndependencies = []\n' },
  },
  go: GO,
  /** The assertions come from another module of the repository. */
  goModules: {
    ...GO,
    files: {
      'go.mod':
        'module example.com/shout\n\ngo 1.19\n\nrequire example.com/same v1.0.0\n\nreplace example.com/same => ./testdata/same\n',
      'testdata/same/go.mod': 'module example.com/same\n\ngo 1.19\n',
      'testdata/same/same.go':
        'package same\n\nimport "testing"\n\nfunc Same(t *testing.T, is, wanted string) {\n\tif is != wanted {\n\t\tt.Errorf("got %q", is)\n\t}\n}\n',
    },
    red: { ...GO.red, [FILES.go]: goTests('\t"example.com/same"\n', (is, wanted) => `same.Same(t, ${is}, ${wanted})`) },
  },
  cargo: CARGO,
  /** The assertions come from another crate of the repository. */
  cargoCrates: {
    ...CARGO,
    files: {
      ...CARGO.files,
      'Cargo.toml': `${CARGO_FILE}\n[dev-dependencies]\nsame = { path = "tests/same" }\n`,
      'tests/same/Cargo.toml': CARGO_FILE.replace('"shout"', '"same"'),
      'tests/same/src/lib.rs':
        'pub fn same(is: Option<&str>, wanted: Option<&str>) {\n    assert_eq!(is, wanted);\n}\n',
    },
    red: { ...CARGO.red, [FILES.cargo]: rustTests('use same::same;', 'same') },
  },
  jest: JEST,
  jestNpm: {
    ...JEST,
    tests: { command: 'npm test' },
    files: { 'package.json': `${JSON.stringify({ scripts: { test: RUN_JEST } })}\n` },
  },
  /** Everything that a config can name. */
  jestConfig: {
    ...JEST,
    files: {
      ...JEST.files,
      'jest.config.js': "module.exports = { globalSetup: './tools/setup.js', testMatch: ['**/*.test.js'] };\n",
      'tools/setup.js': 'module.exports = () => {};\n',
    },
  },
  jestSnapshot: {
    ...JEST,
    red: {
      ...STUB,
      [FILES.jest]: commonTests('test', '', (is) => `expect(${is}).toMatchSnapshot()`),
      'checks/__snapshots__/shout.test.js.snap': JEST_SNAPSHOT,
    },
  },
  /** The assertion library is installed, and none that anybody knows. */
  jestLibrary: {
    ...JEST,
    files: {
      ...JEST.files,
      'node_modules/same/index.js': "exports.same = require('node:assert').strictEqual;\n",
    },
    red: {
      ...STUB,
      [FILES.jest]: commonTests('test', "const { same } = require('same');", (is, to) => `same(${is}, ${to})`),
    },
  },
  mocha: MOCHA,
  /** There are tests before the run begins, and no config. */
  mochaOldTests: {
    ...MOCHA,
    files: { ...MOCHA.files, ...OLD },
  },
  pytestOldTests: { ...PYTEST, files: { ...PYTEST.files, 'checks/test_old.py': 'def test_old():\n    assert True\n' } },
  /** A failure is known, and marked. */
  pytestKnown: {
    ...PYTEST,
    files: {
      ...PYTEST.files,
      'checks/test_known.py': 'import pytest\n\n@pytest.mark.xfail\ndef test_known():\n    assert False\n',
    },
  },
  /** Settings exist, and say where the tests are. */
  pytestSettings: {
    ...PYTEST,
    files: {
      ...PYTEST.files,
      'checks/test_old.py': 'def test_old():\n    assert True\n',
      'pyproject.toml':
        '[project]\nname = "shout"\n\n[tool.pytest.ini_options]\naddopts = "--strict-markers"\ntestpaths = ["checks"]\n',
    },
  },
  mochaSettings: {
    ...MOCHA,
    tests: { command: 'node node_modules/mocha/bin/mocha.js' },
    files: { ...MOCHA.files, ...OLD, '.mocharc.json': '{ "spec": ["checks/**/*.test.js"] }\n' },
  },
  mochaYaml: {
    ...MOCHA,
    tests: { command: 'node node_modules/mocha/bin/mocha.js' },
    files: { ...MOCHA.files, ...OLD, '.mocharc.yml': 'spec: [checks/**/*.test.js]\n' },
  },
  jestSettings: {
    ...JEST,
    files: { ...OLD, 'package.json': '{ "jest": { "testMatch": ["**/checks/*.test.js"] } }\n' },
  },
  mochaConfig: {
    ...MOCHA,
    files: { ...MOCHA.files, '.mocharc.json': '{ "require": ["./tools/setup.js"] }\n', 'tools/setup.js': '' },
  },
} as const satisfies Readonly<Record<string, CheatedProject>>;
