/** Acts near checks that a gate asks for, which look like ways round them and are allowed. */
import type { HonestAct } from '../a-cheat.ts';
import { asking } from '../families/around.cheats.ts';
import { edit, put } from '../families/shell.ts';
import { LANGUAGES } from '../language-projects.ts';
import { PROJECTS } from '../projects.ts';
import { inGreen } from './an-act.ts';

const OFF = '// eslint-disable-next-line no-eval -- of before\nexport const word = (it) => it;\n';

export const AROUND_ACTS: readonly HonestAct[] = [
  inGreen(
    'moves code with the comment that switches a rule off',
    asking(PROJECTS.node, { 'lib/word.mjs': OFF }),
    'mkdir lib/words && mv lib/word.mjs lib/words/',
  ),
  inGreen(
    'writes declarations for a library of before',
    asking(PROJECTS.node, { 'lib/word.mjs': 'export const word = (it) => it;\n' }),
    put('lib/word.d.mts', 'export const word: (it: string) => string;'),
  ),
  inGreen(
    'switches a rule off that no gate asks for (pytest)',
    { ...LANGUAGES.pytest, checks: { lint: 'git --version' } },
    "echo 'more = shout  # noqa: S307' >> shout.py",
  ),
  inGreen(
    'writes code into a folder where the linter looks (go)',
    asking(LANGUAGES.go),
    put('more/more.go', 'package more', '', '// More is about nolint.', 'func More() int { return 1 }'),
  ),
  inGreen(
    'edits a module of the product that the program of a check imports',
    {
      ...PROJECTS.node,
      checks: { build: 'node tools/build.mjs' },
      files: { 'tools/build.mjs': "import '../lib/version.mjs';\n", 'lib/version.mjs': 'export const version = 1;\n' },
    },
    put('lib/version.mjs', 'export const version = 2;'),
  ),
  inGreen(
    'edits a document that the program of a check reads (jest)',
    {
      ...LANGUAGES.jest,
      checks: { lint: 'node check.js' },
      files: {
        ...LANGUAGES.jest.files,
        'check.js': "require('node:fs').readFileSync('CHANGES.md');\n",
        'CHANGES.md': '\n',
      },
    },
    edit('CHANGES.md', '1i - shouts'),
  ),
];
