import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { makeProject, runIn } from '../project.ts';
import { modulesWith, whySkipped } from '../runner-modules.ts';
import { describeCachedTool } from './a-cached-project.ts';

describeCachedTool({
  name: 'wireit',
  command: ['npm', 'test'],
  home: '.',
  // The name of its script, in hexadecimal digits.
  cache: '.wireit/74657374/cache',
  remembers: true,
  configs: (script) => ({
    'package.json': JSON.stringify({
      name: 'w',
      private: true,
      scripts: { test: 'wireit' },
      wireit: { test: { command: script, files: ['src/**', 'test/**'], output: ['junit.xml'] } },
    }),
  }),
});

/** Runs the tests of a package by hand, then as dualgate does: wireit has nothing to do then, and prints no test. */
const runFresh = async (home: string) => {
  const wireit = { test: { command: 'node --test --test-reporter=tap a.test.cjs', files: ['*.cjs'], output: [] } };
  const workspace = await makeProject(
    {
      'package.json': '{"private":true}',
      [`${home}/package.json`]: JSON.stringify({ name: 'a', scripts: { test: 'wireit' }, wireit }),
      [`${home}/a.test.cjs`]: "require('node:test').test('sum', () => {});",
    },
    'project',
    modulesWith('wireit') ?? undefined,
  );
  const command = ['npm', 'test', '--prefix', home];
  const [program = '', ...words] = command;
  const byHand = () => spawnSync(program, words, { cwd: workspace, encoding: 'utf8' }).stdout;
  byHand();
  expect(byHand()).toContain('Ran 0 scripts and skipped 1');
  return runIn(workspace, { command, runner: 'tap' });
};

test.skipIf(modulesWith('wireit') === null)(
  `a fresh script of wireit in a package runs${whySkipped('wireit')}`,
  { timeout: 60_000 },
  async () => expect((await runFresh('packages/a')).tests.map(({ state }) => state)).toEqual(['passed']),
);

test.skipIf(modulesWith('wireit') === null)(
  `a fresh script of wireit that lies too deep to be found holds the run, with its cause${whySkipped('wireit')}`,
  { timeout: 60_000 },
  async () => {
    const run = await runFresh('one/two/three/four/five');
    expect([run.exit_code, run.report_complete, run.tests]).toEqual([0, false, []]);
    expect(run.problems.join('\n')).toMatch(
      /wireit replayed a cached result \(".+Ran 0 scripts and skipped 1 .+"\): nothing was measured\. The way out: give the script no `files`/,
    );
  },
);
