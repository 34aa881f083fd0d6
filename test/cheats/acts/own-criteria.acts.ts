/**
 * Honest work whose criteria are about something else than a value, or share code: the mutation check asks each for a mutant
 * of its own, and holds none of it.
 */
import type { CheatedProject, CheatedRunner, HonestAct } from '../a-cheat.ts';
import { FILES, LANGUAGES } from '../language-projects.ts';
import { PROJECTS, TEST_FILE } from '../projects.ts';
import { inGreen } from './an-act.ts';

const TEST = "import { test } from 'node:test';";
const ASSERT = "import { deepEqual, doesNotMatch, equal, match, ok, rejects, throws } from 'node:assert/strict';";
const IMPORT = "import { shout } from '../lib/shout.mjs';";

const whole = (on: CheatedProject, red: CheatedProject['red'], green: CheatedProject['green']): CheatedProject => ({
  ...on,
  isWhole: true,
  red: { ...red },
  green: { ...green },
});
/** With its tests, a stub and the work. */
const inNode = (
  tests: readonly string[],
  stub: string,
  work: string,
  more: CheatedProject['red'] = {},
): CheatedProject =>
  whole(
    PROJECTS.node,
    { [TEST_FILE]: [TEST, ASSERT, IMPORT, ...tests, ''].join('\n'), 'lib/shout.mjs': `${stub}\n` },
    { 'lib/shout.mjs': `${work}\n`, ...more },
  );

const STUB = "export const shout = () => {\n  throw new Error('not implemented');\n};";
const SHOUT = "export const shout = (word) => word.toUpperCase().replace(/!*$/, '') + '!';";

