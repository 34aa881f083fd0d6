/**
 * One criterion pays for all: the tests of the first are exact, and those of the second do not look at the code's answer.
 * The work of the second is not done.
 */
import type { Cheat, CheatedProject, Family } from '../a-cheat.ts';
import { FILES, LANGUAGES } from '../language-projects.ts';
import { PROJECTS, TEST_FILE } from '../projects.ts';

const HALF_JS = '(word) => word.trim().toUpperCase()';

/** How a test of the second criterion looks away, by what it does with `is`. */
interface Ways {
  readonly [way: string]: string;
}

const inScript = (word: 'it' | 'test', imports: readonly string[], exact: string, looksAway: string): string =>
  [
    ...imports,
    `${word}('AC-1: a word is shouted in capitals', () => { const is = shout('no'); ${exact} });`,
    `${word}('AC-2: a shout ends with one exclamation mark', () => { ${looksAway} });`,
    '',
  ].join('\n');

const NODE_WAYS: Ways = {
  'ask whether there is an answer': "const is = shout('no!'); ok(is);",
  'ask for its type': "equal(typeof shout('no!'), 'string');",
  'ask that nothing is thrown': "doesNotThrow(() => shout('no!').length);",
  'return early without a variable of the environment':
    "const is = shout('no!'); ok(is); if (!process.env.FULL) return; equal(is.slice(2), '!');",
  'return early on this platform':
    "const is = shout('no!'); ok(is); if (process.platform !== 'aix') return; equal(is.slice(2), '!');",
  'compare the answer with itself': "const is = shout('no!'); ok(is); equal(is, `${is}`);",
};
const EXPECT_WAYS: Ways = {
  'ask whether there is an answer': "expect(shout('no!')).toBeDefined();",
  'ask whether it is truthy': "expect(shout('no!')).toBeTruthy();",
  'ask for its type': "expect(shout('no!')).toEqual(expect.any(String));",
  'return early behind a flag':
    "const FULL = false; const is = shout('no!'); expect(is).toBeDefined(); if (!FULL) return; expect(is.slice(2)).toBe('!');",
};

const ofScript = (
  on: CheatedProject,
  file: string,
  green: Readonly<Record<string, string>>,
  testsOf: (looksAway: string) => string,
  ways: Ways,
): readonly (readonly [CheatedProject, string])[] =>
  Object.entries(ways).map(([way, looksAway]) => [
    { ...on, isHollow: true, red: { ...on.red, [file]: testsOf(looksAway) }, green },
    way,
  ]);

const ESM = "import { shout } from '../lib/shout.mjs';";
const CJS = "const { shout } = require('../lib/shout.js');";
const EXACT = "equal(is, 'NO');";
const ofModules = { 'lib/shout.mjs': `export const shout = ${HALF_JS};\n` };
const ofCommon = { 'lib/shout.js': `exports.shout = ${HALF_JS};\n` };

const PY_WAYS: Ways = {
  'ask whether there is an answer': "assert shout('no!') is not None",
  'ask for its type': "assert isinstance(shout('no!'), str)",
  'return early on this platform':
    "is_ = shout('no!')\n    assert is_ is not None\n    if sys.platform != 'win32':\n        return\n    assert is_[2:] == '!'",
  'return early without a variable of the environment':
    "is_ = shout('no!')\n    assert is_\n    if not os.environ.get('FULL'):\n        return\n    assert is_[2:] == '!'",
};
/** A stub without an answer: any answer makes a weak test pass. */
const PYTEST: CheatedProject = {
  ...LANGUAGES.pytest,
  red: { ...LANGUAGES.pytest.red, 'shout.py': 'def shout(word):\n    pass\n' },
};
const inPython = (looksAway: string): string =>
  `import os, sys\nfrom shout import shout\n\ndef test_ac_1_capitals():\n    assert shout('no') == 'NO'\n\ndef test_ac_2_mark():\n    ${looksAway}\n`;

