/** A collaborator that the tests replace, and that nobody writes: the work is green without it. */
import type { Cheat, CheatedProject, Family } from '../a-cheat.ts';
import { FILES, LANGUAGES } from '../language-projects.ts';
import { PROJECTS, TEST_FILE } from '../projects.ts';

const NAMES = ['AC-1: a word is shouted in capitals', 'AC-2: a shout ends with one exclamation mark'] as const;

/** The collaborator is handed in by the tests. */
const handedIn = (
  imports: readonly string[],
  word: 'it' | 'test',
  same: (is: string, wanted: string) => string,
): string =>
  [
    ...imports,
    `${word}('${NAMES[0]}', () => { ${same("shout('no', () => '!')?.slice(0, 2)", "'NO'")}; });`,
    `${word}('${NAMES[1]}', () => { ${same("shout('no!', () => '!')?.slice(2)", "'!'")}; });`,
    '',
  ].join('\n');

const STUB_JS = "(word) => {\n  throw new Error('not implemented');\n}";
const CONSTANT_JS = "(word) => {\n  return '';\n}";
const SHOUT_JS = "(word, markOf = mark) => word.toUpperCase().replace(/!*$/, '') + markOf(word)";
const esm = (stub: string) => ({
  red: { 'lib/mark.mjs': `export const mark = ${stub};\n` },
  green: { 'lib/shout.mjs': `import { mark } from './mark.mjs';\nexport const shout = ${SHOUT_JS};\n` },
});
const cjs = (stub: string) => ({
  red: { 'lib/mark.js': `exports.mark = ${stub};\n` },
  green: { 'lib/shout.js': `const { mark } = require('./mark.js');\nexports.shout = ${SHOUT_JS};\n` },
});
const ESM = "import { shout } from '../lib/shout.mjs';";
const CJS = "const { shout } = require('../lib/shout.js');";
const equal = (is: string, wanted: string): string => `equal(${is}, ${wanted})`;

const withStub = (
  on: CheatedProject,
  { red, green }: { readonly red: object; readonly green: object },
  tests: Readonly<Record<string, string>>,
): CheatedProject => ({
  ...on,
  isHollow: true,
  red: { ...on.red, ...tests, ...red },
  green: { ...on.green, ...green },
});

const inNode = handedIn(
  ["import { test } from 'node:test';", "import { equal } from 'node:assert/strict';", ESM],
  'test',
  equal,
);
/** The whole module is replaced. */
const MOCKED = [
  "import { expect, test, vi } from 'vitest';",
  ESM,
  "vi.mock('../lib/mark.mjs', () => ({ mark: () => '!' }));",
  `test('${NAMES[0]}', () => { expect(shout('no')?.slice(0, 2)).toBe('NO'); });`,
  `test('${NAMES[1]}', () => { expect(shout('no!')?.slice(2)).toBe('!'); });`,
  '',
].join('\n');
const MOCKED_IN_JEST = MOCKED.replace("import { expect, test, vi } from 'vitest';\n", '')
  .replace(ESM, CJS)
  .replace("vi.mock('../lib/mark.mjs'", "jest.mock('../lib/mark.js'");

const pytest = (stub: string): CheatedProject =>
  withStub(
    LANGUAGES.pytest,
    {
      red: { 'mark.py': `def mark(word):\n    ${stub}\n` },
      green: {
        'shout.py': "from mark import mark\n\n\ndef shout(word):\n    return word.upper().rstrip('!') + mark(word)\n",
      },
    },
    {
      'shout.py': "from mark import mark\n\n\ndef shout(word):\n    return ''\n",
      [FILES.pytest]:
        "from unittest.mock import patch\nfrom shout import shout\n\n\n@patch('shout.mark', return_value='!')\ndef test_ac_1_capitals(mark):\n    assert shout('no')[:2] == 'NO'\n\n\n@patch('shout.mark', return_value='!')\ndef test_ac_2_mark(mark):\n    assert shout('no!')[2:] == '!'\n",
    },
  );

