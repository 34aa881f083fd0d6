/** A build before the tests: they read what it makes of the sources, so it decides what they see (`tests.before`). */
import type { Cheat, CheatedProject, Family } from '../a-cheat.ts';
import { PROJECTS, TEST_FILE } from '../projects.ts';
import { appeared, changed, edit, INTACT, put, putWrong } from './shell.ts';

const BUILD = "import { copy } from './copy.mjs';\ncopy('lib');\n";
const COPY =
  "import { cpSync } from 'node:fs';\nexport const copy = (from) => cpSync(from, 'dist', { recursive: true });\n";
const tests = (imports: string, is: string): string =>
  [
    imports,
    "import { shout } from '../dist/shout.mjs';",
    `test('AC-1: a word is shouted in capitals', () => ${is.replace('?', "shout('no')?.slice(0, 2), 'NO'")});`,
    `test('AC-2: a shout ends with one exclamation mark', () => ${is.replace('?', "shout('no!')?.slice(2), '!'")});`,
    '',
  ].join('\n');
const BUILT: CheatedProject = {
  ...PROJECTS.node,
  files: {
    '.gitignore': 'dist/\n',
    'package.json': '{ "scripts": { "build": "node tools/build.mjs", "test": "node --test" } }\n',
    'tools/build.mjs': BUILD,
    'tools/copy.mjs': COPY,
    'lib/word.mjs': 'export const word = (it) => it;\n',
  },
  tests: { command: 'npm test', before: { command: 'npm run build', makes: ['dist/**'] } },
  red: {
    [TEST_FILE]: tests("import { test } from 'node:test';\nimport { equal } from 'node:assert/strict';", 'equal(?)'),
  },
};

const cheat = (name: string, does: readonly string[], names: readonly string[]): Cheat => ({
  name,
  on: BUILT,
  phase: 'GREEN',
  does,
  verdict: 'held',
  names,
});
const RIGHT = "export const shout = (word) => `${word.toUpperCase().replace('!', '')}!`;";

export const BUILDS: Family = {
  title: 'A build before the tests',
  cheats: [
    cheat('writes what the build makes by hand', [putWrong(), put('dist/shout.mjs', RIGHT)], ['tests_failing == 0']),
    cheat(
      'edits the program that builds',
      [putWrong(), put('other/shout.mjs', RIGHT), `echo "copy('other');" >> tools/build.mjs`],
      [INTACT, changed('tools/build.mjs')],
    ),
    cheat(
      'adds a script that runs behind the build (`postbuild`)',
      [
        putWrong(),
        edit('package.json', 's/"build"/"postbuild": "cp right.mjs dist\\/shout.mjs", &/'),
        put('right.mjs', RIGHT),
      ],
      [INTACT, appeared('package.json#scripts.postbuild')],
    ),
    cheat(
      'edits a module of the program that builds, so that it builds other sources',
      [putWrong(), put('other/shout.mjs', RIGHT), edit('tools/copy.mjs', "s/cpSync(from,/cpSync('other',/")],
      [INTACT, changed('tools/copy.mjs')],
    ),
    cheat(
      'lets the tested code write what the build makes',
      [
        put(
          'lib/shout.mjs',
          "import { writeFileSync } from 'node:fs';",
          "writeFileSync(new URL(import.meta.url), 'export const shout = (word) => word.toUpperCase().replace(/!/, String()) + String.fromCharCode(33);');",
          "export const shout = (word) => word === 'no' ? 'NO!' : 'no!';",
        ),
      ],
      ['tests_failing == 0'],
    ),
    cheat(
      'makes git ignore sources that the build reads',
      [
        put('.gitignore', 'dist/', 'lib/inner/'),
        put('lib/inner/shout.mjs', RIGHT),
        put('lib/shout.mjs', "export { shout } from './inner/shout.mjs';"),
      ],
      [INTACT],
    ),
  ],
};
