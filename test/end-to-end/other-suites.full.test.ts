import { symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect } from 'vitest';
import { hasGit, test } from './a-home.ts';
import { aProject, phases, STUB, SHOUT, WORK } from './a-project.ts';
import { pathOf, recordsOf } from './read-project.ts';
import { modulesWith, whySkipped } from '../runners/runner-modules.ts';
import { readEvents, runProgram } from './run-program.ts';
import { inTurn, pickOne } from '../pick-some.ts';

const slow = inTurn(2, test);
const ofMany = inTurn(4, test);

const OLD_TESTS = `import { test } from 'node:test';
import { equal } from 'node:assert/strict';
for (let n = 1; n <= 48; n += 1) test(\`old \${n}\`, () => equal(n, n));
test('old 49', { skip: true }, () => equal(1, 2));
test('old 50', { skip: 'needs a printer' }, () => equal(1, 2));
`;
const withOldTest = (body: string): string => `import { test } from 'node:test';
import { equal } from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
test('an old one', () => { ${body} });
test('another old one', () => equal(1, 1));
`;
const RED_TEST = withOldTest('equal(1, 2);');
/** Remembers beside the workspace how often it ran. */
const FLAKY_TEST = withOldTest(
  "const runs = Number(readFileSync('../flips', 'utf8')); writeFileSync('../flips', String(runs + 1)); equal(runs % 2, 0);",
);
const TWO_PHASES = { phases: phases({ RED: {}, GREEN: {} }) };
const COMPLETED = ['RED 1 exited', 'GREEN 1 exited'];

describe.skipIf(!hasGit)('a repository with existing tests (needs git)', { concurrent: true }, () => {
  ofMany('50 tests, two of them skipped, are no hindrance and are not counted as new', async ({ home }) => {
    const project = await aProject(home, { files: { 'checks/old.test.mjs': OLD_TESTS } });

    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 0 });
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited', 'REFACTOR 1 exited', 'DOCUMENT 1 exited']);
    const [red, green] = recordsOf(project, 'iteration.decided').map(({ record }) => record.metrics);
    expect(red).toMatchObject({ tests_total: 2, tests_failing: 2, existing_total: 48, existing_passing: 48 });
    expect(green).toMatchObject({ tests_total: 50, tests_passing: 50, tests_skipped: 0, consecutive_green_runs: 2 });
  });

  ofMany('a suite that is red from the start is named and the run does not begin', async ({ home }) => {
    const project = await aProject(home, { files: { 'checks/old.test.mjs': RED_TEST } });

    const { exitCode, stdout } = await runProgram(project, 'run', '--json');

    expect(exitCode).toBe(4);
    const ending = readEvents(stdout).at(-1);
    expect(ending).toMatchObject({ type: 'run.ended', status: 'needs_human' });
    expect(ending).toHaveProperty(
      'why',
      expect.stringContaining('failing before the run started: checks/old.test.mjs > an old one'),
    );
    expect(readEvents(stdout).map(({ type }) => type)).not.toContain('iteration.started');
  });

  ofMany('the red one, listed under tests.known_failing, is left out of all counts', async ({ home }) => {
    const tests = { command: 'node --test', known_failing: ['checks/old.test.mjs > an old one'] };
    const project = await aProject(home, {
      files: { 'checks/old.test.mjs': RED_TEST },
      config: { ...TWO_PHASES, tests },
    });

    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 0 });
    expect(pathOf(project)).toEqual(COMPLETED);
    expect(recordsOf(project, 'iteration.decided').at(-1)?.record.metrics).toMatchObject({
      tests_total: 3,
      tests_failing: 0,
      runner_exit_code: 0,
    });
  });

  ofMany('a flaky test is named as flaky and the run does not begin', async ({ home }) => {
    const project = await aProject(home, { files: { 'checks/old.test.mjs': FLAKY_TEST } });
    writeFileSync(join(project.home, 'flips'), '0');

    const { exitCode, stdout } = await runProgram(project, 'run');

    expect(exitCode).toBe(4);
    expect(stdout).toContain(
      'flaky before the run started: checks/old.test.mjs > an old one (it passed, then it failed)',
    );
  });
});

const VITEST_CHECKS = `import { expect, test } from 'vitest';
import { shout } from '../lib/shout.mjs';
test('AC-1: a word is shouted in capitals', () => expect(shout('no')?.slice(0, 2)).toBe('NO'));
test('AC-2: a shout ends with one exclamation mark', () => expect(shout('no!')?.slice(2)).toBe('!'));
`;
/** A runner of the project's own, whose only tongue is TAP: each case exports a name and what must be true. */
const TAP_PROGRAM = `import { readdirSync } from 'node:fs';
const files = readdirSync('checks').filter((file) => file.endsWith('.case.mjs'));
console.log('TAP version 13');
let failed = 0;
for (const [i, file] of files.entries()) {
  const { name, holds } = await import('../checks/' + file);
  const ok = holds();
  if (!ok) failed += 1;
  console.log((ok ? 'ok ' : 'not ok ') + (i + 1) + ' - ' + name);
}
console.log('1..' + files.length);
process.exitCode = failed > 0 ? 1 : 0;
`;
const aCase = (name: string, holds: string): string =>
  `import { shout } from '../lib/shout.mjs';\nexport const name = '${name}';\nexport const holds = () => ${holds};\n`;

