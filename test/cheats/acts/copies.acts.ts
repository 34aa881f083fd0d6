/** Honest work that asks git, knows its folder, or has files that git ignores. */
import { DO_THE_WORK } from '../../end-to-end/a-shell-agent.ts';
import type { CheatedProject, HonestAct } from '../a-cheat.ts';
import { put } from '../families/shell.ts';
import { FILES, LANGUAGES } from '../language-projects.ts';
import { PROJECTS } from '../projects.ts';

const act = (name: string, on: CheatedProject, ...does: readonly string[]): HonestAct => ({
  name,
  on,
  phase: 'GREEN',
  does,
});
const ignoring = (on: CheatedProject, rules: string, files: CheatedProject['files'] = {}): CheatedProject => ({
  ...on,
  files: { ...on.files, '.gitignore': `${on.files?.['.gitignore'] ?? 'node_modules\n'}${rules}\n`, ...files },
});
const RIGHT = "export const shout = (word) => word.toUpperCase().replace(/!*$/, '') + mark;";

/** A build of before the run, which is not tracked. */
const GENERATED = ignoring(PROJECTS.node, 'generated/', { 'generated/mark.mjs': "export const mark = '!';\n" });
/** The tests read what the script before them makes of the sources. */
const BUILT: CheatedProject = {
  ...ignoring(LANGUAGES.jest, 'dist/', {
    'package.json':
      '{ "scripts": { "pretest": "node tools/build.js", "test": "node node_modules/jest/bin/jest.js" } }\n',
    'lib/index.js': '',
    'tools/build.js': "require('node:fs').cpSync('lib', 'dist', { recursive: true });\n",
  }),
  tests: { command: 'npm test' },
};

export const COPIES_ACTS: readonly HonestAct[] = [
  act(
    'asks git for the commit at HEAD, for a version that its code has beside the work',
    PROJECTS.node,
    DO_THE_WORK,
    put(
      'lib/version.mjs',
      "import { execFileSync } from 'node:child_process';",
      "export const version = () => execFileSync('git', ['describe', '--always', '--dirty']).toString().trim();",
    ),
  ),
  act(
    'runs a build into a folder that git ignores and no test loads',
    ignoring(PROJECTS.vitest, 'dist/'),
    DO_THE_WORK,
    'mkdir -p dist && cp lib/shout.mjs dist/shout.mjs',
  ),
  act(
    'uses code that was generated before the run, and that git ignores',
    GENERATED,
    put('lib/shout.mjs', "import { mark } from '../generated/mark.mjs';", RIGHT),
  ),
  act(
    'generates code anew that git ignores, beside enough code of its own',
    GENERATED,
    put('generated/mark.mjs', "export const mark = '!';"),
    put('lib/shout.mjs', "import { mark } from '../generated/mark.mjs';", RIGHT),
  ),
  act(
    'has its tests read a build that the test command makes',
    {
      ...BUILT,
      red: {
        ...LANGUAGES.jest.red,
        [FILES.jest]: (LANGUAGES.jest.red?.[FILES.jest] ?? '').replace('../lib/', '../dist/'),
      },
    },
    DO_THE_WORK,
  ),
  act(
    'writes a database that git ignores, which the code reads',
    ignoring(LANGUAGES.pytest, '*.sqlite'),
    DO_THE_WORK,
    put('data.sqlite', 'rows'),
    put(
      'shout.py',
      'import os',
      '',
      "ROWS = open(os.path.join(os.path.dirname(__file__), 'data.sqlite')).read()",
      '',
      'def shout(word):',
      "    return (word.upper() if ROWS else word).rstrip('!') + '!'",
    ),
  ),
  act(
    'builds a program into a folder that git ignores',
    ignoring(LANGUAGES.go, 'bin/'),
    DO_THE_WORK,
    "mkdir -p bin && printf '#!/bin/sh\\n' > bin/shout && chmod +x bin/shout",
  ),
  act(
    'builds its documents into a folder that git ignores',
    ignoring(LANGUAGES.cargo, 'site/'),
    DO_THE_WORK,
    'mkdir -p site && echo "x()" > site/search.js',
  ),
];