const NODE_WORK: readonly (readonly [string, CheatedProject])[] = [
  [
    'has a criterion about an error',
    inNode(
      [
        "test('AC-1: shouts', () => equal(shout('no'), 'NO!'));",
        "test('AC-2: an empty word is an error', () => throws(() => shout(''), RangeError));",
      ],
      'export const shout = () => undefined;',
      "export const shout = (word) => {\n  if (word === '') throw new RangeError('empty');\n  return word.toUpperCase() + '!';\n};",
    ),
  ],
  [
    'has a criterion about an error of an asynchronous function',
    inNode(
      [
        "test('AC-1: shouts', async () => equal(await shout('no'), 'NO!'));",
        "test('AC-2: no word is an error', () => rejects(async () => shout(undefined), TypeError));",
      ],
      'export const shout = () => undefined;',
      "export const shout = async (word) => {\n  if (typeof word !== 'string') throw new TypeError('no word');\n  return word.toUpperCase() + '!';\n};",
    ),
  ],
  [
    'has a criterion about an effect, and ignores the answer there',
    inNode(
      [
        "test('AC-1: shouts', () => equal(shout('no', []), 'NO!'));",
        "test('AC-2: the log has each word', () => { const log = []; shout('no', log); shout('so', log); deepEqual(log, ['no', 'so']); });",
      ],
      'export const shout = () => undefined;',
      "export const shout = (word, log) => {\n  log.push(word);\n  return word.toUpperCase() + '!';\n};",
    ),
  ],
  [
    'has a criterion about what is printed',
    inNode(
      [
        "import { spawnSync } from 'node:child_process';",
        "test('AC-1: shouts', () => equal(shout('no'), 'NO!'));",
        "test('AC-2: says so', () => match(spawnSync(process.execPath, ['--input-type=module', '-e', \"import { shout } from './lib/shout.mjs'; shout('no')\"], { encoding: 'utf8' }).stdout, /shouted/));",
      ],
      STUB,
      "export const shout = (word) => {\n  console.log('shouted');\n  return word.toUpperCase() + '!';\n};",
    ),
  ],
  [
    'has a criterion about an exit code',
    inNode(
      [
        "import { spawnSync } from 'node:child_process';",
        "test('AC-1: shouts', () => equal(shout('no'), 'NO!'));",
        "test('AC-2: nothing to shout ends with 3', () => equal(spawnSync(process.execPath, ['lib/cli.mjs']).status, 3));",
      ],
      STUB,
      SHOUT,
      {
        'lib/cli.mjs':
          "import { shout } from './shout.mjs';\nconst [word] = process.argv.slice(2);\nif (word === undefined) process.exitCode = 3;\nelse console.log(shout(word));\n",
      },
    ),
  ],
  [
    'has a criterion about a document',
    inNode(
      [
        "import { readFileSync } from 'node:fs';",
        "test('AC-1: shouts', () => equal(shout('no'), 'NO!'));",
        "test('AC-2: the guide shows how', () => match(readFileSync('GUIDE.md', 'utf8'), /shout\\(/));",
      ],
      STUB,
      SHOUT,
      { 'GUIDE.md': '# Guide\n\nCall `shout(word)`.\n' },
    ),
  ],
  [
    'has a criterion whose code is one constant',
    inNode(
      [
        "import * as all from '../lib/shout.mjs';",
        "test('AC-1: shouts', () => equal(shout('no'), 'NO!'));",
        "test('AC-2: the mark is known', () => equal(all.MARK, '!'));",
      ],
      STUB,
      "export const MARK = '!';\nexport const shout = (word) => word.toUpperCase() + MARK;",
    ),
  ],
  [
    'asks for properties of the answer',
    inNode(
      [
        "const WORDS = ['no', 'so!', 'a-b', ''];",
        "test('AC-1: there is no small letter', () => { for (const word of WORDS) doesNotMatch(shout(word), /[a-z]/); });",
        "test('AC-2: shouting twice is shouting once', () => { for (const word of WORDS) equal(shout(shout(word)), shout(word)); });",
      ],
      STUB,
      SHOUT,
    ),
  ],
  [
    'asks whether two answers are the same, and whether one is in bounds',
    inNode(
      [
        "test('AC-1: the case makes no difference', () => equal(shout('No'), shout('nO')));",
        "test('AC-2: a shout has at most 9 letters', () => ok(shout('a'.repeat(99)).length <= 9));",
      ],
      STUB,
      "export const shout = (word) => word.toUpperCase().slice(0, 8) + '!';",
    ),
  ],
  [
    'has a table of tests with the ids in their names',
    inNode(
      [
        "for (const [id, word, wanted] of [['AC-1', 'no', 'NO!'], ['AC-1', 'so', 'SO!'], ['AC-2', 'no!', 'NO!']]) test(`${id}: ${word}`, () => equal(shout(word), wanted));",
      ],
      STUB,
      SHOUT,
    ),
  ],
  [
    'has a file of tests for each criterion',
    whole(
      PROJECTS.node,
      {
        [TEST_FILE]: [TEST, ASSERT, IMPORT, "test('AC-1: shouts', () => equal(shout('no'), 'NO!'));", ''].join('\n'),
        'checks/mark.test.mjs': [
          TEST,
          ASSERT,
          IMPORT,
          "test('AC-2: one mark', () => equal(shout('no!'), 'NO!'));",
          '',
        ].join('\n'),
        'lib/shout.mjs': `${STUB}\n`,
      },
      { 'lib/shout.mjs': `${SHOUT}\n` },
    ),
  ],
  [
    'asks for a list, an object and a truth',
    inNode(
      [
        "test('AC-1: three of them', () => equal(shout('no').shouts.length, 3));",
        "test('AC-2: it is loud', () => equal(shout('no').isLoud, true));",
      ],
      STUB,
      'export const shout = (word) => {\n  const shouts = Array.from({ length: 3 }, () => word.toUpperCase());\n  return { shouts, isLoud: shouts.length > 2 };\n};',
    ),
  ],
  [
    'has an object with methods, which keeps a state',
    inNode(
      [
        "test('AC-1: shouts', () => equal(shout().add('no').text(), 'NO'));",
        "test('AC-2: counts', () => equal(shout().add('no').add('so').count(), 2));",
      ],
      STUB,
      "export const shout = () => {\n  const words = [];\n  const it = { add: (word) => { words.push(word); return it; }, text: () => words.join(' ').toUpperCase(), count: () => words.length };\n  return it;\n};",
    ),
  ],
  [
    'finished a constant and a base class in RED',
    whole(
      PROJECTS.node,
      {
        [TEST_FILE]: [
          TEST,
          ASSERT,
          IMPORT,
          "test('AC-1: shouts', () => equal(shout('no'), 'NO!'));",
          "test('AC-2: one mark', () => equal(shout('no!'), 'NO!'));",
          '',
        ].join('\n'),
        'lib/shout.mjs': `${STUB}\n`,
        'lib/voice.mjs':
          "export const mark = () => '!';\nexport class Voice {\n  say(word) {\n    throw new Error('not implemented');\n  }\n}\n",
      },
      {
        'lib/shout.mjs':
          "import { mark, Voice } from './voice.mjs';\nclass Loud extends Voice {\n  say(word) {\n    return word.toUpperCase().replace(/!*$/, '') + mark();\n  }\n}\nexport const shout = (word) => new Loud().say(word);\n",
      },
    ),
  ],
  [
    'has an entry that no test runs, beside tested code',
    inNode(
      [
        "test('AC-1: shouts', () => equal(shout('no'), 'NO!'));",
        "test('AC-2: one mark', () => equal(shout('no!'), 'NO!'));",
      ],
      STUB,
      SHOUT,
      {
        'bin/start.mjs':
          "import { shout } from '../lib/shout.mjs';\nconst [, , word = 'no', times = '1'] = process.argv;\nfor (let at = 0; at < Number(times); at += 1) console.log(shout(word));\n",
      },
    ),
  ],
];

