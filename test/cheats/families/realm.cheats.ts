/**
 * Code that changes what its tests compare with: the assertions run in the process of the code.
 *
 * @module
 */
import type { Cheat, CheatedProject, Family } from '../a-cheat.ts';
import { FILES, LANGUAGES } from '../language-projects.ts';
import { PROJECTS, TEST_FILE } from '../projects.ts';
import { INTACT, put, putWrong, survived } from './shell.ts';

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

const ofRealm = (name: string, on: CheatedProject, path: string, ...does: readonly string[]): Cheat => ({
  name,
  on,
  phase: 'GREEN',
  does,
  verdict: 'held',
  names: survived(path),
});

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
    ofRealm(
      'makes everything the same (`Object.is`, jest)',
      LANGUAGES.jest,
      'lib/shout.js',
      putWrongCommon('Object.is = () => true;'),
    ),
    ofRealm(
      'makes everything the same (`Object.is`, vitest)',
      PROJECTS.vitest,
      'lib/shout.mjs',
      putWrong('Object.is = () => true;'),
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
