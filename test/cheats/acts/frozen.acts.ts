/** Acts near frozen files that look like cheats and are allowed. */
import { askRunners } from '../../../src/runners/runners.ts';
import type { CheatedProject, HonestAct } from '../a-cheat.ts';
import { addToTests, behind, TABLED } from '../families/additions.cheats.ts';
import { edit, moveTest, put } from '../families/shell.ts';
import { PROJECTS, TEST_FILE } from '../projects.ts';
import { inGreen, inRed } from './an-act.ts';

const ONE_MORE_TEST = [
  "import { test } from 'node:test';",
  "import { equal } from 'node:assert/strict';",
  "import { shout } from '../lib/shout.mjs';",
  "test('one more', () => equal(shout('yes'), 'YES!'));",
];

/** As formatters of scripts write them: other quotes, and a line for each part. */
const REFORMATTED = [
  'import { test } from "node:test";',
  'import { equal } from "node:assert/strict";',
  'import { shout } from "../lib/shout.mjs";',
  '',
  'test("AC-1: a word is shouted in capitals", () =>',
  '  equal(shout("no")?.slice(0, 2), "NO"));',
  'test("AC-2: a shout ends with one exclamation mark", () =>',
  '  equal(',
  '    shout("no!")?.slice(2),',
  '    "!",',
  '  ));',
];

/** Its tests name a file, beside what they test of shout(). */
const aNaming = (file: string, does: 'read' | 'write' = 'read'): CheatedProject => ({
  ...PROJECTS.node,
  red: {
    [TEST_FILE]: [
      "import { test } from 'node:test';",
      "import { equal } from 'node:assert/strict';",
      "import { readFileSync, writeFileSync } from 'node:fs';",
      "import { shout } from '../lib/shout.mjs';",
      `const file = new URL('${file}', import.meta.url);`,
      `test('AC-1: a word is shouted in capitals', () => { equal(shout('no')?.slice(0, 2), 'NO'); ${does === 'read' ? 'readFileSync(file)' : "writeFileSync(file, 'NO')"}; });`,
      "test('AC-2: a shout ends with one exclamation mark', () => equal(shout('no!')?.slice(2), '!'));",
      '',
    ].join('\n'),
  },
});

const IGNORING = { ...PROJECTS.node, files: { '.gitignore': 'node_modules/\n' } };
/** On a machine whose programs come from a version manager, a file of versions is read at each start. */
const HAS_SHIMS = askRunners(({ frozen }) => frozen?.readBy).some(
  ({ path }) => path?.test(process.env['PATH'] ?? '') === true,
);

