/**
 * Ten shapes of a repository, each with the everyday work of a grown project. A function and its tests are there. RED adds the
 * tests of another one, changes what an earlier test expects, and adds a guard beside it. GREEN writes the code and adds a
 * case (to the frozen file where dualgate reads its tests one by one). DOCUMENT adds a sentence to the README.
 */
import { expect } from 'vitest';
import { modulesWith, whySkipped as whyNoRunner } from '../runners/runner-modules.ts';
import { commitAll, type Project } from './a-project.ts';
import { aScript, README, type Row, type Shape } from './a-script-shape.ts';
import { DO_THE_WORK, READ_THE_PROMPT, SAY_YES, shell } from './a-shell-agent.ts';
import { layOut, nameAgent } from './from-init.ts';
import { OTHER_SHAPES } from './other-shapes.ts';
import { pathOf } from './read-project.ts';
import { runProgram } from './run-program.ts';

const sentenceOf = (name: string): string =>
  `${README}\nThe function \`${name}\` writes a word in capitals, and ends it with exactly one exclamation mark.\n`;

const EQUAL = "const { equal } = require('node:assert/strict');";
const withEqual = (name: string, got: string, wanted: string): string =>
  `test('${name}', () => equal(${got}, ${wanted}));`;
const withExpect: typeof withEqual = (name, got, wanted) => `test('${name}', () => expect(${got}).toBe(${wanted}));`;

const asArray = (rows: readonly Row[]): string =>
  `[\n${rows.map((row) => `  [${row.map((each) => `'${each}'`).join(', ')}],\n`).join('')}]`;

const BUILD = `const { copyFileSync, mkdirSync } = require('node:fs');
mkdirSync('dist', { recursive: true });
copyFileSync('src/words.js', 'dist/words.js');
`;

export const SHAPES: readonly Shape[] = [
  {
    title: `jest${whyNoRunner('jest')}`,
    skipped: whyNoRunner('jest'),
    modules: modulesWith('jest'),
    ...aScript({ test: 'jest', prelude: '', line: withExpect }),
  },
  {
    title: 'a workspace of vitest',
    skipped: '',
    modules: modulesWith('vitest'),
    ...aScript({
      test: 'vitest run',
      isModule: true,
      place: 'packages/words/',
      manifest: { workspaces: ['packages/*'] },
      more: {
        'vitest.config.js': "export default { test: { projects: ['packages/*'] } };\n",
        'packages/words/package.json': '{ "name": "@acme/words", "type": "module" }\n',
      },
      prelude: "import { expect, test } from 'vitest';",
      line: withExpect,
      table: (rows) => `test.each(${asArray(rows)})('%s', (_, word, wanted) => {
  expect(whisper(word)).toBe(wanted);
});`,
    }),
  },
  {
    title: `mocha behind a build${whyNoRunner('mocha')}`,
    skipped: whyNoRunner('mocha'),
    modules: modulesWith('mocha'),
    ...aScript({
      test: 'npm run build && mocha',
      lib: 'src',
      built: 'dist',
      manifest: { scripts: { build: 'node build.js', test: 'npm run build && mocha' } },
      more: { '.gitignore': 'node_modules\ndist/\n', 'build.js': BUILD },
      prelude: EQUAL,
      line: (...words) => withEqual(...words).replace('test', 'it'),
    }),
  },
  {
    title: `ava${whyNoRunner('ava')}`,
    skipped: whyNoRunner('ava'),
    modules: modulesWith('ava'),
    ...aScript({
      test: 'ava',
      isModule: true,
      prelude: "import test from 'ava';",
      line: (name, got, wanted) => `test('${name}', (t) => t.is(${got}, ${wanted}));`,
    }),
  },
  {
    title: 'node:test',
    skipped: '',
    ...aScript({
      test: 'node --test',
      prelude: `const { test } = require('node:test');\n${EQUAL}`,
      line: withEqual,
      table: (rows) => `const WORDS = ${asArray(rows)};
for (const [name, word, wanted] of WORDS) test(name, () => equal(whisper(word), wanted));`,
    }),
  },
  {
    title: `tape${whyNoRunner('tape')}`,
    skipped: whyNoRunner('tape'),
    modules: modulesWith('tape'),
    ...aScript({
      test: "tape 'test/*.js'",
      prelude: "const test = require('tape');",
      line: (name, got, wanted) => `test('${name}', (t) => {\n  t.equal(${got}, ${wanted});\n  t.end();\n});`,
    }),
  },
  ...OTHER_SHAPES,
];

const GUARD = 'AC-3: a whisper that ends with a mark stays as it is';
const CRITERIA = [
  'AC-1: a word is shouted in capitals',
  'AC-2: a shout ends with one exclamation mark',
  GUARD,
  'AC-4: a whisper ends with a full stop',
];
const specOf = (criteria: readonly string[]): string =>
  `# Shout\n\n${criteria.map((each) => `- [ ] ${each}\n`).join('')}`;

/** The one that names the guard and the changed test. */
type NamedBy = 'spec' | 'agent';

/** From init to the end, with one turn for each phase. */
export const completes = async (home: string, by: NamedBy, shape: Shape): Promise<Project> => {
  const { red, green, changed, name = 'shout', files, modules } = shape;
  const spec =
    by === 'agent'
      ? specOf(CRITERIA)
      : `${specOf(CRITERIA).replace('AC-3', 'AC-3 (guard)')}\nchanges: AC-4 replaces "${changed.split(' > ').at(-1)}"\n`;
  const project = await layOut(home, {
    files: { ...files, 'specs/shout.md': spec },
    work: { RED: red, GREEN: green, REFACTOR: {}, DOCUMENT: { 'README.md': sentenceOf(name) } },
    ...(modules === undefined ? {} : { modules }),
    ...(by === 'agent' ? { agent: naming(changed) } : {}),
  });
  expect(await runProgram(project, 'init')).toMatchObject({ exitCode: 0, stderr: '' });
  await nameAgent(project);
  await commitAll(project, 'Set up dualgate');
  const run = await runProgram(project, 'run');
  expect(pathOf(project), run.stdout + run.stderr).toEqual([
    'RED 1 exited',
    'GREEN 1 exited',
    'REFACTOR 1 exited',
    'DOCUMENT 1 exited',
  ]);
  expect(run.exitCode).toBe(0);
  return project;
};

/** An honest one that names both where it signals that RED is done. */
const naming = (changed: string): string =>
  shell(
    READ_THE_PROMPT,
    DO_THE_WORK,
    `[ "$DUALGATE_PHASE" = RED ] && echo 'CHANGES: ${changed}, because AC-4'`,
    SAY_YES.replace("'EXIT_SIGNAL", "'GUARD: AC-3 whisper leaves a question as it is' 'EXIT_SIGNAL"),
  );
