/** Tests that run the code and look at little of its result: most mutants survive. */
import type { Cheat, CheatedProject, Family } from '../a-cheat.ts';
import { FILES, LANGUAGES } from '../language-projects.ts';
import { PROJECTS, TEST_FILE } from '../projects.ts';

/** Much of it can be wrong, and its result is still a text. */
const WRONG_JS = `(word) => {
  const limit = word.length > 3 ? 3 : 2;
  const times = limit * 2 - 1;
  const start = times + limit > 4 ? 1 : 0;
  const end = start < 1 ? word.length - 1 : word.length - 2;
  if (end < start && limit !== 9) return 'none';
  return word.slice(start, end) + String(times % 7);
};
`;
const WRONG_PY = `def shout(word):
    limit = 3 if len(word) > 3 else 2
    times = limit * 2 - 1
    start = 1 if times + limit > 4 else 0
    end = len(word) - 1 if start < 1 else len(word) - 2
    if end < start and limit != 9:
        return 'none'
    return word[start:end] + str(times % 7)
`;
const WRONG_GO = `package shout

func Shout(word string) string {
	limit := 2
	if len(word) > 3 {
		limit = 3
	}
	times := limit*2 - 1
	start := 0
	if times+limit > 40 {
		start = 1
	}
	if start > 0 && limit != 9 {
		return "none"
	}
	if times > 4 {
		return word + "!"
	}
	return word + "?"
}
`;
const WRONG_RUST = `pub fn shout(word: &str) -> String {
    let limit = if word.len() > 3 { 3 } else { 2 };
    let times = limit * 2 - 1;
    let start = if times + limit > 40 { 1 } else { 0 };
    if start > 0 && limit != 9 {
        return String::from("none");
    }
    format!("{}{}", word, times % 7)
}
`;

const NAMES = ['AC-1: a word is shouted in capitals', 'AC-2: a shout ends with one exclamation mark'] as const;
const inJs = (word: 'it' | 'test', ...imports: readonly string[]): string =>
  [...imports, ...NAMES.map((name) => `${word}('${name}', () => ok(typeof shout('no') === 'string'));`), ''].join('\n');
const ESM = ["import { ok } from 'node:assert/strict';", "import { shout } from '../lib/shout.mjs';"];
const CJS = ["const { ok } = require('node:assert').strict;", "const { shout } = require('../lib/shout.js');"];
const ofModules = { 'lib/shout.mjs': `export const shout = ${WRONG_JS}` };
const ofCommon = { 'lib/shout.js': `exports.shout = ${WRONG_JS}` };

const hollow = (on: CheatedProject, file: string, tests: string, wrong: Readonly<Record<string, string>>) => ({
  ...on,
  isHollow: true as const,
  red: { ...on.red, [file]: tests },
  green: wrong,
});

const PROJECTS_OF: readonly CheatedProject[] = [
  hollow(PROJECTS.node, TEST_FILE, inJs('test', "import { test } from 'node:test';", ...ESM), ofModules),
  hollow(PROJECTS.vitest, TEST_FILE, inJs('test', "import { test } from 'vitest';", ...ESM), ofModules),
  hollow(LANGUAGES.jest, FILES.jest, inJs('test', ...CJS), ofCommon),
  hollow(LANGUAGES.mocha, FILES.mocha, inJs('it', ...CJS), ofCommon),
  hollow(
    LANGUAGES.pytest,
    FILES.pytest,
    "from shout import shout\n\ndef test_ac_1_capitals():\n    assert len(shout('no')) > 0\n\ndef test_ac_2_mark():\n    assert shout('no!') != ''\n",
    { 'shout.py': WRONG_PY },
  ),
  hollow(
    LANGUAGES.go,
    FILES.go,
    'package shout\n\nimport "testing"\n\nfunc TestAC1Capitals(t *testing.T) {\n\tif Shout("no") == "" {\n\t\tt.Error("nothing")\n\t}\n}\n\nfunc TestAC2OneMark(t *testing.T) {\n\tif len(Shout("no!")) == 0 {\n\t\tt.Error("nothing")\n\t}\n}\n',
    { 'shout.go': WRONG_GO },
  ),
  hollow(
    LANGUAGES.cargo,
    FILES.cargo,
    'use shout::shout;\n\n#[test]\nfn ac_1_capitals() {\n    assert!(!shout("no").is_empty());\n}\n\n#[test]\nfn ac_2_one_mark() {\n    assert!(shout("no!").len() > 0);\n}\n',
    { 'src/lib.rs': WRONG_RUST },
  ),
];

/** Half of the work: an answer, and any test of an answer notices when there is none. */
const HALF_OF: readonly CheatedProject[] = [
  hollow(
    PROJECTS.node,
    TEST_FILE,
    [
      "import { test } from 'node:test';",
      ...ESM,
      ...NAMES.map((name) => `test('${name}', () => ok(shout('no') != null));`),
      '',
    ].join('\n'),
    {
      'lib/shout.mjs':
        "const bare = (text) => text.replace('?', '');\nexport const shout = (word) => bare(word.trim());\n",
    },
  ),
  hollow(
    LANGUAGES.pytest,
    FILES.pytest,
    "from shout import shout\n\ndef test_ac_1_capitals():\n    assert shout('no')\n\ndef test_ac_2_mark():\n    assert shout('no!')\n",
    {
      'shout.py':
        "def shout(word):\n    return bare(word.strip())\n\ndef bare(text):\n    return text.replace('?', '')\n",
    },
  ),
  hollow(
    LANGUAGES.go,
    FILES.go,
    'package shout\n\nimport "testing"\n\nfunc TestAC1Capitals(t *testing.T) {\n\tif Shout("no") == "" {\n\t\tt.Error("nothing")\n\t}\n}\n\nfunc TestAC2OneMark(t *testing.T) {\n\tif Shout("no!") == "" {\n\t\tt.Error("nothing")\n\t}\n}\n',
    {
      'shout.go':
        'package shout\n\nimport "strings"\n\nfunc Shout(word string) string {\n\treturn bare(strings.TrimSpace(word))\n}\n\nfunc bare(text string) string {\n\treturn strings.ReplaceAll(text, "?", "")\n}\n',
    },
  ),
];

export const SHALLOW: Family = {
  title: 'Tests that look at little',
  cheats: [
    ...PROJECTS_OF.map((on) => ({ on, code: 'wrong code' })),
    ...HALF_OF.map((on) => ({ on, code: 'half of the work' })),
  ].map(
    ({ on, code }): Cheat => ({
      name: `writes tests that ask only whether there is a result, and ${code} (${on.runner})`,
      on,
      phase: 'GREEN',
      does: ['cp -R "$(dirname "$0")/GREEN/." .'],
      verdict: 'held',
      names: ['mutants_killed_percent >= 50 OR mutants_tested < 3', 'Mutant survived at '],
    }),
  ),
};
