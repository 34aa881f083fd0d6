import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { stringify } from 'yaml';
import { modulesWith, whySkipped } from '../testing/runner-modules.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, type Files, phases, type Project } from './a-project.ts';
import { pathOf } from './read-project.ts';
import { runProgram } from './run-program.ts';

const TESTS = `const { test } = require('node:test'); const { equal } = require('node:assert/strict');
const { shout } = require('../../../lib/shout.cjs');
test('AC-1: a word is shouted in capitals', () => equal(shout('no')?.slice(0, 2), 'NO'));
test('AC-2: a shout ends with one exclamation mark', () => equal(shout('no!')?.slice(2), '!'));
`;
const SHOUT = "exports.shout = (word) => word.toUpperCase().replace(/!*$/, '') + '!';\n";
const TIDY =
  "const bare = (word) => word.replace(/!*$/, '');\nexports.shout = (word) => bare(word).toUpperCase() + '!';\n";
const WRONG = "exports.shout = (word) => word + '!';\n";

/** The code lies outside of the package that turbo watches: its cache does not see a change of it. */
const behindTurbo = async (home: string, refactored: string): Promise<Project> => {
  const turn = (phase: string, write: Files) => ({ phase, write, signal: true });
  const project = await aProject(home, {
    files: {
      '.gitignore': 'node_modules\n.turbo\n',
      'package.json': '{"private":true,"packageManager":"npm@10.8.2","workspaces":["packages/*"]}',
      'package-lock.json': '{"lockfileVersion":3,"packages":{}}',
      'turbo.json': '{"tasks":{"test":{}}}',
      'lib/shout.cjs': 'exports.shout = () => undefined;\n',
      'packages/a/package.json':
        '{"name":"a","version":"1.0.0","scripts":{"test":"node --test --test-reporter=tap test/*.test.cjs"}}',
      'packages/a/test/base.test.cjs': "require('node:test').test('base', () => {});\n",
      'agent.yaml': stringify({
        turns: [
          turn('RED', { 'packages/a/test/shout.test.cjs': TESTS }),
          turn('GREEN', { 'lib/shout.cjs': SHOUT }),
          turn('REFACTOR', { 'lib/shout.cjs': refactored }),
        ],
      }),
    },
    config: {
      agent: { use: 'scripted', script: 'agent.yaml' },
      tests: { command: 'npx turbo run test --log-prefix=none', runner: 'tap', files: ['packages/*/test/**'] },
      commits: true,
      mutation_check: { mutants: 2 },
      phases: phases({
        RED: {},
        GREEN: {},
        REFACTOR: {
          gate_1: { condition: 'tests_failing == 0 AND consecutive_green_runs >= 2' },
          limits: { max_iterations: 1 },
        },
      }),
    },
  });
  symlinkSync(modulesWith('turbo') ?? '', join(project.workspace, 'node_modules'));
  for (const [key, value] of Object.entries({ 'user.name': 'Ann', 'user.email': 'ann@example.org' }))
    execFileSync('git', ['config', key, value], { cwd: project.workspace });
  // As a person does before, so that the cache is warm.
  execFileSync('npx', ['turbo', 'run', 'test'], { cwd: project.workspace, stdio: 'ignore' });
  return project;
};

describe.skipIf(!hasGit || modulesWith('turbo') === null)(
  `a run whose tests stand behind turbo, with a warm cache${whySkipped('turbo')} (needs git)`,
  { concurrent: true },
  () => {
    test('completes for an honest agent: copies and clean checkouts run the tests, and its commits are proven', async ({
      home,
    }) => {
      const project = await behindTurbo(home, TIDY);
      const run = await runProgram(project, 'run');
      expect(run.stdout + run.stderr).toContain('completed');
      expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited', 'REFACTOR 1 exited']);
      expect(await runProgram(project, 'prove')).toMatchObject({ exitCode: 0 });
    });

    test('holds REFACTOR when the agent breaks code that turbo does not watch', async ({ home }) => {
      const project = await behindTurbo(home, WRONG);
      expect((await runProgram(project, 'run')).exitCode).not.toBe(0);
      expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited', 'REFACTOR 1 held']);
    });
  },
);