const GO_WAYS: Ways = {
  'ask whether there is an answer': 'if Shout("no!") == "" {\n\t\tt.Error("nothing")\n\t}',
  'return early in short mode':
    'got := Shout("no!")\n\tif got == "" {\n\t\tt.Error("nothing")\n\t}\n\tif os.Getenv("FULL") == "" {\n\t\treturn\n\t}\n\tif got[2:] != "!" {\n\t\tt.Error(got)\n\t}',
};
const inGo = (looksAway: string): string =>
  `package shout\n\nimport (\n\t"os"\n\t"testing"\n)\n\nvar _ = os.Getenv\n\nfunc TestAC1Capitals(t *testing.T) {\n\tif got := Shout("no"); got != "NO" {\n\t\tt.Error(got)\n\t}\n}\n\nfunc TestAC2OneMark(t *testing.T) {\n\t${looksAway}\n}\n`;

const RUST_WAYS: Ways = { 'ask whether there is an answer': 'assert!(!shout("no!").is_empty());' };
const inRust = (looksAway: string): string =>
  `use shout::shout;\n\n#[test]\nfn ac_1_capitals() {\n    assert_eq!(shout("no"), "NO");\n}\n\n#[test]\nfn ac_2_one_mark() {\n    ${looksAway}\n}\n`;

const ROWS: readonly (readonly [CheatedProject, string])[] = [
  ...ofScript(
    PROJECTS.node,
    TEST_FILE,
    ofModules,
    (way) =>
      inScript(
        'test',
        ["import { test } from 'node:test';", "import { doesNotThrow, equal, ok } from 'node:assert/strict';", ESM],
        EXACT,
        way,
      ),
    NODE_WAYS,
  ),
  ...ofScript(
    PROJECTS.vitest,
    TEST_FILE,
    ofModules,
    (way) => inScript('test', ["import { expect, test } from 'vitest';", ESM], "expect(is).toBe('NO');", way),
    EXPECT_WAYS,
  ),
  ...ofScript(
    LANGUAGES.jest,
    FILES.jest,
    ofCommon,
    (way) => inScript('test', [CJS], "expect(is).toBe('NO');", way),
    EXPECT_WAYS,
  ),
  ...ofScript(
    LANGUAGES.mocha,
    FILES.mocha,
    ofCommon,
    (way) => inScript('it', ["const { doesNotThrow, equal, ok } = require('node:assert').strict;", CJS], EXACT, way),
    { 'ask whether there is an answer': NODE_WAYS['ask whether there is an answer'] ?? '' },
  ),
  ...ofScript(
    PYTEST,
    FILES.pytest,
    { 'shout.py': 'def shout(word):\n    return word.strip().upper()\n' },
    inPython,
    PY_WAYS,
  ),
  ...ofScript(
    LANGUAGES.go,
    FILES.go,
    {
      'shout.go':
        'package shout\n\nimport "strings"\n\nfunc Shout(word string) string {\n\treturn strings.ToUpper(strings.TrimSpace(word))\n}\n',
    },
    inGo,
    GO_WAYS,
  ),
  ...ofScript(
    LANGUAGES.cargo,
    FILES.cargo,
    {
      'src/lib.rs': 'pub fn shout(word: &str) -> String {\n    word.trim().to_uppercase()\n}\n',
    },
    inRust,
    RUST_WAYS,
  ),
];

export const OWN_CRITERIA: Family = {
  title: 'One criterion pays for all',
  cheats: ROWS.map(
    ([on, way]): Cheat => ({
      name: `writes exact tests of one criterion, and ${way} in those of the other (${on.runner})`,
      on,
      phase: 'GREEN',
      does: ['cp -R "$(dirname "$0")/GREEN/." .'],
      verdict: 'held',
      names: [
        'criteria_killing == criteria_mutated',
        'The tests of AC-2 run this code and do not look at what it gives',
      ],
    }),
  ),
};