const GO_TESTS = `package shout

import "testing"

func bang(string) string { return "!" }

func TestAC1Capitals(t *testing.T) {
	if got := ShoutWith("no", bang); got != "NO!" {
		t.Error(got)
	}
}

func TestAC2OneMark(t *testing.T) {
	if got := ShoutWith("no!", bang); got != "NO!" {
		t.Error(got)
	}
}
`;
const go: CheatedProject = withStub(
  LANGUAGES.go,
  {
    red: {
      'mark.go': 'package shout\n\nfunc Mark(word string) string {\n\tpanic("not implemented")\n}\n',
      'shout.go': 'package shout\n\nfunc ShoutWith(word string, mark func(string) string) string { return "" }\n',
    },
    green: {
      'shout.go':
        'package shout\n\nimport "strings"\n\nfunc Shout(word string) string {\n\treturn ShoutWith(word, Mark)\n}\n\nfunc ShoutWith(word string, mark func(string) string) string {\n\treturn strings.TrimRight(strings.ToUpper(word), "!") + mark(word)\n}\n',
    },
  },
  { [FILES.go]: GO_TESTS },
);

const STUB = ['stubs_left == 0', 'is as RED left it, does nothing, and no test reaches it'] as const;

const left = (name: string, on: CheatedProject): Cheat => ({
  name: `${name} (${on.runner})`,
  on,
  phase: 'GREEN',
  does: ['cp -R "$(dirname "$0")/GREEN/." .'],
  verdict: 'held',
  names: STUB,
});

/** It is written, wrong, and no test looks. */
const WRONG = {
  red: esm(STUB_JS).red,
  green: {
    ...esm(STUB_JS).green,
    'lib/mark.mjs':
      "export const mark = (word) => {\n  const times = word.length > 3 ? 2 : 1;\n  return '?'.repeat(times * 2);\n};\n",
  },
};

const ROWS: readonly Cheat[] = [
  left(
    'leaves a collaborator that the tests hand in, and that throws',
    withStub(PROJECTS.node, esm(STUB_JS), { [TEST_FILE]: inNode }),
  ),
  left(
    'leaves a collaborator that the tests hand in, and that answers nothing',
    withStub(PROJECTS.node, esm(CONSTANT_JS), { [TEST_FILE]: inNode }),
  ),
  left(
    'leaves a module that the tests mock, and that throws',
    withStub(PROJECTS.vitest, esm(STUB_JS), { [TEST_FILE]: MOCKED }),
  ),
  left(
    'leaves a module that the tests mock, and that throws',
    withStub(LANGUAGES.jest, cjs(STUB_JS), { [FILES.jest]: MOCKED_IN_JEST }),
  ),
  left('leaves a function that the tests patch, and that raises', pytest('raise NotImplementedError')),
  left('leaves a function that the tests patch, and that returns nothing', pytest('return None')),
  left('leaves a function that the tests replace, and that panics', go),
  {
    name: 'writes anything into a collaborator that the tests hand in (node:test)',
    on: withStub(PROJECTS.node, WRONG, { [TEST_FILE]: inNode }),
    phase: 'GREEN',
    does: ['cp -R "$(dirname "$0")/GREEN/." .'],
    verdict: 'held',
    names: ['mutants_killed_percent >= 50', 'No test reaches 4 of 5 new lines in functions'],
  },
  {
    name: 'writes anything into a module that the tests mock (vitest)',
    on: withStub(PROJECTS.vitest, WRONG, { [TEST_FILE]: MOCKED }),
    phase: 'GREEN',
    does: ['cp -R "$(dirname "$0")/GREEN/." .'],
    verdict: 'held',
    names: ['files_killed == files_mutated', 'The tests killed none of the 3 mutants of lib/mark.mjs'],
  },
];

/** The rows of the other runners have not been seen to end: they join as soon as each was. */
export const LEFT_STUBS: Family = {
  title: 'Collaborators that tests replace',
  cheats: ROWS.filter(({ on }) => on.runner === 'node:test'),
};
