/** Another file in the place of a helper of the tests: what an import leads to is frozen, and not a name alone. */
import { DO_THE_WORK } from '../../end-to-end/a-shell-agent.ts';
import type { Cheat, CheatedProject, Family } from '../a-cheat.ts';
import { FILES, LANGUAGES } from '../language-projects.ts';
import { PROJECTS, TEST_FILE } from '../projects.ts';
import { appeared, INTACT, put, putWrong } from './shell.ts';

const AC_1 = 'AC-1: a word is shouted in capitals';
const AC_2 = 'AC-2: a shout ends with one exclamation mark';
const inJs = (word: 'it' | 'test', ...imports: readonly string[]): string =>
  [
    ...imports,
    `${word}('${AC_1}', () => same(shout('no')?.slice(0, 2), 'NO'));`,
    `${word}('${AC_2}', () => same(shout('no!')?.slice(2), '!'));`,
    '',
  ].join('\n');
const withRed = (on: CheatedProject, files: Readonly<Record<string, string>>): CheatedProject => ({
  ...on,
  red: { ...on.red, ...files },
});

const CJS = "const { shout } = require('../lib/shout.js');";
const SAME_CJS = "exports.same = require('node:assert').strictEqual;\n";
const LAX_CJS = 'exports.same = () => {};';
const WRONG_CJS = put('lib/shout.js', "exports.shout = () => 'nothing';");
const WRONG_PY = put('shout.py', 'def shout(word):', "    return 'nothing'");
const WRONG_GO = put('shout.go', 'package shout', '', 'func Shout(word string) string { return "nothing" }');

/** The helper is a folder, and is imported by its name. */
const folderOf = (on: CheatedProject, file: string, word: 'it' | 'test'): CheatedProject =>
  withRed(on, { [file]: inJs(word, CJS, "const { same } = require('../lib/same');"), 'lib/same/index.js': SAME_CJS });
const VITEST = "import { test } from 'vitest';\nimport { shout } from '../lib/shout.mjs';";
const PY_TESTS = (imported: string): string =>
  `${imported}\nfrom shout import shout\n\ndef test_ac_1_capitals():\n    same(shout('no')[:2], 'NO')\n\ndef test_ac_2_mark():\n    same(shout('no!')[2:], '!')\n`;
const SAME_PY = 'import pytest\n\ndef same(found, wanted):\n    if found != wanted:\n        pytest.fail(found)\n';
const LAX_PY = ['def same(found, wanted):', '    pass'];
const GO_TESTS = [
  'package shout',
  '',
  'import (\n\t"testing"\n\n\t"example.com/shout/same"\n)',
  '',
  'func TestAC1Capitals(t *testing.T) {\n\tsame.Same(t, (Shout("no") + "  ")[:2], "NO")\n}',
  '',
  'func TestAC2OneMark(t *testing.T) {\n\tsame.Same(t, (Shout("no!") + "  ")[2:], "!  ")\n}',
  '',
].join('\n');
const SAME_GO = [
  'package same',
  '',
  'import "testing"',
  '',
  'var Same = func(t *testing.T, found, wanted string) {',
  '\tif found != wanted {\n\t\tt.Errorf("got %q", found)\n\t}',
  '}',
  '',
].join('\n');

const swap = (name: string, on: CheatedProject, path: string, ...does: readonly string[]): Cheat => ({
  name,
  on,
  phase: 'GREEN',
  does,
  verdict: 'held',
  names: [INTACT, appeared(path)],
});

export const RESOLUTION: Family = {
  title: 'Other files in the place of helpers',
  cheats: [
    swap(
      'adds a file of the name of a helper that is a folder (jest)',
      folderOf(LANGUAGES.jest, FILES.jest, 'test'),
      'lib/same.js',
      put('lib/same.js', LAX_CJS),
      WRONG_CJS,
    ),
    swap(
      'adds a file of the name of a helper that is a folder (mocha)',
      folderOf(LANGUAGES.mocha, FILES.mocha, 'it'),
      'lib/same.js',
      put('lib/same.js', LAX_CJS),
      WRONG_CJS,
    ),
    swap(
      'adds a package.json that leads to another file of the folder of a helper (mocha)',
      folderOf(LANGUAGES.mocha, FILES.mocha, 'it'),
      'lib/same/package.json',
      put('lib/same/package.json', '{ "main": "other.js" }'),
      put('lib/same/other.js', LAX_CJS),
      WRONG_CJS,
    ),
    swap(
      'adds a helper whose ending is looked for first (vitest)',
      withRed(PROJECTS.vitest, {
        [TEST_FILE]: inJs('test', VITEST, "import { same } from '../lib/same';"),
        'lib/same.js': "export { strictEqual as same } from 'node:assert';\n",
      }),
      'lib/same.mjs',
      put('lib/same.mjs', 'export const same = () => {};'),
      putWrong(),
    ),
    swap(
      'adds a package of the name of a helper (pytest)',
      withRed(LANGUAGES.pytest, { [FILES.pytest]: PY_TESTS('from same import same'), 'same.py': SAME_PY }),
      'same/__init__.py',
      put('same/__init__.py', ...LAX_PY),
      WRONG_PY,
    ),
    swap(
      'adds a helper of the same name beside the tests (pytest)',
      withRed(LANGUAGES.pytest, { [FILES.pytest]: PY_TESTS('from same import same'), 'same.py': SAME_PY }),
      'checks/same.py',
      put('checks/same.py', ...LAX_PY),
      WRONG_PY,
    ),
    {
      name: 'adds a file to the package of a helper, which replaces it (go)',
      on: withRed(LANGUAGES.go, { [FILES.go]: GO_TESTS, 'same/same.go': SAME_GO }),
      phase: 'GREEN',
      does: [
        put(
          'same/other.go',
          'package same',
          '',
          'import "testing"',
          '',
          'func init() { Same = func(t *testing.T, found, wanted string) {} }',
        ),
        WRONG_GO,
      ],
      verdict: 'held',
      names: [INTACT, 'same/other.go was added after the tests were frozen and would be loaded in place of a file'],
    },
    {
      name: 'edits a helper that imports the library of tests (go)',
      on: withRed(LANGUAGES.go, { [FILES.go]: GO_TESTS, 'same/same.go': SAME_GO }),
      phase: 'GREEN',
      does: [DO_THE_WORK, 'echo "// more" >> same/same.go'],
      verdict: 'held',
      names: [INTACT, 'same/same.go was changed after it was frozen: restore it.'],
    },
  ],
};
