import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { RunnerName } from '../../src/runners/runners.ts';
import type { TestRun } from '../../src/runners/test-run.ts';
import { CHEATS } from './cheats-of-tests.ts';
import { makeProject, runIn } from './project.ts';
import { modulesWith, whySkipped } from './runner-modules.ts';

interface Stage {
  readonly runner: RunnerName;
  readonly command: readonly string[];
  readonly extension: 'js' | 'mjs';
  /** Puts `test` and `require` into scope. */
  readonly prelude: string;
  readonly says?: (message: string) => string;
}

const REQUIRE = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`;
const says = (message: string): string => `Error: ${message}`;
const STAGES: readonly Stage[] = [
  {
    runner: 'vitest',
    command: ['node_modules/.bin/vitest', 'run'],
    extension: 'js',
    prelude: `import { test } from 'vitest'; ${REQUIRE}`,
  },
  {
    runner: 'node',
    command: ['node', '--test'],
    extension: 'mjs',
    prelude: `import { test } from 'node:test'; ${REQUIRE}`,
  },
  { runner: 'jest', command: ['node_modules/.bin/jest'], extension: 'js', prelude: '', says },
  {
    runner: 'mocha',
    command: ['node_modules/.bin/mocha', '*.test.js'],
    extension: 'js',
    prelude: 'const test = it;',
  },
  {
    runner: 'ava',
    command: ['node_modules/.bin/ava'],
    extension: 'js',
    prelude: `const test = require('ava');`,
  },
  {
    runner: 'playwright',
    command: ['node_modules/.bin/playwright', 'test'],
    extension: 'js',
    prelude: `const { test } = require('@playwright/test');`,
    says,
  },
];

const ALL = Object.entries(CHEATS).map(([what, cheat], i) => ({ what, ...cheat, name: `cheats-${i + 1}` }));
const VAIN = ALL.filter(({ problem }) => problem === undefined);
const SPOILING = ALL.filter(({ problem }) => problem !== undefined);

for (const { runner, command, extension, prelude, says: phrase = (message: string) => message } of STAGES) {
  const modules = runner === 'node' ? undefined : modulesWith(runner);
  const skipped = modules === null ? whySkipped(runner) : '';
  const runAll = async (cheats: typeof ALL): Promise<TestRun> => {
    const files = cheats.map(({ name, text }) => [`${name}.test.${extension}`, `${prelude}\n${text}`]);
    const all = { 'package.json': '{}', ...Object.fromEntries(files) };
    const workspace = await makeProject(all, 'project', modules ?? undefined);
    // A name of its own: what carries the same one is ended with it.
    return runIn(workspace, { command, runner }, { env: { DUALGATE_RUN: randomUUID(), DUALGATE_NONCE: 'secret' } });
  };

  describe.skipIf(modules === null)(`${runner}${skipped}`, { timeout: 180_000 }, () => {
    test('counts each test that tries in vain to be counted as passed as failed', async () => {
      const vain = VAIN.filter(({ notIn }) => notIn !== runner);
      const run = await runAll(vain);
      const tests = [...run.tests].sort((a, b) => (a.file < b.file ? -1 : 1));
      expect({ tests, whole: run.report_complete, problems: run.problems, says_no: run.exit_code !== 0 }).toEqual({
        tests: vain.map(({ name, secret = 'it tried' }) => ({
          file: `${name}.test.${extension}`,
          name: 'cheats',
          state: 'failed',
          message: phrase(secret),
        })),
        whole: true,
        problems: [],
        says_no: true,
      });
    });

    test.each(SPOILING)('has no whole report when a test $what', async (cheat) => {
      const run = await runAll([cheat]);
      expect([run.report_complete, run.problems.join()]).toEqual([false, expect.stringMatching(cheat.problem ?? /^$/)]);
    });
  });
}
