import { describe, expect } from 'vitest';
import { canRun, whySkipped } from '../runners/find-tool.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, phases } from './a-project.ts';
import { pathOf, recordsOf } from './read-project.ts';
import { runProgram } from './run-program.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(2, test);

const hasPytest = canRun('python3', '-m', 'pytest', '--version');

const WEB_TESTS = `import { test } from 'node:test';
import { equal } from 'node:assert/strict';
import { shout } from '../lib/shout.mjs';
test('AC-1: a word is shouted in capitals', () => equal(shout('no')?.slice(0, 2), 'NO'));
`;
const API_TESTS = `from shout import shout
def test_ac_2_one_mark(): assert shout('no!') == 'NO!'
`;
const TAP_CHECK =
  "import { existsSync } from 'node:fs';\nconsole.log('TAP version 13');\nconsole.log(`${existsSync('web/lib/shout.mjs') ? 'ok' : 'not ok'} 1 - there is a shout`);\nconsole.log('1..1');\n";

/** The check is red as long as GREEN has not written this file; RED writes another. */
const CHECK = TAP_CHECK.replace('web/lib/shout.mjs', 'web/lib/done.mjs');

const WORK = {
  RED: {
    'web/test/shout.test.mjs': WEB_TESTS,
    'web/lib/shout.mjs': 'export const shout = () => undefined;\n',
    'api/test_shout.py': API_TESTS,
    'api/shout.py': "def shout(word): return ''\n",
    'checks/check.mjs': CHECK,
  },
  GREEN: {
    'web/lib/shout.mjs': "export const shout = (word) => word.toUpperCase().replace(/!*$/, '') + '!';\n",
    'web/lib/done.mjs': 'export {};\n',
    'api/shout.py': "def shout(word): return word.rstrip('!').upper() + '!'\n",
  },
};

const TESTS = [
  { name: 'web', folder: 'web', command: 'node --test' },
  { name: 'api', folder: 'api', command: 'python3 -m pytest -q' },
  { name: 'check', command: 'node checks/check.mjs', runner: 'tap', files: ['checks/**'] },
];

describe.skipIf(!hasGit)('a repository with several suites (needs git)', () => {
  slow.skipIf(!hasPytest)(
    `a loop over node:test, pytest and TAP comes to its end, and its counts add up${whySkipped(hasPytest, 'pytest')}`,
    async ({ home }) => {
      const project = await aProject(home, {
        work: WORK,
        files: {
          '.gitignore': '__pycache__/\n.pytest_cache/\n',
          'web/package.json': '{}\n',
          'api/conftest.py': '',
          'checks/check.mjs': "console.log('TAP version 13\\n1..0 # nothing yet');\n",
        },
        // Each fault is a run of three suites.
        config: { tests: TESTS, mutation_check: { mutants: 2 }, phases: phases({ RED: {}, GREEN: {} }) },
      });
      const { exitCode, stdout } = await runProgram(project, 'run');
      expect([exitCode, stdout]).toEqual([0, expect.stringContaining('completed')]);
      expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited']);
      const [red, green] = recordsOf(project, 'iteration.decided').map(({ record }) => record.metrics);
      expect(red).toMatchObject({ tests_total: 3, tests_failing: 3, suite_load_failures: 0 });
      expect(green).toMatchObject({ tests_total: 3, tests_passing: 3, consecutive_green_runs: 2, runner_exit_code: 0 });
      const [, last] = recordsOf(project, 'tests.ended').slice(-2);
      expect(last?.suites?.map(({ suite, suite_passing: passing }) => [suite, passing])).toEqual([
        ['web', 1],
        ['api', 1],
        ['check', 1],
      ]);
    },
  );

  slow(
    'run --dry-run lists the suites and their folders, and doctor names the suite without tests',
    async ({ home }) => {
      const project = await aProject(home, {
        files: {
          'web/a.test.mjs': "import { test } from 'node:test';\ntest('is there', () => {});\n",
          'api/a.mjs': '',
        },
        config: {
          tests: [
            { folder: 'web', command: 'node --test' },
            { folder: 'api', command: 'node --test' },
          ],
        },
      });
      const plan = await runProgram(project, 'run', '--dry-run');
      expect(plan.stdout).toContain(
        'tests      web: node --test in web (node)\n           api: node --test in api (node)\n',
      );
      const { stdout } = await runProgram(project, 'doctor');
      expect(stdout).toContain('; 0 tests in api');
      expect(stdout).toMatch(/web: node --test \(node\), \S+; api: node --test \(node\), \S+/);
    },
  );
});
