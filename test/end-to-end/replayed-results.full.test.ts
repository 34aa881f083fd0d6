import { execFileSync, spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { stringify } from 'yaml';
import { modulesWith, whySkipped } from '../runners/runner-modules.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, type Files, phases, type Project, write } from './a-project.ts';
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

const SCRIPT = 'node --test --test-reporter=tap test/*.test.cjs';
const PACKAGE = { name: 'a', version: '1.0.0', scripts: { test: SCRIPT } };
const ROOT = { name: 'root', private: true, packageManager: 'npm@10.8.2', workspaces: ['packages/*'] };

interface Behind {
  readonly tool: string;
  readonly command: string;
  readonly files: Files;
}
const ofPackage = (root: object, own: object): Files => ({
  'package.json': JSON.stringify({ ...ROOT, ...root }),
  'package-lock.json': '{"lockfileVersion":3,"packages":{}}',
  'packages/a/package.json': JSON.stringify({ ...PACKAGE, ...own }),
});
const TURBO: Behind = {
  tool: 'turbo',
  command: 'npx turbo run test --log-prefix=none',
  files: { ...ofPackage({}, {}), 'turbo.json': '{"tasks":{"test":{}}}' },
};
const NX: Behind = {
  tool: 'nx',
  command: 'npx nx test a --outputStyle=stream-without-prefixes',
  files: { ...ofPackage({}, {}), 'nx.json': '{"targetDefaults":{"test":{"cache":true}},"analytics":false}' },
};
const WIREIT: Behind = {
  tool: 'wireit',
  command: 'npm test --workspaces',
  files: ofPackage(
    {},
    { scripts: { test: 'wireit' }, wireit: { test: { command: SCRIPT, files: ['test/**'], output: [] } } },
  ),
};

/** The code lies outside of the package that the tool watches: its cache does not see a change of it. */
const behind = async (
  { tool, command, files }: Behind,
  home: string,
  refactored: string,
  more: Files = {},
): Promise<Project> => {
  const turn = (phase: string, write: Files) => ({ phase, write, signal: true });
  const project = await aProject(home, {
    files: {
      ...files,
      '.gitignore': 'node_modules\n.turbo\n.nx\n.wireit\n',
      'lib/shout.cjs': 'exports.shout = () => undefined;\n',
      'packages/a/test/base.test.cjs': "require('node:test').test('base', () => {});\n",
      'agent.yaml': stringify({
        turns: [
          turn('RED', { 'packages/a/test/shout.test.cjs': TESTS }),
          turn('GREEN', { 'lib/shout.cjs': SHOUT, ...more }),
          turn('REFACTOR', { 'lib/shout.cjs': refactored }),
        ],
      }),
    },
    config: {
      agent: { use: 'scripted', script: 'agent.yaml' },
      tests: { command, runner: 'tap', files: ['packages/*/test/**'] },
      commits: true,
      mutation_check: { mutants: 2 },
      phases: phases({
        RED: {},
        GREEN: { limits: { max_iterations: 1 } },
        REFACTOR: {
          gate_1: { condition: 'tests_failing == 0 AND consecutive_green_runs >= 2' },
          limits: { max_iterations: 1 },
        },
      }),
    },
  });
  symlinkSync(modulesWith(tool) ?? '', join(project.workspace, 'node_modules'));
  for (const [key, value] of Object.entries({ 'user.name': 'Ann', 'user.email': 'ann@example.org' }))
    execFileSync('git', ['config', key, value], { cwd: project.workspace });
  return project;
};

/** As a person does before, so that the cache is warm. */
const warm = ({ command }: Behind, { workspace }: Project): void => {
  const [program = '', ...words] = command.split(' ');
  const env = { ...process.env, NX_DAEMON: 'false', CI: '1' };
  spawnSync(program, words, { cwd: workspace, stdio: 'ignore', env });
};

const describeBehind = (row: Behind, tests: (row: Behind) => void): void => {
  describe.skipIf(!hasGit || modulesWith(row.tool) === null)(
    `tests behind ${row.tool}, with a warm cache${whySkipped(row.tool)} (needs git)`,
    { timeout: 500_000 },
    () => {
      tests(row);
    },
  );
};

/** Each takes a minute: `npm run check:full` has all of them; those behind nx are here by their copies, in a-cached-project.ts. */
const ofFull = (...rows: readonly Behind[]) => (process.env['DUALGATE_TRIALS'] === undefined ? [] : rows);

for (const each of [WIREIT, ...ofFull(TURBO, NX)])
  describeBehind(each, (row) => {
    test('complete a run for an honest agent: copies and clean checkouts run the tests, and its commits are proven', async ({
      home,
    }) => {
      const project = await behind(row, home, TIDY);
      warm(row, project);
      const run = await runProgram(project, 'run');
      expect(run.stdout + run.stderr).toContain('completed');
      expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited', 'REFACTOR 1 exited']);
      expect(await runProgram(project, 'prove')).toMatchObject({ exitCode: 0 });
    });
  });

const describeBroken = (row: Behind): void => {
  test('hold REFACTOR when the agent breaks code that the tool does not watch', async ({ home }) => {
    const project = await behind(row, home, WRONG);
    warm(row, project);
    expect((await runProgram(project, 'run')).exitCode).not.toBe(0);
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited', 'REFACTOR 1 held']);
  });

  test('are measured by each check, cold and warm, and a criterion fails with code that the tool does not watch', async ({
    home,
  }) => {
    const project = await behind(row, home, TIDY);
    const check = async () => {
      const { stdout } = await runProgram(project, 'check', '--json', 'GREEN');
      const { metrics } = JSON.parse(stdout).record;
      return [metrics.tests_passing, metrics.tests_failing];
    };
    await write(project.workspace, { 'packages/a/test/shout.test.cjs': TESTS, 'lib/shout.cjs': SHOUT });
    expect(await check()).toEqual([3, 0]);
    warm(row, project);
    expect(await check()).toEqual([3, 0]);
    await write(project.workspace, { 'lib/shout.cjs': WRONG });
    expect(await check()).toEqual([1, 2]);
  });
};
for (const each of [TURBO, ...ofFull(NX)]) describeBehind(each, describeBroken);

const describeReplaced = (row: Behind): void => {
  test('hold GREEN when the agent puts a target in the place of the script', async ({ home }) => {
    const names = ['base', 'AC-1: a word is shouted in capitals', 'AC-2: a shout ends with one exclamation mark'];
    const says = ['TAP version 13', ...names.map((name, at) => `ok ${at + 1} - ${name}`), '1..3'];
    const command = `node -e ${JSON.stringify(`console.log(${JSON.stringify(says.join('\n')).replaceAll('"', "'")})`)}`;
    const project = await behind(row, home, TIDY, {
      'lib/shout.cjs': WRONG,
      'packages/a/project.json': JSON.stringify({ name: 'a', targets: { test: { command } } }),
    });
    expect((await runProgram(project, 'run')).exitCode).not.toBe(0);
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 held']);
    const { stdout } = await runProgram(project, 'explain');
    expect(stdout).toContain('packages/a/project.json#tasks:');
  });
};
for (const each of ofFull(NX)) describeBehind(each, describeReplaced);
