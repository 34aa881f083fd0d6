import { describe, expect, test } from 'vitest';
import { explainExitCode } from '../../../src/runners/report/suite-report.ts';
import { findRunner } from '../../../src/runners/command/find-runner.ts';
import { makeProject, runIn } from '../project.ts';

test.each([
  ['npx c8 node --test', 'node'],
  ['npx c8 --reporter=lcov -r text --lines 80 node --test test/a.mjs', 'node'],
  ['nyc --all -x lib mocha', 'mocha'],
  ['npx cross-env NODE_ENV=test CI=1 node --test', 'node'],
  ['env A=1 npx vitest run', 'vitest'],
  ['npx dotenv -e .env -- node --test', 'node'],
  ['npm test', 'node'],
])('%s starts the runner %s', async (command, runner) => {
  const workspace = await makeProject({ 'package.json': '{"scripts":{"test":"c8 cross-env A=1 node --test"}}' });
  expect(findRunner(command.split(' '), workspace)).toBe(runner);
});

describe('an exit code without a failure', () => {
  test.each([
    [
      'ERROR: Coverage for lines (50%) does not meet global threshold (100%)',
      'vitest run',
      /: a coverage threshold is missed/,
    ],
    ['Jest: "global" coverage threshold for lines (90%) not met: 50%', 'jest', /: a coverage threshold is missed/],
    ['Error: 50.00% line coverage does not meet threshold of 90%.', 'node --test', /: a coverage threshold is missed/],
    [
      'FAIL Required test coverage of 90% not reached. Total coverage: 50.00%',
      'pytest',
      /: a coverage threshold is missed/,
    ],
    ['', 'npx c8 node --test', /: c8 ends with 1 when/],
    ['', 'npm test\nnyc mocha', /: nyc ends with 1 when/],
    ['', 'deno test --junit-path=report.xml', /: deno fails a run with Deno\.test\.only, or with an afterAll/],
    ['', 'npm test\nlab -r junit', /: lab fails a run that leaks a global variable/],
    ['', 'cd lab && npm test', /^$/],
    ['', 'npm test --workspaces', /: npm ends with the code of the last workspace/],
    ['', 'cross-env A=1 node --test', /: cross-env ends with a code of its own/],
    ['', 'node --test', /^$/],
  ])('after "%s" of `%s` has its likely cause', (said, command, expected) => {
    expect(explainExitCode(said, command)).toMatch(expected);
  });

  test('is told with that cause', async () => {
    const script = `console.log('TAP version 13\\n1..1\\nok 1 - adds'); process.exitCode = 1;`;
    const workspace = await makeProject({
      'suite.mjs': script,
      'package.json': '{"scripts":{"test":"c8 node suite.mjs"}}',
    });
    const run = await runIn(workspace, { command: ['node', 'suite.mjs', 'c8'], runner: 'tap' });
    expect(run.unhandled_errors).toEqual([
      'the test run exited with code 1, but its report contains no failure: c8 ends with 1 when its coverage check fails, whatever the code of the tests is',
    ]);
  });
});

describe("a script's own --test-reporter behind workspaces", () => {
  const PACKAGE = (script: string) => JSON.stringify({ name: 'a', version: '1.0.0', scripts: { test: script } });
  const TEST = `require('node:test').test('adds', () => {});`;
  const run = async (scripts: Readonly<Record<string, string>>) => {
    const packages = Object.entries(scripts).map(([name, script]) => [
      [`packages/${name}/package.json`, PACKAGE(script).replace('"a"', `"${name}"`)],
      [`packages/${name}/test/a.test.cjs`, TEST],
    ]);
    const workspace = await makeProject({
      'package.json': '{"private":true,"workspaces":["packages/*"]}',
      ...Object.fromEntries(packages.flat()),
    });
    return runIn(workspace, { command: ['npm', 'test', '--workspaces'], runner: 'node' });
  };

  test('does not meet ours', async () => {
    const { tests, report_complete } = await run({ a: 'node --test --test-reporter=tap test/*.test.cjs' });
    expect([tests.map(({ state }) => state), report_complete]).toEqual([['passed'], true]);
  });

  test('is named as the cause where some scripts have one and others do not', async () => {
    const { problems } = await run({
      a: 'node --test --test-reporter=tap test/*.test.cjs',
      b: 'node --test test/*.test.cjs',
    });
    expect(problems.at(-1)).toMatch(
      /^a script names its own --test-reporter, which meets dualgate's: write --test-rep/,
    );
  });
});