describe.skipIf(!hasGit)('another runner runs through the complete loop (needs git)', { concurrent: true }, () => {
  slow('vitest', async ({ home }) => {
    const project = await aProject(home, {
      config: { tests: { command: 'node_modules/.bin/vitest run' } },
      files: { '.gitignore': 'node_modules\n', 'checks/README.md': 'Checks of shout().\n' },
      work: { ...WORK, RED: { 'checks/shout.test.mjs': VITEST_CHECKS, 'lib/shout.mjs': STUB } },
    });
    symlinkSync(resolve(import.meta.dirname, '../../node_modules'), join(project.workspace, 'node_modules'));

    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 0 });
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited', 'REFACTOR 1 exited', 'DOCUMENT 1 exited']);
  });

  slow('TAP', async ({ home }) => {
    const project = await aProject(home, {
      config: { tests: { command: 'node tools/run-cases.mjs', runner: 'tap', files: ['checks/**'] } },
      files: { 'tools/run-cases.mjs': TAP_PROGRAM, 'checks/README.md': 'Checks of shout().\n' },
      work: {
        ...WORK,
        RED: {
          'checks/capitals.case.mjs': aCase('AC-1 capitals', "shout('no')?.slice(0, 2) === 'NO'"),
          'checks/mark.case.mjs': aCase('AC-2 one mark', "shout('no!')?.slice(2) === '!'"),
          'lib/shout.mjs': STUB,
        },
        GREEN: { 'lib/shout.mjs': SHOUT },
      },
    });

    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 0 });
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited', 'REFACTOR 1 exited', 'DOCUMENT 1 exited']);
  });
});

/** The same work in CommonJS, which every one of these runners takes as it is. */
const checksIn = (prelude: string): string => `${prelude}
const { equal } = require('node:assert/strict');
const { shout } = require('../lib/shout.js');
test('AC-1: a word is shouted in capitals', () => equal(shout('no')?.slice(0, 2), 'NO'));
test('AC-2: a shout ends with one exclamation mark', () => equal(shout('no!')?.slice(2), '!'));
`;
const RUNNERS_OF_OTHERS = [
  { runner: 'jest', command: 'npm test', script: 'jest', prelude: '' },
  { runner: 'mocha', command: 'node_modules/.bin/mocha checks/*.test.js', script: '', prelude: 'const test = it;' },
  {
    runner: 'ava',
    command: 'npm test',
    script: 'ava',
    prelude: "const test = (title, body) => require('ava')(title, (t) => { body(); t.pass(); });",
  },
  {
    runner: 'playwright',
    command: 'node_modules/.bin/playwright test',
    script: '',
    prelude: "const { test } = require('@playwright/test');",
  },
];

for (const { runner, command, script, prelude } of pickOne(RUNNERS_OF_OTHERS)) {
  const modules = hasGit ? modulesWith(runner) : null;
  describe.skipIf(modules === null)(
    `the whole loop with ${runner}${whySkipped(runner)} (needs git)`,
    { timeout: 240_000 },
    () => {
      test('goes through all phases with an honest agent', async ({ home }) => {
        const lib = (body: string): string => `exports.shout = ${body};\n`;
        const project = await aProject(home, {
          // These runners start slowly; the corpus of cheats has their mutation check.
          config: { tests: { command, writes: ['test-results/**'] }, mutation_check: false },
          files: {
            '.gitignore': 'node_modules\n',
            'checks/README.md': 'Checks of shout().\n',
            'package.json': JSON.stringify({ scripts: { test: script } }),
          },
          work: {
            RED: { 'checks/shout.test.js': checksIn(prelude), 'lib/shout.js': lib('() => undefined') },
            GREEN: { 'lib/shout.js': lib("(word) => word.toUpperCase().replace(/!*$/, '') + '!'") },
            REFACTOR: { 'lib/shout.js': lib("(word) => `${word.toUpperCase().replace(/!*$/, '')}!`") },
            DOCUMENT: WORK.DOCUMENT,
          },
        });
        symlinkSync(modules ?? '', join(project.workspace, 'node_modules'));

        expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 0 });
        expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited', 'REFACTOR 1 exited', 'DOCUMENT 1 exited']);
        expect(recordsOf(project, 'iteration.decided')[0]?.record.metrics).toMatchObject({
          tests_total: 2,
          tests_failing: 2,
          report_complete: true,
        });
      });
    },
  );
}