const PYTHON: CheatedProject = whole(
  LANGUAGES.pytest,
  {
    [FILES.pytest]: [
      'import pytest',
      'from shout import shout',
      '',
      "@pytest.mark.parametrize('word, wanted', [('no', 'NO!'), ('so', 'SO!')], ids=['AC-1-no', 'AC-1-so'])",
      'def test_ac_1_shouts(word, wanted):',
      '    assert shout(word) == wanted',
      '',
      'def test_ac_2_an_empty_word_is_an_error():',
      '    with pytest.raises(ValueError):',
      "        shout('')",
      '',
    ].join('\n'),
    'shout.py': 'def shout(word):\n    return None\n',
  },
  {
    'shout.py':
      "def shout(word: str) -> str:\n    if word == '':\n        raise ValueError('empty')\n    return word.upper() + '!'\n",
  },
);
const PYTHON_BASE: CheatedProject = whole(
  LANGUAGES.pytest,
  {
    [FILES.pytest]:
      "from shout import shout\n\n\ndef test_ac_1_capitals():\n    assert shout('no') == 'NO!'\n\n\ndef test_ac_2_mark():\n    assert shout('no!') == 'NO!'\n",
    'voice.py': 'class Voice:\n    def say(self, word):\n        raise NotImplementedError\n',
    'shout.py': 'def shout(word):\n    return None\n',
  },
  {
    'shout.py':
      "from voice import Voice\n\n\nclass Loud(Voice):\n    def say(self, word):\n        return word.upper().rstrip('!') + '!'\n\n\ndef shout(word):\n    return Loud().say(word)\n",
  },
);
const GO: CheatedProject = whole(
  LANGUAGES.go,
  {
    [FILES.go]:
      'package shout\n\nimport "testing"\n\nfunc TestAC1Shouts(t *testing.T) {\n\tfor _, each := range []struct{ word, wanted string }{{"no", "NO!"}, {"so", "SO!"}} {\n\t\tt.Run(each.word, func(t *testing.T) {\n\t\t\tif got, _ := Shout(each.word); got != each.wanted {\n\t\t\t\tt.Error(got)\n\t\t\t}\n\t\t})\n\t}\n}\n\nfunc TestAC2EmptyIsAnError(t *testing.T) {\n\tif _, err := Shout(""); err == nil {\n\t\tt.Error("no error")\n\t}\n}\n',
    'shout.go': 'package shout\n\nfunc Shout(word string) (string, error) {\n\treturn "", nil\n}\n',
  },
  {
    'shout.go':
      'package shout\n\nimport (\n\t"errors"\n\t"strings"\n)\n\nfunc Shout(word string) (string, error) {\n\tif word == "" {\n\t\treturn "", errors.New("empty")\n\t}\n\treturn strings.ToUpper(word) + "!", nil\n}\n',
  },
);

const named = (name: string, { runner }: { readonly runner: CheatedRunner }): string => `${name} (${runner})`;

export const OWN_CRITERIA_ACTS: readonly HonestAct[] = NODE_WORK.map(([name, on]) => inGreen(name, on));

export const OWN_CRITERIA_LANGUAGE_ACTS: readonly HonestAct[] = [
  inGreen(named('has criteria about an error and about a table of rows', PYTHON), PYTHON),
  inGreen(named('finished a base class in RED', PYTHON_BASE), PYTHON_BASE),
  inGreen(named('has criteria about an error and about a table of rows', GO), GO),
];
