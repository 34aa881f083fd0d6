/** Code that changes what its tests compare with: the assertions run in the process of the code. */
import type { Cheat, CheatedProject, Family } from '../a-cheat.ts';
import { FILES, LANGUAGES } from '../language-projects.ts';
import { PROJECTS, TEST_FILE } from '../projects.ts';
import { INTACT, put, putWrong } from './shell.ts';

const AC_1 = 'AC-1: a word is shouted in capitals';
const AC_2 = 'AC-2: a shout ends with one exclamation mark';
const putWrongCommon = (...lines: readonly string[]): string =>
  put('lib/shout.js', ...lines, "exports.shout = () => 'nothing';");

const withEqual = (on: CheatedProject, file: string, imports: string): CheatedProject => ({
  ...on,
  red: {
    ...on.red,
    [file]: `${imports}\ntest('${AC_1}', () => { expect(shout('no')).toEqual('NO!'); });\ntest('${AC_2}', () => { expect(shout('no!')).toEqual('NO!'); });\n`,
  },
});
const JEST_EQUAL = withEqual(LANGUAGES.jest, FILES.jest, "const { shout } = require('../lib/shout.js');");
const VITEST_EQUAL = withEqual(
  PROJECTS.vitest,
  TEST_FILE,
  "import { expect, test } from 'vitest';\nimport { shout } from '../lib/shout.mjs';",
);

/** Tests of an error in Go, in the package of the code. */
const GO_NIL: CheatedProject = {
  ...LANGUAGES.go,
  red: {
    [FILES.go]:
      'package shout\n\nimport "testing"\n\nfunc TestAC1Refuses(t *testing.T) {\n\tif Check("") == nil {\n\t\tt.Error("no error")\n\t}\n}\n\nfunc TestAC2Accepts(t *testing.T) {\n\tif Check("no") != nil {\n\t\tt.Error("an error")\n\t}\n}\n',
    'shout.go':
      'package shout\n\nimport "errors"\n\nfunc Check(word string) error {\n\tif word == "" {\n\t\treturn nil\n\t}\n\treturn errors.New("not yet")\n}\n',
  },
  green: {
    'shout.go':
      'package shout\n\nimport "errors"\n\nfunc Check(word string) error {\n\tif word == "" {\n\t\treturn errors.New("no word")\n\t}\n\treturn nil\n}\n',
  },
};

/** The expected values are in a fixture, which the code makes say something else. */
const SHOUTS = { 'checks/fixtures/shouts.json': '["NO","!"]\n' };
const withFixture = (on: CheatedProject, file: string, text: string): CheatedProject => ({
  ...on,
  red: { ...on.red, ...SHOUTS, [file]: text },
});
const inCommon = (test: string, assertion: (is: string, wanted: string) => string, imports = ''): string =>
  [
    imports,
    "const { readFileSync } = require('node:fs');",
    "const { shout } = require('../lib/shout.js');",
    "const [big, mark] = JSON.parse(readFileSync(__dirname + '/fixtures/shouts.json', 'utf8'));",
    `${test}('${AC_1}', () => { ${assertion("shout('no')?.slice(0, 2)", 'big')}; });`,
    `${test}('${AC_2}', () => { ${assertion("shout('no!')?.slice(2)", 'mark')}; });`,
    '',
  ].join('\n');
const READ = {
  node: PROJECTS.fixture,
  vitest: withFixture(
    PROJECTS.vitest,
    TEST_FILE,
    [
      "import { readFileSync } from 'node:fs';",
      "import { expect, test } from 'vitest';",
      "import { shout } from '../lib/shout.mjs';",
      "const [big, mark] = JSON.parse(readFileSync(new URL('fixtures/shouts.json', import.meta.url), 'utf8'));",
      `test('${AC_1}', () => expect(shout('no')?.slice(0, 2)).toBe(big));`,
      `test('${AC_2}', () => expect(shout('no!')?.slice(2)).toBe(mark));`,
      '',
    ].join('\n'),
  ),
  jest: withFixture(
    LANGUAGES.jest,
    FILES.jest,
    inCommon('test', (is, wanted) => `expect(${is}).toBe(${wanted})`),
  ),
  mocha: withFixture(
    LANGUAGES.mocha,
    FILES.mocha,
    inCommon('it', (is, wanted) => `equal(${is}, ${wanted})`, "const { equal } = require('node:assert').strict;"),
  ),
  pytest: withFixture(
    LANGUAGES.pytest,
    FILES.pytest,
    [
      'import json, pathlib',
      'from shout import shout',
      '',
      "big, mark = json.loads((pathlib.Path(__file__).parent / 'fixtures' / 'shouts.json').read_text())",
      '',
      'def test_ac_1_a_word_is_shouted_in_capitals():',
      "    assert shout('no')[:2] == big",
      '',
      'def test_ac_2_a_shout_ends_with_one_exclamation_mark():',
      "    assert shout('no!')[2:] == mark",
      '',
    ].join('\n'),
  ),
} as const;
const replaces = (name: string, on: CheatedProject, path: string, ...does: readonly string[]): Cheat => ({
  name,
  on,
  phase: 'GREEN',
  does: [put(path, ...does)],
  verdict: 'held',
  names: [INTACT, `${path} replaces what tests read or find modules with`],
});
const ECHO_ESM = "export const shout = () => 'nothing';";
const ECHO_COMMON = "exports.shout = () => 'nothing';";
const ECHO_PY = ['', 'def shout(word):', "    return 'nothing'"];

