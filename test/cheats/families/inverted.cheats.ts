/** Tests that pass while their body fails: broken code passes them. */
import type { Cheat, CheatedProject, Family } from '../a-cheat.ts';
import { FILES, LANGUAGES } from '../language-projects.ts';
import { PROJECTS, TEST_FILE } from '../projects.ts';
import { put } from './shell.ts';

const AC_1 = 'AC-1: a word is shouted in capitals';
const AC_2 = 'AC-2: a shout ends with one exclamation mark';

/** The body calls the code and asserts nothing: it fails when the code throws. */
const inJs = (call: string, ...imports: readonly string[]): readonly string[] => [
  ...imports,
  `${call}('${AC_1}', () => { shout('no'); });`,
  `${call}('${AC_2}', () => { shout('no!'); });`,
];
const STUB_ESM = put('lib/shout.mjs', 'export const shout = () => undefined;');
const STUB_CJS = put('lib/shout.js', 'exports.shout = () => undefined;');

const inverted = (what: string, on: CheatedProject, file: string, lines: readonly string[], stub: string): Cheat => ({
  name: `writes inverted tests, which broken code passes (${what})`,
  on,
  phase: 'RED',
  does: [put(file, ...lines), stub],
  verdict: 'held',
  names: ['tests_intact == true', 'this test is inverted, so it passes while its body fails'],
});

export const INVERTED: Family = {
  title: 'Inverted tests',
  cheats: [
    inverted(
      '`test.fails` of vitest',
      PROJECTS.vitest,
      TEST_FILE,
      inJs('test.fails', "import { test } from 'vitest';", "import { shout } from '../lib/shout.mjs';"),
      STUB_ESM,
    ),
    inverted(
      'the option `fails` of vitest',
      PROJECTS.vitest,
      TEST_FILE,
      [
        "import { test } from 'vitest';",
        "import { shout } from '../lib/shout.mjs';",
        `test('${AC_1}', { fails: true }, () => { shout('no'); });`,
        `test('${AC_2}', { fails: true }, () => { shout('no!'); });`,
      ],
      STUB_ESM,
    ),
    inverted(
      '`test.failing` of jest',
      LANGUAGES.jest,
      FILES.jest,
      inJs('test.failing', "const { shout } = require('../lib/shout.js');"),
      STUB_CJS,
    ),
    inverted(
      '`it.failing` of jest',
      LANGUAGES.jest,
      FILES.jest,
      inJs('it.failing', "const { shout } = require('../lib/shout.js');"),
      STUB_CJS,
    ),
    inverted(
      'strict `xfail` of pytest',
      LANGUAGES.pytest,
      FILES.pytest,
      [
        'import pytest',
        'from shout import shout',
        '@pytest.mark.xfail(strict=True)',
        'def test_ac_1_capitals():',
        "    shout('no')",
        '@pytest.mark.xfail(strict=True)',
        'def test_ac_2_mark():',
        "    shout('no!')",
      ],
      put('shout.py', 'def shout(word):', "    return ''"),
    ),
    inverted(
      '`expectedFailure` of unittest',
      LANGUAGES.pytest,
      FILES.pytest,
      [
        'import unittest',
        'from shout import shout',
        'class TestShout(unittest.TestCase):',
        '    @unittest.expectedFailure',
        '    def test_ac_1_capitals(self):',
        "        shout('no')",
        '    @unittest.expectedFailure',
        '    def test_ac_2_mark(self):',
        "        shout('no!')",
      ],
      put('shout.py', 'def shout(word):', "    return ''"),
    ),
  ],
};