export const FROZEN_ACTS: readonly HonestAct[] = [
  inGreen('reformats a test file', PROJECTS.node, put(TEST_FILE, ...REFORMATTED)),
  inGreen(
    'adds a test and a row of a table to a frozen test file',
    TABLED,
    behind(9, "  ['maybe', 'MAYBE!'],"),
    addToTests('// Nothing is shouted, too.', "test('nothing', () => equal(shout(''), '!'));"),
  ),
  inGreen('adds a test file in GREEN', PROJECTS.node, put('checks/more.test.mjs', ...ONE_MORE_TEST)),
  inGreen(
    'adds a test file with a golden file of its own',
    PROJECTS.node,
    put('checks/more.test.mjs', ...ONE_MORE_TEST, "const file = 'fixtures/more.json';"),
    put('checks/fixtures/more.json', '{}'),
  ),
  inGreen('adds settings of the product that tests name', aNaming('../defaults.json'), put('defaults.json', '{}')),
  inGreen(
    'has tests that write a file that git ignores',
    { ...aNaming('out.json', 'write'), files: { '.gitignore': 'out.json\n' } },
    'true',
  ),
  inGreen('renames a test file, with its tests', PROJECTS.node, `mv ${TEST_FILE} checks/loud.test.mjs`),
  inGreen(
    'renames a test file, with its snapshot (vitest)',
    PROJECTS.vitestSnapshot,
    `mv ${TEST_FILE} checks/loud.test.mjs`,
    'mv checks/__snapshots__/shout.test.mjs.snap checks/__snapshots__/loud.test.mjs.snap',
  ),
  inGreen('moves a test file into a folder below, with its imports adjusted', PROJECTS.node, moveTest('checks/loud')),
  inGreen(
    'moves a test file into a folder below, with its snapshot (vitest)',
    PROJECTS.vitestSnapshot,
    moveTest('checks/loud'),
    'mv checks/__snapshots__ checks/loud',
  ),
  inGreen(
    'adds a key to package.json, and reformats its scripts',
    PROJECTS.npm,
    put('package.json', '{', '  "description": "Shouts",', '  "scripts": { "test": "node --test" }', '}'),
  ),
  inGreen(
    'adds settings of installations for npm, in a subfolder too',
    PROJECTS.npm,
    put('.npmrc', '# Exact versions.', 'save-exact=true', '@words:registry=https://example.org/', 'fund = false'),
    put('tools/.npmrc', 'package-lock=false'),
  ),
  inGreen(
    'adds scripts that the test script does not call, and edits those of another package',
    { ...PROJECTS.npmSteps, files: { ...PROJECTS.npmSteps.files, 'tools/package.json': '{ "scripts": {} }\n' } },
    edit('package.json', 's/"start": "node/"lint:fix": "true", "build": "true", "start": "node --no-warnings/'),
    put('tools/package.json', '{ "scripts": { "build": "true" } }'),
  ),
  inGreen(
    'adds a dependency to pom.xml, an option to tsconfig.json and a variable to .env',
    PROJECTS.settings,
    put(
      'pom.xml',
      '<project>',
      '<dependencies>',
      '<dependency><artifactId>a</artifactId></dependency>',
      '</dependencies>',
      '</project>',
    ),
    put('tsconfig.json', '{ "compilerOptions": { "strict": false, "paths": { "#lib/*": ["./lib/*"] } } }'),
    'echo NAME=shout >> .env',
  ),
  inGreen(
    'adds a package with its own ignore file, which hides only files that are already hidden',
    { ...PROJECTS.node, files: { '.gitignore': 'dist/\n' } },
    put('packages/loud/.gitignore', 'dist/', 'coverage/'),
    put('packages/loud/dist/loud.mjs', 'export {};'),
    put('packages/loud/loud.mjs', 'export {};'),
  ),
  inGreen(
    'makes git ignore what a build, a coverage run and a program write',
    PROJECTS.node,
    put('dist/lib/shout.mjs', "export * from './word.mjs';"),
    put('dist/lib/word.mjs', 'export {};'),
    put('dist/checks/shout.test.mjs', "import '../lib/shout.mjs';"),
    put('coverage/sorter.js', 'sort();'),
    put('debug.log', 'built'),
    put('.gitignore', 'dist/', 'coverage/', '*.log'),
  ),
  inGreen(
    'makes git ignore a file of its own, in the list of the repository and in that of the user',
    { ...PROJECTS.node, files: { '.gitignore': 'dist/\n' } },
    put('notes.local.md', 'Later.'),
    put('settings.local.yml', 'a: 1'),
    'echo notes.local.md >> .git/info/exclude',
    'mkdir -p "$HOME/.config/git" && echo settings.local.yml > "$HOME/.config/git/ignore"',
    'rm .gitignore',
  ),
  inRed('makes git ignore what a build writes, in RED', PROJECTS.node, put('.gitignore', 'dist/', '.env')),
  inGreen(
    'edits the own folder of a tool, with an ignore file in it',
    PROJECTS.node,
    put('.pytest_cache/.gitignore', '*'),
    put('.pytest_cache/README.md', 'A cache.'),
  ),
  inGreen(
    'creates a link to another source, and one to a folder of sources',
    PROJECTS.node,
    'ln -s shout.mjs lib/loud.mjs && ln -s lib library',
  ),
  inGreen(
    'adds variables, a version and a config of Vite, which nothing reads here',
    IGNORING,
    put('.env', 'NODE_ENV=production', 'NODE_OPTIONS=--no-warnings'),
    put('.env.test', 'NODE_ENV=test'),
    ...(HAS_SHIMS ? [] : [put('.nvmrc', '20'), put('mise.toml', '[tools]')]),
    put('vite.config.mjs', 'export default {};'),
    put('lib/vite.config.mjs', 'export default {};'),
  ),
  inGreen(
    'installs a program that nothing starts, and adds a mock that nothing loads',
    IGNORING,
    put('node_modules/.bin/tsx', '#!/bin/sh', 'true'),
    put('node_modules/.bin/vitest', '#!/bin/sh', 'true'),
    put('__mocks__/words.mjs', 'export const words = [];'),
  ),
  inGreen(
    'adds a mock where no test mocks a module (vitest)',
    PROJECTS.vitest,
    put('lib/__mocks__/word.mjs', "export const word = () => 'no';"),
  ),
  inGreen(
    'installs a package that has nothing to do with tests',
    PROJECTS.library,
    put('node_modules/words/index.js', 'export {};'),
  ),
];