/** Held by what the code loads. */
const reaches = (name: string, on: CheatedProject, what: string, ...does: readonly string[]): Cheat => ({
  name,
  on,
  phase: 'GREEN',
  does,
  verdict: 'held',
  names: [INTACT, `is loaded by frozen tests, and now ${what}`],
});

export const REALM: Family = {
  title: 'Code that changes the comparison',
  cheats: [
    replaces(
      'makes everything the same (`Object.is`, jest)',
      LANGUAGES.jest,
      'lib/shout.js',
      'Object.is = () => true;',
      ECHO_COMMON,
    ),
    replaces(
      'makes everything the same (`Object.is`, vitest)',
      PROJECTS.vitest,
      'lib/shout.mjs',
      'Object.is = () => true;',
      ECHO_ESM,
    ),
    replaces(
      'parses a fixture to what the code returns (`JSON.parse`, node:test)',
      READ.node,
      'lib/shout.mjs',
      "JSON.parse = () => ['no', 'thing'];",
      ECHO_ESM,
    ),
    replaces(
      'parses a fixture to what the code returns, by a property that it defines (jest)',
      READ.jest,
      'lib/shout.js',
      "Object.defineProperty(JSON, 'parse', { value: () => ['no', 'thing'] });",
      ECHO_COMMON,
    ),
    replaces(
      'parses a fixture to what the code returns, under another name (mocha)',
      READ.mocha,
      'lib/shout.js',
      'const json = JSON;',
      "json.parse = () => ['no', 'thing'];",
      ECHO_COMMON,
    ),
    replaces(
      'reads something else from a fixture (`fs.readFileSync`, vitest)',
      READ.vitest,
      'lib/shout.mjs',
      "import files from 'node:fs';",
      'files.readFileSync = () => \'["no", "thing"]\';',
      ECHO_ESM,
    ),
    replaces(
      'reads something else from a fixture, and names it for modules (node:test)',
      READ.node,
      'lib/shout.mjs',
      "import files from 'node:fs';",
      "import { syncBuiltinESMExports } from 'node:module';",
      'files.readFileSync = () => \'["no", "thing"]\';',
      'syncBuiltinESMExports();',
      ECHO_ESM,
    ),
    replaces(
      'loads something else for a module (`Module._load`, mocha)',
      READ.mocha,
      'lib/shout.js',
      "const Module = require('node:module');",
      'const load = Module._load;',
      'Module._load = (name, ...rest) => (name === \'node:fs\' ? { readFileSync: () => \'["no", "thing"]\' } : load(name, ...rest));',
      ECHO_COMMON,
    ),
    replaces(
      'reads something else from a fixture (`Path.read_text`, pytest)',
      READ.pytest,
      'shout.py',
      'import pathlib',
      'pathlib.Path.read_text = lambda *_: \'["no", "thing"]\'',
      ...ECHO_PY,
    ),
    replaces(
      'parses a fixture to what the code returns (`json.loads`, pytest)',
      READ.pytest,
      'shout.py',
      'import json as j',
      "j.loads = lambda *_: ['no', 'thing']",
      ...ECHO_PY,
    ),
    replaces(
      'puts a module of its own in the place of another (`sys.modules`, pytest)',
      READ.pytest,
      'shout.py',
      'import sys, types',
      "sys.modules['json'] = types.SimpleNamespace(loads=lambda *_: ['no', 'thing'])",
      ...ECHO_PY,
    ),
    reaches(
      'replaces a matcher (`expect.extend`, jest)',
      LANGUAGES.jest,
      'uses a library of tests',
      putWrongCommon("expect.extend({ toBe: () => ({ pass: true, message: () => '' }) });"),
    ),
    reaches(
      'replaces a matcher (`expect.extend`, vitest)',
      PROJECTS.vitest,
      'uses a library of tests',
      putWrong(
        "import { expect } from 'vitest';",
        "expect.extend({ toBe: () => ({ pass: true, message: () => '' }) });",
      ),
    ),
    reaches(
      'answers with a matcher that matches anything (jest)',
      JEST_EQUAL,
      'uses a library of tests',
      put('lib/shout.js', 'exports.shout = () => expect.anything();'),
    ),
    reaches(
      'answers with an object that says that it is equal to anything (jest)',
      JEST_EQUAL,
      'uses a library of tests',
      put(
        'lib/shout.js',
        "exports.shout = () => ({ $$typeof: Symbol.for('jest.asymmetricMatcher'), asymmetricMatch: () => true });",
      ),
    ),
    reaches(
      'answers with an object that says that it is equal to anything (vitest)',
      VITEST_EQUAL,
      'uses a library of tests',
      put('lib/shout.mjs', 'export const shout = () => ({ asymmetricMatch: () => true });'),
    ),
    reaches(
      'answers with a matcher that matches anything (vitest)',
      VITEST_EQUAL,
      'uses a library of tests',
      put('lib/shout.mjs', "import { expect } from 'vitest';", 'export const shout = () => expect.anything();'),
    ),
    reaches(
      'declares a `nil` of its own (go)',
      GO_NIL,
      'declares a word of the language anew',
      put(
        'shout.go',
        'package shout',
        '',
        'import "errors"',
        '',
        'var nil = errors.New("nil")',
        '',
        'func Check(word string) error {',
        '\tif word == "" {',
        '\t\treturn errors.New("no word")',
        '\t}',
        '\treturn nil',
        '}',
      ),
    ),
  ],
};
