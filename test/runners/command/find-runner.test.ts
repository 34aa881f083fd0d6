import { describe, expect, test } from 'vitest';
import { findRunner, RunnerError, findTypo, askNearProgram } from '../../../src/runners/command/find-runner.ts';
import { RUNNER_NAMES, RUNNERS } from '../../../src/runners/runners.ts';
import { makeProject } from '../project.ts';
import { aFolder, write } from '../../evidence/a-repository.ts';

const SCRIPTS = {
  cover: 'jest --coverage -w 2',
  e2e: 'playwright test',
  test: 'node --test test/',
  unit: 'NODE_ENV=test vitest run --dir "my tests"',
  both: 'tsc -p . && vitest run',
  again: 'npm run unit',
  watching: 'vitest --watch',
  python: 'python3 -m pytest tests',
};
const PACKAGE = { 'package.json': JSON.stringify({ scripts: SCRIPTS }) };

describe('the runner of a test command', () => {
  test.each([
    ['npx vitest run', 'vitest'],
    ['npx --yes -p vitest@4 -- vitest run', 'vitest'],
    ['vitest', 'vitest'],
    ['node node_modules/vitest/vitest.mjs run', 'vitest'],
    ['./node_modules/.bin/vitest run src/watch', 'vitest'],
    ['pnpm vitest run', 'vitest'],
    ['yarn unit', 'vitest'],
    ['npm exec -- vitest run', 'vitest'],
    ['npm run -s unit -- src', 'vitest'],
    ['npx jest src', 'jest'],
    ['node --experimental-vm-modules node_modules/jest/bin/jest.js', 'jest'],
    ['npm run cover', 'jest'],
    ['npx mocha --recursive', 'mocha'],
    ['node node_modules/mocha/bin/_mocha', 'mocha'],
    ['npx ava --serial', 'ava'],
    ['pnpm playwright test --project=chrome', 'playwright'],
    ['yarn e2e', 'playwright'],
    ['node --test', 'node'],
    ['/usr/bin/node --import tsx --test test/a.ts', 'node'],
    ['npx -y -p node@24 -- node --test', 'node'],
    ['npm test', 'node'],
    ['npm --silent t', 'node'],
    ['pytest -x tests', 'pytest'],
    ['py.test', 'pytest'],
    ['.venv/bin/pytest', 'pytest'],
    ['python -m pytest', 'pytest'],
    ['python3.12 -W error -m pytest tests/test_a.py', 'pytest'],
    ['poetry run pytest', 'pytest'],
    ['uv run --python 3.12 --with pytest python -m pytest', 'pytest'],
    ['coverage run --source src -m pytest', 'pytest'],
    ['python -m coverage run -m pytest', 'pytest'],
    ['npm run python', 'pytest'],
    ['bundle exec pytest', 'pytest'],
    ['rspec --format progress', 'rspec'],
    ['bundle exec rspec', 'rspec'],
    ['bin/rspec spec', 'rspec'],
    ['rspec -w spec', 'rspec'],
    ['go test ./...', 'go'],
    ['cargo test', 'cargo'],
    ['cargo +nightly t --workspace', 'cargo'],
  ])('`%s` is %s', async (command, runner) => {
    expect(findRunner(command.split(' '), await makeProject(PACKAGE))).toBe(runner);
  });

  const found = RUNNER_NAMES.filter((name) => RUNNERS[name].isFoundIn !== undefined).join(', ');
  const advice = `Set tests.runner in the config: ${found}, or junit for anything that writes JUnit XML, tap for anything that prints TAP, text for the words PASS, OK, FAIL and ERROR (the weakest report).`;
  test.each([
    ['make test', `its runner is not known (got make). ${advice}`],
    ['python manage.py test', `its runner is not known (got python). ${advice}`],
    ['uv run manage.py', `its runner is not known (got manage.py). ${advice}`],
    ['go vet', `its runner is not known (got go). ${advice}`],
    ['cargo nextest run', `its runner is not known (got cargo). ${advice}`],
    ['node test/all.js', `its runner is not known (got all). ${advice}`],
    ['npm run both', `the script "both" is more than one command (tsc -p . && vitest run). ${advice}`],
    ['npm run again', `the script "again" starts npm again (npm run unit). ${advice}`],
    [
      'npm run constructor',
      'package.json has no script "constructor". Add the script to package.json, or correct tests.command.',
    ],
    [
      'npm run unti',
      'package.json has no script "unti" (did you mean unit?). Add the script to package.json, or correct tests.command.',
    ],
    ['npm unit', 'npm unit does not run the script "unit". Write npm run unit.'],
    ['npm tset', `npm tset does not run a script (did you mean test?). ${advice}`],
    [
      'npx vitset run',
      'its runner is not known (got vitset (did you mean vitest?)). Correct tests.command, or set tests.runner.',
    ],
    [
      'cargo tset',
      'its runner is not known (got cargo tset (did you mean cargo test?)). Correct tests.command, or set tests.runner.',
    ],
    [
      'node --tset',
      'its runner is not known (got node --tset (did you mean node --test?)). Correct tests.command, or set tests.runner.',
    ],
    [
      'npm run watching',
      'it runs in watch mode and never ends (got --watch). Write a command that runs the tests once.',
    ],
    [
      'npx jest --watchAll',
      'it runs in watch mode and never ends (got --watchAll). Write a command that runs the tests once.',
    ],
    ['npx mocha -w', 'it runs in watch mode and never ends (got -w). Write a command that runs the tests once.'],
    ['npx playwright show-report', `its runner is not known (got playwright). ${advice}`],
    [
      'npx playwright test --ui',
      'it runs in watch mode and never ends (got --ui). Write a command that runs the tests once.',
    ],
    ['npx vitest watch', 'it runs in watch mode and never ends (got watch). Write a command that runs the tests once.'],
  ])('`%s` is refused with the way out', async (command, problem) => {
    const workspace = await makeProject(PACKAGE);
    const refused = (): unknown => {
      try {
        return findRunner(command.split(' '), workspace);
      } catch (error) {
        return error instanceof RunnerError ? [error.code, error.message] : error;
      }
    };
    expect(refused()).toEqual(['E_RUNNER', `Cannot find the test runner of \`${command}\`: ${problem}`]);
  });
});

const installed = async () => {
  const folder = await aFolder();
  await write(folder, { 'node_modules/.bin/check-all': '' });
  return folder;
};

test.each([
  [['npx', 'vitset', 'run'], 'vitset (did you mean vitest?)'],
  [['npx', 'chek-all'], 'chek-all (did you mean check-all?)'],
  // An option of npx, an installed program, a runner, a program unlike all others, a program without npx.
  [['npx', '--yes', 'vitset'], null],
  [['npx', 'check-all'], null],
  [['npx', 'vitest'], null],
  [['npx', 'something-else'], null],
  [['vitset'], null],
])('%j starts %j, which npx would fetch from a registry', async (command, typo) => {
  expect(findTypo(command, await installed())).toBe(typo);
});

test('a program that was not found is near a runner, a launcher or an installed program', async () => {
  const folder = await installed();
  expect(['pytset', 'yran', 'chek-all', 'gradle'].map((name) => askNearProgram(name, folder))).toEqual([
    ' (did you mean pytest?)',
    ' (did you mean yarn?)',
    ' (did you mean check-all?)',
    '',
  ]);
});
